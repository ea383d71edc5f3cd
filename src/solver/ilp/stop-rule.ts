import type { Problem } from '../../model/problem.ts';
import { type Phase, phaseValue } from './phases.ts';
import type { State } from './state.ts';

/**
 * When more slots can't help. The answer is to be the best of *any* number of slots, and a model of as many slots as
 * there are replicas is out of reach.
 *
 * Model T gives the best plan of at most T slots. For all others, R(k) bounds price and moves (weighted as the phase
 * has them) over plans of at least k moves: every rule that speaks of slots is dropped; kept are rule max-moves, and
 * for the end state latency and node capacity (up to the use at the start, where that is more). Every plan, however
 * many slots it has, ends in a state that R allows. A plan of more than T slots has at least T + 1 moves, since no slot
 * is without, so its value is at least R(T + 1) + [weight of slots] (T + 1). Once that reaches the best value, T slots
 * are enough:
 *
 * - weighted, α > 0: R(T + 1) + α (T + 1) ≥ best; at the latest when 2 α (T + 1) is all that moving can save;
 * - price (lexicographic, or α = 0): R ≥ best price, whatever T is;
 * - then moves at that price: T + 1 ≥ best moves, or R (fewest moves to any end state of that price) ≥ best moves. As
 *   many moves in more slots are not better: slots come last;
 * - slots: T + 1 ≥ best slots.
 *
 * No improvement from T to T + 1 proves nothing: moves that must wait for each other may pay only all together. So T
 * goes on to min(maxSlots, maxMoves, movable replicas) while none of these holds.
 *
 * Where work runs out, the same bounds hold for what is left, and the bound of the unfinished model for its slots.
 *
 * @returns no plan that is not `covered` yet has a lower value in this phase; Infinity when there is none
 */
export function leftBound(problem: Problem, phase: Phase, state: State): number {
  const last = mostSlots(problem);
  const beyond = (slots: number) =>
    slots > last ? Number.POSITIVE_INFINITY : unlimitedBound(phase, state, slots);
  return Math.max(beyond(state.covered + 1), Math.min(state.slotBound, beyond(state.slots + 1)));
}

/** No plan of at least so many slots has a lower value, whatever maxSlots is. */
export function unlimitedBound(phase: Phase, { relaxed, priceBound }: State, slots: number): number {
  const trivial = phaseValue(phase, { price: priceBound, moves: slots, slots });
  return relaxed.leastMoves > slots ? trivial : Math.max(trivial, relaxed.bound + phase.slots * slots);
}

/** More slots than this no plan has: every slot has a move, and no replica moves twice. */
export function mostSlots({ maxSlots, maxMoves, movableReplicas }: Problem): number {
  return Math.min(maxSlots, maxMoves, movableReplicas);
}
