import type { Problem } from '../../model/problem.ts';
import type { Engine } from '../highs.ts';
import { evaluate, isProved, levelsOf } from '../levels.ts';
import type { StepResult, Strategy } from '../strategy.ts';
import { askHeuristic, doubtMaxMoves, followHint, solveRelaxed, solveSlots } from './atoms.ts';
import { phasesOf } from './phases.ts';
import { boundsOf, settle } from './settle.ts';
import { bestOf, decodeState, encodeState, initialState, type State } from './state.ts';

/**
 * The paper's integer program (2)–(10) on HiGHS, over counts instead of single replicas, with the number of slots
 * raised step by step until more can't help (`stop-rule.ts`). An atom is one HiGHS call.
 */
export const ilp: Strategy = {
  name: 'ilp',
  summary:
    "The paper's integer program on HiGHS: the best plan of any number of slots, with a proof, or bounds when work runs out.",
  start: (problem) => encodeState(initialState(problem)),
  step,
};

async function step(problem: Problem, bytes: Uint8Array, work: number, engine: Engine): Promise<StepResult> {
  const state = decodeState(bytes);
  let spent = 0;
  while (!state.done && spent < work) {
    spent += await nextAtom(problem, state, engine);
    settle(problem, state);
  }
  const best = bestOf(state);
  const bounds = boundsOf(problem, state);
  return {
    state: encodeState(state),
    best,
    bounds,
    done: state.done,
    proved: isProved(levelsOf(problem, evaluate(problem, best)), bounds),
    binding: state.binding,
    work: spent,
    ...(state.engineFailed === undefined ? {} : { engineFailed: state.engineFailed }),
  };
}

function nextAtom(problem: Problem, state: State, engine: Engine): Promise<number> {
  if (!state.started) return askHeuristic(problem, state, engine);
  if (state.phase === phasesOf(problem).length) return doubtMaxMoves(problem, state, engine);
  if (state.hint.length > 0) return followHint(problem, state, engine);
  // The relaxation first, as it is the smaller one, then both in turn.
  if (!state.relaxed.closed && (state.stuck || state.relaxed.attempt <= state.attempt)) {
    return solveRelaxed(problem, state, engine);
  }
  return solveSlots(problem, state, engine);
}
