import type { Problem } from '../../model/problem.ts';
import { addMoves, type Moves } from './moves.ts';
import { Program } from './program.ts';

/** A program on its way: what every rule reads and adds to. */
export interface Draft {
  readonly problem: Problem;
  readonly program: Program;
  readonly moves: Moves;
  /** Groups on each node at the start, [node]. */
  readonly hosted: readonly (readonly number[])[];
  /**
   * True for the relaxation without slots: all moves stand in one slot, and every rule that speaks of slots is left
   * out, so whatever any number of slots can reach is in it (`stop-rule.ts`).
   */
  readonly relaxed: boolean;
}

/** @throws TooLarge in the rules, once there are more than `nonZeros` */
export function startDraft(problem: Problem, slots: number, relaxed: boolean, nonZeros: number): Draft {
  const program = new Program(nonZeros);
  const hosted = Array.from({ length: problem.nodes }, (): number[] => []);
  for (let group = 0; group < problem.groups; group++) hosted[problem.groupNode[group]].push(group);
  return { problem, program, moves: addMoves(problem, program, slots), hosted, relaxed };
}
