import type { Problem } from '../../model/problem.ts';
import { priceBound } from '../levels.ts';
import type { Weights } from './instance.ts';

/**
 * Options that may keep the answer from being better. One is left out only where a plan beyond it, of the lowest price
 * there can be, is worth no less.
 */
export function bindingOf(
  problem: Problem,
  weights: Weights,
  value: number,
  latencyBinds: boolean,
): string[] {
  const { maxSlots, maxMoves, movableReplicas } = problem;
  const price = priceBound(problem) * weights.price;
  const mayBeBetter = (moves: number, slots: number) =>
    price + weights.move * moves + weights.slot * slots < value;
  const names: string[] = [];
  if (latencyBinds && problem.latencyIn !== 'end' && problem.callFrom.length > 0 && mayBeBetter(1, 1)) {
    names.push('latencyIn');
  }
  if (maxMoves < movableReplicas && mayBeBetter(maxMoves + 1, 1)) names.push('maxMoves');
  if (maxSlots < Math.min(maxMoves, movableReplicas) && mayBeBetter(maxSlots + 1, maxSlots + 1)) {
    names.push('maxSlots');
  }
  return names;
}
