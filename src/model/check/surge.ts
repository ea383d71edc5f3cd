import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule surge: every move has mode `surge`; nobody has allowed downtime. Excess 1 per replica and slot. */
export function surge({ replay }: CheckContext): Violation[] {
  return replay.flatMap(({ stated }, index) =>
    stated.flatMap(({ move: { workload, replica, mode } }): Violation[] => {
      if (mode === 'surge') return [];
      const message = `${replica} moves by ${mode}, and no downtime is allowed`;
      return [{ rule: 'surge', slot: index + 1, subject: `${workload} ${replica}`, excess: '1', message }];
    }),
  );
}
