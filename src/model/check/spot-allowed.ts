import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule spot-allowed: on a node of capacity type spot only replicas of workloads that declare `spot` arrive. Excess 1 per
 * workload, node and slot.
 */
export function spotAllowed({ deployment: { nodes, workloads }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, to, move: { replica } }): Violation[] => {
      const { key, spot } = workloads[workload];
      const { name, isSpot } = nodes[to];
      if (!isSpot || spot) return [];
      const message = `${replica} arrives on ${name}, which may be reclaimed, and ${key} does not allow spot nodes`;
      return [{ rule: 'spot-allowed', slot: index + 1, subject: `${key} ${name}`, excess: '1', message }];
    }),
  );
}
