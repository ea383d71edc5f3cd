import type { Problem } from '../../model/problem.ts';
import { heuristicSchedule } from '../heuristic/heuristic.ts';
import { evaluate, isProved, levelsOf, priceBound, trivialBounds } from '../levels.ts';
import { EMPTY_SCHEDULE } from '../schedule.ts';
import type { StepResult, Strategy } from '../strategy.ts';
import { bindingOf } from './binding.ts';
import { toBins } from './bins.ts';
import { toIncumbent } from './incumbent.ts';
import { toInstance, weightsOf } from './instance.ts';
import { levelBounds } from './level-bounds.ts';
import type { Pool } from './relax.ts';
import { decode, encode, restorePattern, type Saved, toSaved } from './state.ts';
import { type Branch, KINDS, lowerBound, rootBranches, seedPool, type Tree, toKinds, visit } from './tree.ts';

/**
 * Branch and price: a final placement is one pattern per node (who stays, who arrives); the relaxation over all
 * patterns bounds every branch, in exact integers. Plans of one slot are a search of their own, whose patterns fit
 * beside all old copies; for the others the relaxation knows no slots, which makes its bound valid for every number of
 * them. An atom is one branch, with the column generation and the dive that belong to it.
 */
export const exact: Strategy = {
  name: 'exact',
  summary: 'Branch and price over node patterns: proves plans optimal for every number of slots.',
  start: (problem) => encode(startState(problem)),
  step: (problem, state, work) => Promise.resolve(step(problem, decode(state), work)),
};

/** Movers, movers × nodes, and movers × bins (equal nodes are one), beyond which a relaxation takes too long. */
const MAX_MOVERS = 150;
const MAX_CELLS = 50_000;
const MAX_BIN_CELLS = 6000;

/** Whether the strategy searches the problem at all; otherwise it only has the heuristic's answer and trivial bounds. */
export function supports(problem: Problem): boolean {
  const { movableReplicas, nodes } = problem;
  const { price, move, slot } = weightsOf(problem);
  const total = problem.price.reduce((sum, units) => sum + units, 0);
  const largest = total * price + movableReplicas * (move + slot);
  if (movableReplicas > MAX_MOVERS || movableReplicas * nodes > MAX_CELLS) return false;
  if (largest * 8 * (movableReplicas + nodes + 700) >= 2 ** 51) return false;
  return movableReplicas * mostBins(problem) <= MAX_BIN_CELLS;
}

/** Bins of the kind of plan that has most. */
function mostBins(problem: Problem): number {
  if (problem.movableReplicas * problem.nodes <= MAX_BIN_CELLS) return problem.nodes;
  const instance = toInstance(problem);
  const kinds = new Set(rootsOf(problem).map(({ kind }) => kind));
  return Math.max(0, ...[...kinds].map((kind) => toBins(instance, kind).bins.length));
}

/** With the bounds that need no search: any plan in them has a move and its slots. */
function rootsOf(problem: Problem): Branch[] {
  const weights = weightsOf(problem);
  const least = priceBound(problem) * weights.price + weights.move;
  return rootBranches(Math.min(problem.maxSlots, problem.maxMoves), weights).map((root) => ({
    ...root,
    bound: least + root.slots * weights.slot,
  }));
}

function startState(problem: Problem): Saved {
  const searches = supports(problem) && problem.maxSlots > 0 && problem.maxMoves > 0;
  return {
    started: false,
    searches,
    schedule: [],
    patterns: KINDS.map(() => []),
    open: searches ? rootsOf(problem) : [],
    given: -1,
    nextId: 2,
    visited: 0,
    latencyBinds: false,
  };
}

function step(problem: Problem, saved: Saved, work: number): StepResult {
  const weights = weightsOf(problem);
  const counter = { steps: 0 };
  const spent = () => Math.ceil(counter.steps / STEPS_PER_UNIT);
  let state = saved;
  if (!state.started) {
    const schedule = heuristicSchedule(problem);
    const [stay, found] = [EMPTY_SCHEDULE, schedule].map((rows) => toIncumbent(problem, weights, rows));
    counter.steps += STEPS_PER_UNIT * (1000 + problem.groups * problem.nodes);
    state = {
      ...state,
      started: true,
      schedule: Array.from(found.value < stay.value ? schedule : EMPTY_SCHEDULE),
    };
  }
  if (!state.searches) return answerWithout(problem, state, spent());
  const tree = toTree(problem, state);
  while (tree.open.some(({ bound }) => bound < tree.best.value) && spent() < work) visit(tree, counter);
  const bound = lowerBound(tree);
  const bounds = levelBounds(problem, weights, tree.best.score, bound);
  const proved = isProved(levelsOf(problem, tree.best.score), bounds);
  return {
    state: encode(toSaved(tree)),
    best: tree.best.schedule,
    bounds,
    done: !tree.open.some(({ bound: left }) => left < tree.best.value),
    proved,
    binding: bindingOf(problem, weights, tree.best.value, tree.latencyBinds),
    work: spent(),
  };
}

/** Counted steps (two multiplications each, or two thirds of a table cell) that take about a microsecond. */
const STEPS_PER_UNIT = 300;

function answerWithout(problem: Problem, state: Saved, work: number): StepResult {
  const best = Int32Array.from(state.schedule);
  const bounds = trivialBounds(problem);
  const proved = isProved(levelsOf(problem, evaluate(problem, best)), bounds);
  const weights = weightsOf(problem);
  const binding = proved ? [] : bindingOf(problem, weights, toIncumbent(problem, weights, best).value, true);
  return { state: encode(state), best, bounds, done: true, proved, binding, work };
}

function toTree(problem: Problem, state: Saved): Tree {
  const instance = toInstance(problem);
  const kinds = toKinds(instance);
  const pools = state.patterns.map((patterns, kind): Pool => {
    const pool: Pool = { patterns: [], known: new Set() };
    seedPool(pool, kinds[kind]);
    for (const row of patterns) restorePattern(pool, row);
    return pool;
  });
  return {
    instance,
    kinds,
    pools,
    open: [...state.open],
    given: state.given < 0 ? Infinity : state.given,
    nextId: state.nextId,
    visited: state.visited,
    latencyBinds: state.latencyBinds,
    best: toIncumbent(problem, instance.weights, Int32Array.from(state.schedule)),
  };
}
