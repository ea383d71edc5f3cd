import type { Bins } from './bins.ts';
import type { Instance } from './instance.ts';
import type { Relaxed } from './relax.ts';

const NEARLY_ONE = 0.99;

/**
 * The final placement that whole patterns give, node by mover; undefined when they are not whole. Patterns of a bin of
 * several nodes go to the nodes that host most of them already, so that little has to move.
 */
export function placementOf(instance: Instance, bins: Bins, relaxed: Relaxed): Int32Array | undefined {
  if (relaxed.missing > 1e-6) return undefined;
  const { movers, source } = instance;
  const target = new Int32Array(movers).fill(-1);
  const put = (items: readonly number[], n: number) => {
    for (const i of items) if (target[i] < 0 || source[i] === n) target[i] = n;
  };
  const byBin = new Map<number, (readonly number[])[]>();
  const single = new Map<number, Map<number, number>>();
  for (const { pattern, share } of relaxed.patterns) {
    const { nodes } = bins.bins[pattern.bin];
    if (nodes.length === 1) {
      const shares = single.get(pattern.bin) ?? new Map<number, number>();
      for (const i of pattern.items) shares.set(i, (shares.get(i) ?? 0) + share);
      single.set(pattern.bin, shares);
      continue;
    }
    const copies = Math.round(share);
    if (Math.abs(share - copies) > 1 - NEARLY_ONE) return undefined;
    const list = byBin.get(pattern.bin) ?? [];
    for (let copy = 0; copy < copies; copy++) list.push(pattern.items);
    byBin.set(pattern.bin, list);
  }
  for (const [b, shares] of single) {
    put(
      [...shares].filter(([, share]) => share > NEARLY_ONE).map(([i]) => i),
      bins.bins[b].nodes[0],
    );
  }
  for (const [b, list] of byBin) {
    for (const [n, items] of matchNodes(source, bins.bins[b].nodes, list)) put(items, n);
  }
  return target.includes(-1) ? undefined : target;
}

/** Largest overlap first. */
function matchNodes(
  source: Int32Array,
  nodes: readonly number[],
  patterns: readonly (readonly number[])[],
): [number, readonly number[]][] {
  const pairs = nodes.flatMap((n) =>
    patterns.map((items, p) => ({ n, p, overlap: items.filter((i) => source[i] === n).length })),
  );
  pairs.sort((a, b) => b.overlap - a.overlap || a.p - b.p || a.n - b.n);
  const takenNodes = new Set<number>();
  const matched = new Map<number, number>();
  for (const { n, p } of pairs) {
    if (takenNodes.has(n) || matched.has(p)) continue;
    takenNodes.add(n);
    matched.set(p, n);
  }
  return [...matched].map(([p, n]) => [n, patterns[p]]);
}
