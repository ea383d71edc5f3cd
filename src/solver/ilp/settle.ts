import type { Problem } from '../../model/problem.ts';
import { evaluate } from '../levels.ts';
import { bindingOf } from './binding.ts';
import { levelCount, type Phase, phasesOf, phaseValue } from './phases.ts';
import { bestOf, type State, unsolved } from './state.ts';
import { leftBound } from './stop-rule.ts';

/** Attempts at a model that can only break a tie. */
const ATTEMPTS_AT_TIES = 1;

/** Draws every conclusion from what the atoms have found: models that are done with, phases that are over. */
export function settle(problem: Problem, state: State): void {
  const phases = phasesOf(problem);
  while (!state.done) {
    if (state.phase === phases.length) {
      state.done = state.doubtful === undefined;
      return;
    }
    const phase = phases[state.phase];
    const value = phaseValue(phase, evaluate(problem, bestOf(state)));
    if (state.slotBound >= value) cover(state);
    askForMoves(phase, state);
    const isTie = state.phase >= levelCount(problem);
    if (leftBound(problem, phase, state) >= value) endPhase(problem, state, phases, value);
    else if (isTie && !phase.raise && state.covered > 0) endPhase(problem, state, phases, value);
    else if (state.stuck && state.relaxed.closed) state.done = true;
    else if (isTie && state.attempt >= ATTEMPTS_AT_TIES) state.done = true;
    else return;
  }
}

/**
 * Opens the relaxation again when every plan that is left has more moves than its solution, and more moves cost.
 * Where neither price nor moves count, it has nothing to say.
 */
function askForMoves(phase: Phase, state: State): void {
  const { relaxed } = state;
  const leastMoves = state.covered + 1;
  if (phase.price + phase.moves === 0) relaxed.closed = true;
  const isShort = relaxed.closed && Math.max(relaxed.moves, relaxed.leastMoves) < leastMoves;
  if (isShort && phase.price > 0 && phase.moves > 0) state.relaxed = unsolved(relaxed.bound, leastMoves);
}

/** No plan of at most `state.slots` slots is better: on to one slot more. */
function cover(state: State): void {
  state.covered = state.slots;
  newModel(state, state.slots + 1);
}

function newModel(state: State, slots: number): void {
  state.slots = slots;
  state.attempt = 0;
  state.slotBound = 0;
  state.stuck = false;
}

function endPhase(problem: Problem, state: State, phases: readonly Phase[], value: number): void {
  if (state.phase < levelCount(problem)) {
    state.bounds.push(value);
    state.binding = bindingOf(problem, state, phases[state.phase], value);
    if (state.phase === 0 && state.binding.includes('maxMoves')) state.doubtful = value;
  }
  state.phase++;
  // The model of the next phase has the slots that were enough in this one, and those of the best plan.
  newModel(state, Math.max(1, state.covered, evaluate(problem, bestOf(state)).slots));
  state.covered = 0;
  state.relaxed = unsolved(0);
  state.hint = [];
}

/** One bound per level; `settle` has been here. */
export function boundsOf(problem: Problem, state: State): number[] {
  const phases = phasesOf(problem);
  const score = evaluate(problem, bestOf(state));
  const bounds = state.bounds.slice();
  for (let level = bounds.length; level < levelCount(problem); level++) {
    const value = phaseValue(phases[level], score);
    // The best of all is not to stay where something else is better already, so it has a move and a slot.
    const later = Math.min(score.moves, 1);
    bounds.push(level === state.phase ? Math.min(value, leftBound(problem, phases[level], state)) : later);
  }
  return bounds;
}
