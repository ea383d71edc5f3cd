import type { Violation } from '../plan.ts';
import { formatUnits } from '../quantity.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule resource-quota: in every slot, what the new copies of a namespace take of a quota, if anything, is no more than its
 * room (Kubernetes: admission plugin ResourceQuota). A surge move takes the request of its new copy, a recreate move what the
 * new copy requests more than the old one. Excess in units of the resource, per quota, resource and slot.
 */
export function resourceQuota({ deployment, replay }: CheckContext): Violation[] {
  const { quotas } = deployment.namespaces;
  if (quotas.length === 0) return [];
  return replay.flatMap(({ carried }, index) =>
    quotas.flatMap(({ subject, resource, room, taken }): Violation[] => {
      let sum = 0n;
      for (const { workload } of carried) sum += taken[workload] ?? 0n;
      if (sum === 0n || sum <= room) return [];
      const excess = formatUnits(resource, sum - room);
      const message = `the new copies of slot ${index + 1} take ${formatUnits(resource, sum)} of quota ${subject}, which has room for ${formatUnits(resource, room < 0n ? 0n : room)}`;
      return [{ rule: 'resource-quota', slot: index + 1, subject, excess, message }];
    }),
  );
}
