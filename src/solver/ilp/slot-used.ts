import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/**
 * Rule slot-used (7), Σ_m Σ_n x^t_{m,n} ≤ |M| z_t, group by group: each of these rows is implied by (7), all together
 * imply it, and they make the tighter relaxation. There are no slots beyond those of the model, which keeps maxSlots.
 *
 * @returns the columns z_1, z_2, …
 */
export function slotUsed({ problem, program, moves }: Draft): number[] {
  return Array.from({ length: moves.slots }, (_, index) => {
    const used = program.column(1);
    for (let group = 0; group < problem.groups; group++) {
      const taken = addTaken(new Sum(), moves.leaving[group], index + 1, index + 1, 1);
      program.indicate(taken, problem.groupCount[group], used);
    }
    return used;
  });
}
