import { countOfShare } from '../options/share.ts';
import type { ResolvedOptions } from '../options.ts';
import type { RunningWorkload } from './groups.ts';
import type { Budget } from './side-rules.ts';

/** Rules replicas-per-slot and workload-per-slot, where they can bind. */
export function slotBudgets(
  running: readonly RunningWorkload[],
  { budgets: { replicasPerSlot, workloadPerSlot } = {}, maxMoves }: ResolvedOptions,
): Budget[] {
  const budgets: Budget[] = [];
  const add = (rule: Budget['rule'], most: number, workloads: Iterable<number>) =>
    budgets.push({ rule, over: 'slot', weight: new Map([...workloads].map((w) => [w, 1])), most });
  if (replicasPerSlot !== undefined && replicasPerSlot < maxMoves)
    add('replicas-per-slot', replicasPerSlot, running.keys());
  if (workloadPerSlot === undefined) return budgets;
  for (const [w, { counts }] of running.entries()) {
    let replicas = 0;
    for (const count of counts.values()) replicas += count;
    const most = countOfShare(workloadPerSlot, replicas);
    if (most < replicas) add('workload-per-slot', most, [w]);
  }
  return budgets;
}
