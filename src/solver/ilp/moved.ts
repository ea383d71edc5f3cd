import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/**
 * Rule moved (6), v_m = Σ_t Σ_n x^t_{m,n}. Over counts v needs no column: every replica counted in x moves once (`one-move`).
 *
 * @returns Σ_m v_m, the moves
 */
export function moved({ moves }: Draft): Sum {
  return addTaken(new Sum(), moves.routes, 1, moves.slots, 1);
}
