import type { Violation } from '../plan.ts';
import { isShared } from '../volumes.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule volume-restrictions: a volume that only one node can have at a time lets no old and new copy coexist, so its replica moves
 * by recreate; and where several replicas name its claim they must be on one node, so none of them moves (Kubernetes:
 * plugin VolumeRestrictions, and the attach of a volume). Excess 1 per replica and slot.
 */
export function volumeRestrictions({ deployment, replay }: CheckContext): Violation[] {
  const { workloads, claimUsers } = deployment;
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, volumes, move: { replica, mode } }): Violation[] => {
      const { key } = workloads[workload];
      const namespace = key.slice(0, key.indexOf('/'));
      const single = volumes.filter((volume) => !isShared(volume));
      const isUsedByMore = single.some(
        ({ claim }) => claim !== undefined && claimUsers(namespace, claim) > 1,
      );
      if (single.length === 0 || (mode === 'recreate' && !isUsedByMore)) return [];
      const why = isUsedByMore ? 'others use it too' : 'old and new copy would both need it';
      const message = `${replica} of ${key} moves with a volume that one node can have at a time, and ${why}`;
      return [
        { rule: 'volume-restrictions', slot: index + 1, subject: `${key} ${replica}`, excess: '1', message },
      ];
    }),
  );
}
