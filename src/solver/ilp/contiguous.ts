import type { Draft } from './draft.ts';
import { Sum } from './sum.ts';

/**
 * Rule contiguous (9), z_{t+1} ≤ z_t. A point can still leave a slot empty whose z is 1; `scheduleOf` closes it up,
 * which breaks nothing (no placement changes) and costs nothing.
 *
 * @returns Σ_t z_t, the slots
 */
export function contiguous({ program }: Draft, used: readonly number[]): Sum {
  const slots = new Sum();
  for (const [index, column] of used.entries()) {
    slots.add(column, 1);
    if (index > 0) program.atMost(new Sum().add(column, 1).add(used[index - 1], -1), 0);
  }
  return slots;
}
