import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/** Rule one-move (8): a group has no more moves, over all targets and slots, than replicas. */
export function oneMove({ problem, program, moves }: Draft): void {
  for (let group = 0; group < problem.groups; group++) {
    program.atMost(addTaken(new Sum(), moves.leaving[group], 1, moves.slots, 1), problem.groupCount[group]);
  }
}
