import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule max-moves: at most `maxMoves` moves, as stated. Excess in moves, for the plan as a whole. */
export function maxMoves({ options: { maxMoves: limit }, replay }: CheckContext): Violation[] {
  const moves = replay.reduce((sum, { stated }) => sum + stated.length, 0);
  if (moves <= limit) return [];
  const message = `the plan has ${moves} moves, at most ${limit} are allowed`;
  return [{ rule: 'max-moves', slot: 0, subject: 'maxMoves', excess: String(moves - limit), message }];
}
