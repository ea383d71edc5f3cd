import type { Problem } from '../../model/problem.ts';
import type { Score } from '../levels.ts';

/**
 * What is minimised in one phase: a weighted sum of price, moves and slots. A later phase starts when the earlier
 * ones are proved, and keeps their values by a row.
 */
export interface Phase {
  readonly price: number;
  readonly moves: number;
  readonly slots: number;
  /** Whether more slots are tried as long as they might help (`stop-rule.ts`). */
  readonly raise: boolean;
}

const PRICE: Phase = { price: 1, moves: 0, slots: 0, raise: true };
const MOVES: Phase = { price: 0, moves: 1, slots: 0, raise: true };
/** No plan with more slots than the best has fewer. */
const SLOTS: Phase = { price: 0, moves: 0, slots: 1, raise: false };

/**
 * The levels of the objective, then what breaks ties. Weighted with α = 0 is lexicographic, but for how much of it is
 * reported as a level. With α > 0, plans that cost the same with fewer moves and more slots than any model had are
 * not looked for.
 */
export function phasesOf({ objective, alpha }: Problem): readonly Phase[] {
  if (objective === 'lexicographic' || alpha === 0) return [PRICE, MOVES, SLOTS];
  return [{ price: 1, moves: alpha, slots: alpha, raise: true }, { ...MOVES, raise: false }, SLOTS];
}

/** How many of the phases are levels, whose values are claimed. */
export function levelCount({ objective }: Problem): number {
  return objective === 'weighted' ? 1 : 3;
}

export function phaseValue(phase: Phase, { price, moves, slots }: Score): number {
  return phase.price * price + phase.moves * moves + phase.slots * slots;
}
