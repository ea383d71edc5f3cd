import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule movable: a replica that says `movable: false`, or whose workload does, stays. Excess 1 per replica and slot. */
export function movable({ deployment, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, movable: mayMove, move: { replica } }): Violation[] => {
      if (mayMove) return [];
      const { key } = deployment.workloads[workload];
      const message = `${replica} of ${key} moves, but is not movable`;
      return [{ rule: 'movable', slot: index + 1, subject: `${key} ${replica}`, excess: '1', message }];
    }),
  );
}
