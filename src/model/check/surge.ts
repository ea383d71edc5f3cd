import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule surge: a replica moves by the mode of its workload, and by recreate only where the option `allowRecreate` takes the
 * downtime. Excess 1 per replica and slot.
 */
export function surge({ deployment, replay, options: { allowRecreate } }: CheckContext): Violation[] {
  return replay.flatMap(({ stated }, index) =>
    stated.flatMap(({ move: { workload, replica, mode }, replica: known }): Violation[] => {
      const own = known ? deployment.workloads[known.workload].mode : mode;
      if (mode === own && (mode === 'surge' || allowRecreate)) return [];
      const why = mode === own ? 'no downtime is allowed' : `its workload says ${own}`;
      const message = `${replica} moves by ${mode}, and ${why}`;
      return [{ rule: 'surge', slot: index + 1, subject: `${workload} ${replica}`, excess: '1', message }];
    }),
  );
}
