import type { ResolvedOptions } from '../options.ts';
import type { Deployment } from './deployment.ts';
import type { Replay } from './replay.ts';

/**
 * Prices per hour on the way, in 10⁻¹² of the currency, of the nodes in use and those that the options keep. Nodes of
 * unknown price are in no sum.
 */
export interface PriceWalk {
  /** At the start. */
  before: bigint;
  /** The highest on the way: before, and in every slot. */
  peak: bigint;
  slots: {
    /** After the slot. */
    after: bigint;
    /** In the slot: a node that hosts any copy is in use, be it the old one of a move. */
    peak: bigint;
    /** Nodes that host something before the slot and nothing from its end to the end of the plan, sorted by name. */
    emptied: string[];
  }[];
}

export function walkPrice(
  { nodes }: Deployment,
  { keep }: Pick<ResolvedOptions, 'keep'>,
  replay: Replay,
): PriceWalk {
  const kept = new Set(keep?.nodes);
  const saves = nodes.map(({ name, price = 0n }) => (kept.has(name) ? 0n : price));
  const hosted = nodes.map((node) => node.hosted);
  const emptiedIn = new Map<number, number>();
  let price = nodes.reduce(
    (sum, node) => sum + (node.hosted > 0 || kept.has(node.name) ? (node.price ?? 0n) : 0n),
    0n,
  );
  const come = (node: number) => {
    if (hosted[node] === 0) price += saves[node];
    hosted[node] += 1;
  };
  const go = (node: number) => {
    hosted[node] -= 1;
    if (hosted[node] === 0) price -= saves[node];
  };
  const before = price;
  let highest = before;
  const slots = replay.map(({ carried }, index): PriceWalk['slots'][number] => {
    // All copies come before any goes: a node that is left and reached in one slot is in use throughout.
    for (const { to } of carried) come(to);
    const peak = price;
    if (peak > highest) highest = peak;
    for (const { from, to, last } of carried) go(last ? from : to);
    for (const { from, to } of carried) {
      if (hosted[from] === 0) emptiedIn.set(from, index);
      if (hosted[to] > 0) emptiedIn.delete(to);
    }
    return { after: price, peak, emptied: [] };
  });
  for (const [node, index] of [...emptiedIn].sort(([a], [b]) => a - b))
    slots[index].emptied.push(nodes[node].name);
  return { before, peak: highest, slots };
}
