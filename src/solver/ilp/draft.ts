import type { Problem, Schedule } from '../../model/problem.ts';
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

/** What a draft starts with. */
interface Outline {
  readonly slots: number;
  readonly relaxed: boolean;
  /** Non-zeros that the program may have; going beyond throws TooLarge. */
  readonly nonZeros: number;
  /** Only routes that one of these takes. */
  readonly among?: readonly Schedule[] | undefined;
}

export function startDraft(problem: Problem, { slots, relaxed, nonZeros, among }: Outline): Draft {
  const program = new Program(nonZeros);
  const hosted = Array.from({ length: problem.nodes }, (): number[] => []);
  for (let group = 0; group < problem.groups; group++) hosted[problem.groupNode[group]].push(group);
  return { problem, program, moves: addMoves(problem, program, slots, among), hosted, relaxed };
}
