import type { Bins } from './bins.ts';
import { branchOn, sharesOf } from './branch.ts';
import { AT, type Decision, KEPT, TOGETHER, toDomain } from './domain.ts';
import { offer } from './incumbent.ts';
import type { Counter } from './knapsack.ts';
import { placementOf } from './place.ts';
import { type Pattern, relax } from './relax.ts';
import type { Branch, Tree } from './tree.ts';

const MAX_STEPS = 60;
const ROUNDS = 12;
const MAX_COUNTED = 6e8;

/** Looks for a good plan in a branch: fixes the pattern with the largest share, relaxes again, until all is whole. */
export function dive(tree: Tree, branch: Branch, start: readonly number[], counter: Counter): void {
  const { instance } = tree;
  const bins = tree.kinds[branch.kind];
  const decisions: Decision[] = [...branch.decisions];
  const fixed = new Set<string>();
  let basis = start;
  const latest = counter.steps + MAX_COUNTED;
  for (let step = 0; step < MAX_STEPS && counter.steps < latest; step++) {
    const domain = toDomain(instance, bins, decisions);
    if (!domain) return;
    const cutoff = tree.best.value - branch.slots * instance.weights.slot;
    const relaxed = relax(instance, bins, domain, tree.pools[branch.kind], cutoff, counter, basis, ROUNDS);
    if (relaxed.bound >= cutoff || relaxed.patterns.length === 0) return;
    basis = relaxed.basis;
    const target = placementOf(instance, bins, relaxed);
    if (target) offer(tree, target, counter);
    if (!branchOn(instance, bins, domain, sharesOf(instance, bins, relaxed), relaxed)) return;
    const undone = relaxed.patterns
      .filter(({ pattern }) => bins.anonymous || bins.bins[pattern.bin].nodes.length === 1)
      .filter(({ pattern }) => !fixed.has(keyOf(pattern)))
      .sort((a, b) => b.share - a.share);
    if (undone.length === 0) return;
    for (const [rank, { pattern, share }] of undone.entries()) {
      if (rank > 0 && share < 0.95) break;
      fixed.add(keyOf(pattern));
      decisions.push(...fixing(bins, pattern));
    }
  }
}

function fixing(bins: Bins, { bin, items }: Pattern): Decision[] {
  const there = items.map((i): Decision => [AT, i, bin]);
  if (bins.bins[bin].nodes.length === 1) return [[KEPT, bin, 0], ...there];
  return [...there, ...items.slice(1).map((i): Decision => [TOGETHER, items[0], i])];
}

function keyOf({ bin, items }: { bin: number; items: readonly number[] }): string {
  return `${bin}:${items.join(',')}`;
}
