import type { Problem } from '../../model/problem.ts';
import { type Score, trivialBounds } from '../levels.ts';
import type { Weights } from './instance.ts';

/**
 * Bounds per level from the bound of the weighted value. Lexicographic: a value is price · P + moves · M + slots with
 * room for every count between the weights, so a level's bound counts only once the levels above it are proved.
 */
export function levelBounds(problem: Problem, weights: Weights, best: Score, bound: number): number[] {
  const trivial = trivialBounds(problem);
  if (problem.objective === 'weighted') return [Math.max(trivial[0], bound)];
  const price = Math.max(trivial[0], Math.floor(bound / weights.price));
  if (price < best.price) return [price, 0, 0];
  const left = Math.max(0, bound - price * weights.price);
  const moves = Math.floor(left / weights.move);
  if (moves < best.moves) return [price, moves, 0];
  return [price, moves, Math.max(0, left - moves * weights.move)];
}
