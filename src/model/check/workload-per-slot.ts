import { countOfShare } from '../options/share.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule workload-per-slot: of each workload at most so many replicas move in a slot. Excess in replicas. */
export function workloadPerSlot({ deployment, options: { budgets }, replay }: CheckContext): Violation[] {
  const share = budgets?.workloadPerSlot;
  if (share === undefined) return [];
  return replay.flatMap(({ carried }, index) => {
    const moving = Map.groupBy(
      carried.filter(({ last }) => last),
      ({ workload }) => workload,
    );
    return [...moving].flatMap(([workload, { length }]): Violation[] => {
      const { key, counts } = deployment.workloads[workload];
      const replicas = counts.reduce((sum, { count }) => sum + count, 0);
      const most = countOfShare(share, replicas);
      if (length <= most) return [];
      const slot = index + 1;
      const message = `${length} of the ${replicas} replicas of ${key} move in slot ${slot}, at most ${most} are allowed`;
      return [{ rule: 'workload-per-slot', slot, subject: key, excess: String(length - most), message }];
    });
  });
}
