import type { Problem } from '../../model/problem.ts';
import { type Phase, phaseValue } from './phases.ts';
import type { State } from './state.ts';
import { unlimitedBound } from './stop-rule.ts';

/**
 * Options that may keep the answer from being better, as far as the level that has just been proved tells. An
 * option is left out only when a bound that does without it reaches the value as well.
 */
export function bindingOf(problem: Problem, state: State, phase: Phase, value: number): string[] {
  const names = new Set(state.binding);
  if (needsMaxSlots(problem, state, phase, value)) names.add('maxSlots');
  if (state.phase === 0 && needsMaxMoves(problem, state, phase, value)) names.add('maxMoves');
  if (needsLatencyIn(problem, state, phase, value)) names.add('latencyIn');
  return [...names].sort();
}

/** Whether plans of more slots than allowed might be better. With maxMoves at most as large there are none. */
function needsMaxSlots(
  { maxSlots, maxMoves, movableReplicas }: Problem,
  state: State,
  phase: Phase,
  value: number,
): boolean {
  if (maxSlots >= Math.min(maxMoves, movableReplicas)) return false;
  return unlimitedBound(phase, state, maxSlots + 1) < value;
}

/** Whether plans of more moves than allowed might be better, before any program is asked (`doubtMaxMoves`). */
function needsMaxMoves(
  { maxMoves, movableReplicas }: Problem,
  { priceBound }: State,
  phase: Phase,
  value: number,
): boolean {
  if (maxMoves >= movableReplicas) return false;
  return phaseValue(phase, { price: priceBound, moves: maxMoves + 1, slots: 1 }) < value;
}

/**
 * Whether plans that keep latency only in the end might be better. The relaxation asks no more than that, and with a
 * single slot `slots` does not either.
 */
function needsLatencyIn(
  { latencyIn, callFrom }: Problem,
  state: State,
  phase: Phase,
  value: number,
): boolean {
  if (latencyIn === 'end' || callFrom.length === 0) return false;
  const slots = latencyIn === 'slots' ? Math.min(state.covered, 1) : 0;
  return state.covered > slots && unlimitedBound(phase, state, 1) < value;
}
