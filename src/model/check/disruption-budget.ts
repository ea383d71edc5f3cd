import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule disruption-budget: in every slot and every order of its moves the eviction API lets each old copy go. A surge move's
 * new copy is Ready, and wanted, before its old one is evicted; a recreate move's comes after. The last eviction of the worst
 * order sees all of them: healthy − recreate moves ≥ desired(wanted + surge moves). Excess in replicas, per budget and slot.
 *
 * Two budgets over a replica: the API evicts it never (pkg/registry/core/pod/storage/eviction.go). Excess 1 per workload and slot.
 */
export function disruptionBudget({ deployment, replay }: CheckContext): Violation[] {
  const { namespaces, workloads } = deployment;
  const { budgets, budgetsOf } = namespaces;
  if (budgets.length === 0) return [];
  return replay.flatMap(({ carried }, index) => {
    const slot = index + 1;
    const evicted = new Map<number, { surge: number; recreate: number }>();
    const found: Violation[] = [];
    for (const { workload, move, last } of carried) {
      const [budget, second] = budgetsOf[workload];
      if (second !== undefined) {
        const { key } = workloads[workload];
        const message = `${move.replica} of ${key} can't be evicted: the budgets ${budgets[budget].key} and ${budgets[second].key} both cover it`;
        found.push({ rule: 'disruption-budget', slot, subject: key, excess: '1', message });
      }
      // A replica that is moved twice in a slot is evicted once.
      if (!last) continue;
      for (const covering of budgetsOf[workload]) {
        const sum = evicted.get(covering) ?? { surge: 0, recreate: 0 };
        evicted.set(covering, sum);
        sum[move.mode] += 1;
      }
    }
    for (const [covering, { surge, recreate }] of evicted) {
      const { key, healthy, desired } = budgets[covering];
      const excess = desired(surge) - (healthy - recreate);
      if (excess <= 0) continue;
      const message = `budget ${key} wants ${desired(surge)} healthy replicas in slot ${slot}, and sees ${healthy - recreate} at worst`;
      found.push({ rule: 'disruption-budget', slot, subject: key, excess: String(excess), message });
    }
    return found;
  });
}
