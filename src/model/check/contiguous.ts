import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule contiguous, (9) of the paper: no slot is without moves. Excess 1 per slot. */
export function contiguous({ replay }: CheckContext): Violation[] {
  return replay.flatMap(({ stated }, index): Violation[] => {
    if (stated.length > 0) return [];
    const slot = index + 1;
    return [
      { rule: 'contiguous', slot, subject: 'moves', excess: '1', message: `slot ${slot} has no moves` },
    ];
  });
}
