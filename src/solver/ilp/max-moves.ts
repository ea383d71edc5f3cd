import type { Draft } from './draft.ts';
import type { Sum } from './sum.ts';

/** Rule max-moves: no more moves than the user allows. */
export function maxMoves({ problem, program }: Draft, moves: Sum): void {
  program.atMost(moves, problem.maxMoves);
}
