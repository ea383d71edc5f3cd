import type { Snapshot } from '../snapshot.ts';
import { disruptionBudgets } from './disruption-budgets.ts';
import type { Groups, RunningWorkload } from './groups.ts';
import { quotaBudgets } from './quota-budgets.ts';
import type { Budget } from './side-rules.ts';

/** Budgets of a slot that the snapshot itself has, and workloads of which they let no replica move, ever. */
export interface SnapshotBudgets {
  readonly budgets: readonly Budget[];
  readonly frozen: ReadonlySet<number>;
}

export function snapshotBudgets(snapshot: Snapshot, running: readonly RunningWorkload[]): SnapshotBudgets {
  const disruption = disruptionBudgets(snapshot, running);
  const budgets = [...disruption.budgets, ...quotaBudgets(snapshot, running)];
  const frozen = new Set(disruption.frozen);
  for (const { weight, most } of budgets) for (const [w, amount] of weight) if (amount > most) frozen.add(w);
  return { budgets, frozen };
}

/** Those that moves of these groups can exceed. */
export function bindingBudgets(
  budgets: readonly Budget[],
  { groupWorkload, groupMovable, groupCount }: Groups,
): Budget[] {
  const movable = new Map<number, number>();
  for (const [group, count] of groupCount.entries())
    if (groupMovable[group])
      movable.set(groupWorkload[group], (movable.get(groupWorkload[group]) ?? 0) + count);
  return budgets.filter(({ weight, most }) => {
    let sum = 0;
    for (const [workload, each] of weight) sum += each * (movable.get(workload) ?? 0);
    return sum > most;
  });
}
