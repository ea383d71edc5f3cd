import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule slot-used, (7) of the paper: at most `maxSlots` slots. Excess in slots, for the plan as a whole. */
export function slotUsed({ options: { maxSlots }, replay }: CheckContext): Violation[] {
  const excess = replay.length - maxSlots;
  if (excess <= 0) return [];
  const message = `the plan has ${replay.length} slots, at most ${maxSlots} are allowed`;
  return [{ rule: 'slot-used', slot: 0, subject: 'maxSlots', excess: String(excess), message }];
}
