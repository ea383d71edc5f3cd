import { hasSlotBudgets } from '../../model/problem/side-rules.ts';
import { type Problem, SCHEDULE_ROW, type Schedule } from '../../model/problem.ts';
import { better, evaluate, isProved, levelsOf, trivialBounds } from '../levels.ts';
import { carryOut, initialProgress, type Progress, priceOf } from '../progress.ts';
import { EMPTY_SCHEDULE, rowsOf, toSchedule } from '../schedule.ts';
import { sideCountsOf } from '../side-rules/side-counts.ts';
import type { StepResult, Strategy } from '../strategy.ts';
import { fillSlot } from './slot.ts';
import { type Sources, sourcesOf } from './sources.ts';

/**
 * The paper's Algorithm 1, for several resources, a price per node and groups of interchangeable replicas
 * (`docs/model.md`, Heuristic). An atom is one slot. Slots go on while they lower the price, and some further where
 * budgets let only a part of a node leave in each; of all prefixes, none included, the one with the least objective is
 * the answer.
 */
export const heuristic: Strategy = {
  name: 'heuristic',
  summary:
    "The paper's Algorithm 1: slot by slot, fills the cheapest and fullest nodes from the dearest and emptiest. Fast, proves little.",
  start: () => encode({ done: false, best: 0, idle: 0, rows: EMPTY_SCHEDULE }),
  step: (problem, state, work) => Promise.resolve(step(problem, decode(state), work)),
};

/** The heuristic's answer in one go. */
export function heuristicSchedule(problem: Problem): Schedule {
  return step(problem, decode(heuristic.start(problem)), Number.POSITIVE_INFINITY).best;
}

interface State {
  done: boolean;
  /** Slots of the best prefix. */
  best: number;
  /** Slots since the last that lowered the price. */
  idle: number;
  /** Every slot so far. */
  rows: Schedule;
}

function step(problem: Problem, before: State, work: number): StepResult {
  const state = { ...before };
  const sources = sourcesOf(problem);
  const progress = initialProgress(problem);
  carryOut(problem, progress, rowsOf(state.rows));
  let spent = 0;
  while (!state.done && spent < work) spent += nextSlot(problem, sources, progress, state);

  const best = prefix(state.rows, state.best);
  const bounds = trivialBounds(problem);
  const proved = isProved(levelsOf(problem, evaluate(problem, best)), bounds);
  return {
    state: encode(state),
    best,
    bounds,
    done: state.done,
    proved,
    binding: proved ? [] : bindingOf(problem),
    work: spent,
  };
}

/** Adds one slot, or ends. Returns the work spent. */
function nextSlot(problem: Problem, sources: Sources, progress: Progress, state: State): number {
  const slots = slotsOf(state.rows);
  if (slots === problem.maxSlots) {
    state.done = true;
    return 1;
  }
  const sides = sideCountsOf(problem, rowsOf(state.rows));
  const { rows, looks } = fillSlot(problem, sources, progress, sides, slots + 1);
  const price = priceOf(problem, progress.hosted);
  carryOut(problem, progress, rows);
  state.idle = priceOf(problem, progress.hosted) < price ? 0 : state.idle + 1;
  if (rows.length > 0 && state.idle <= patienceOf(problem)) {
    state.rows = toSchedule([...rowsOf(state.rows), ...rows]);
    const bestYet = evaluate(problem, prefix(state.rows, state.best));
    if (better(problem, evaluate(problem, state.rows), bestYet)) state.best = slots + 1;
  } else {
    state.done = true;
  }
  return Math.ceil(looks / LOOKS_PER_WORK);
}

/** Slots in vain for the smallest problems, and looks at nodes that all of them may take: a slot looks at all pairs. */
const MOST_IDLE = 64;
const IDLE_LOOKS = 4_000_000;

/** Slots that need not lower the price: only where budgets may take several to empty one node. */
function patienceOf(problem: Problem): number {
  const { nodes } = problem;
  return hasSlotBudgets(problem) ? Math.min(MOST_IDLE, 2 + Math.floor(IDLE_LOOKS / (nodes * nodes))) : 0;
}

/** A look at a node or a group takes about a tenth of a microsecond, the moves that follow included. */
const LOOKS_PER_WORK = 10;

function slotsOf(rows: Schedule): number {
  return rows.length === 0 ? 0 : rows[rows.length - SCHEDULE_ROW + 2];
}

/** The first slots of a schedule. */
function prefix(rows: Schedule, slots: number): Schedule {
  return rows.filter((_, i) => rows[i - (i % SCHEDULE_ROW) + 2] <= slots);
}

/** Without a proof, every option that excludes some plan may be what keeps the answer from being better. */
function bindingOf({ maxSlots, maxMoves, movableReplicas, latencyIn, callFrom }: Problem): string[] {
  const names: string[] = [];
  if (latencyIn !== 'end' && callFrom.length > 0) names.push('latencyIn');
  if (maxMoves < movableReplicas) names.push('maxMoves');
  if (maxSlots < Math.min(maxMoves, movableReplicas)) names.push('maxSlots');
  return names;
}

const HEADER = 3;

function encode({ done, best, idle, rows }: State): Uint8Array {
  const words = new Int32Array(HEADER + rows.length);
  words.set([done ? 1 : 0, best, idle]);
  words.set(rows, HEADER);
  return new Uint8Array(words.buffer);
}

function decode(state: Uint8Array): State {
  // A copy: stored bytes need not lie on a multiple of four.
  const words = new Int32Array(state.slice().buffer);
  return { done: words[0] === 1, best: words[1], idle: words[2], rows: words.slice(HEADER) };
}
