import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule movable: replicas of a workload with `movable: false` stay. Excess 1 per replica and slot. */
export function movable({ deployment, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, move: { replica } }): Violation[] => {
      const { key, movable: mayMove } = deployment.workloads[workload];
      if (mayMove) return [];
      const message = `${replica} moves, but ${key} is not movable`;
      return [{ rule: 'movable', slot: index + 1, subject: `${key} ${replica}`, excess: '1', message }];
    }),
  );
}
