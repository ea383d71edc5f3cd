import type { Problem, Schedule } from '../../model/problem.ts';
import { heuristic } from '../heuristic/heuristic.ts';
import type { Engine } from '../highs.ts';
import { better, evaluate } from '../levels.ts';
import { EMPTY_SCHEDULE } from '../schedule.ts';
import { type Attempt, attempt, unlessTooLarge } from './attempt.ts';
import { type Question, relaxedModel, slotModel } from './model.ts';
import { phasesOf, phaseValue } from './phases.ts';
import { bestOf, type State } from './state.ts';
import { mostSlots } from './stop-rule.ts';
import { MOST_NON_ZEROS } from './work.ts';

/** The atoms of the search: each changes the state and returns the work units spent. */

/** Starts from the heuristic's answer where that beats staying and keeps every row. */
export async function askHeuristic(problem: Problem, state: State, engine: Engine): Promise<number> {
  const { best, work } = await heuristic.step(
    problem,
    heuristic.start(problem),
    Number.POSITIVE_INFINITY,
    engine,
  );
  const { slots } = evaluate(problem, best);
  const question = { phase: phasesOf(problem)[0], kept: [], nonZeros: MOST_NON_ZEROS };
  const model = slots > 0 ? unlessTooLarge(() => slotModel(problem, question, slots, [best])) : null;
  if (model?.point(best)) takeIfBetter(problem, state, best);
  state.started = true;
  return work;
}

/** One attempt at the relaxation without slots. */
export async function solveRelaxed(problem: Problem, state: State, engine: Engine): Promise<number> {
  const question = questionOf(problem, state);
  const { relaxed } = state;
  const enough = phaseValue(question.phase, evaluate(problem, bestOf(state)));
  const build = () =>
    relaxedModel(problem, question, { leastMoves: relaxed.leastMoves, enough, limited: true });
  const result = await attempt(engine, build, bestOf(state), relaxed.attempt);
  noteFault(state, result);
  relaxed.bound = Math.max(relaxed.bound, result.proven);
  relaxed.attempt++;
  relaxed.closed = result.ended !== 'limit';
  if (result.ended === 'stuck') relaxed.moves = problem.movableReplicas;
  else if (result.schedule) relaxed.moves = evaluate(problem, result.schedule).moves;
  state.hint = Array.from(result.schedule ?? EMPTY_SCHEDULE);
  return result.work;
}

/** Slots of a plan put together from the moves of a relaxation. Few plans have more, and these models are small. */
const SLOTS_OF_HINTS = 4;

/**
 * Tries to carry out in several slots what the relaxation has found, in part or in full: a small model, as it has only
 * the moves of that and of the best plan. Where it succeeds, the bound is reached without a large model of as many slots.
 */
export async function followHint(problem: Problem, state: State, engine: Engine): Promise<number> {
  const question = questionOf(problem, state);
  const best = bestOf(state);
  const among = [best, Int32Array.from(state.hint)];
  state.hint = [];
  const slots = Math.min(mostSlots(problem), Math.max(SLOTS_OF_HINTS, evaluate(problem, best).slots));
  const result = await attempt(engine, () => slotModel(problem, question, slots, among), best, 0);
  noteFault(state, result);
  if (result.schedule) takeIfBetter(problem, state, result.schedule);
  return result.work;
}

/** One attempt at the model of `state.slots` slots. */
export async function solveSlots(problem: Problem, state: State, engine: Engine): Promise<number> {
  const question = questionOf(problem, state);
  const best = bestOf(state);
  const known = evaluate(problem, best).slots <= state.slots ? best : EMPTY_SCHEDULE;
  const result = await attempt(engine, () => slotModel(problem, question, state.slots), known, state.attempt);
  noteFault(state, result);
  if (result.schedule) takeIfBetter(problem, state, result.schedule);
  state.slotBound = Math.max(state.slotBound, result.proven);
  state.attempt++;
  state.stuck = result.ended !== 'limit';
  return result.work;
}

/**
 * Clears 'maxMoves' of keeping the answer from being better, when every end state with more moves than it allows is
 * at least as dear. One attempt: what it leaves open stays named.
 */
export async function doubtMaxMoves(problem: Problem, state: State, engine: Engine): Promise<number> {
  const value = state.doubtful ?? 0;
  delete state.doubtful;
  const [phase] = phasesOf(problem);
  const question = { phase, kept: [], nonZeros: MOST_NON_ZEROS };
  const relaxation = { leastMoves: problem.maxMoves + 1, enough: value, limited: false };
  const build = () => relaxedModel(problem, question, relaxation);
  const result = await attempt(engine, build, EMPTY_SCHEDULE, 0);
  noteFault(state, result);
  if (result.proven + phase.slots >= value)
    state.binding = state.binding.filter((name) => name !== 'maxMoves');
  return result.work;
}

function questionOf(problem: Problem, state: State): Question {
  const phases = phasesOf(problem);
  const score = evaluate(problem, bestOf(state));
  const kept = phases.slice(0, state.phase).map((phase) => ({ phase, value: phaseValue(phase, score) }));
  return { phase: phases[state.phase], kept, nonZeros: MOST_NON_ZEROS };
}

function takeIfBetter(problem: Problem, state: State, schedule: Schedule): void {
  if (better(problem, evaluate(problem, schedule), evaluate(problem, bestOf(state))))
    state.best = Array.from(schedule);
}

function noteFault(state: State, { fault }: Attempt): void {
  if (fault !== undefined) state.engineFailed ??= fault;
}
