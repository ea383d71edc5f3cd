import type { Problem } from '../../model/problem.ts';
import { heuristicSchedule } from '../heuristic/heuristic.ts';
import type { Engine } from '../highs.ts';
import { evaluate, isProved, levelsOf, priceBound, trivialBounds } from '../levels.ts';
import { EMPTY_SCHEDULE } from '../schedule.ts';
import { search } from '../search/index.ts';
import type { StepResult, Strategy } from '../strategy.ts';
import { bindingOf } from './binding.ts';
import { toBins } from './bins.ts';
import { NOT_AT } from './domain.ts';
import { isFeasible, toIncumbent } from './incumbent.ts';
import { toInstance, type Weights, weightsOf } from './instance.ts';
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
  step: (problem, state, work, engine) => step(problem, decode(state), work, engine),
};

/** Movers, movers × nodes, and movers × bins (equal nodes are one), beyond which a relaxation takes too long. */
const MAX_MOVERS = 150;
const MAX_CELLS = 50_000;
const MAX_BIN_CELLS = 6000;

/** Whether the strategy searches the problem at all; otherwise it only has the heuristic's answer and trivial bounds. */
export function supports(problem: Problem): boolean {
  const { movableReplicas, nodes } = problem;
  if (movableReplicas > MAX_MOVERS || movableReplicas * nodes > MAX_CELLS || !isExact(problem)) return false;
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
function rootsOf(problem: Problem, price = priceBound(problem)): Branch[] {
  const weights = weightsOf(problem);
  const least = price * weights.price + weights.move;
  const roots = rootBranches(Math.min(problem.maxSlots, problem.maxMoves), weights).map((root) => ({
    ...root,
    bound: least + root.slots * weights.slot,
  }));
  return problem.stayPrice ? leavingRoots(problem, problem.stayPrice.workload, roots) : roots;
}

/**
 * All plans that move a replica of the workload: those of one group are interchangeable, so in one of the branches the
 * first of a group does not end where it is. All other plans pay for staying (`stayBound`).
 */
function leavingRoots(problem: Problem, workload: number, roots: readonly Branch[]): Branch[] {
  const instance = toInstance(problem);
  return roots.flatMap((root) => {
    const { bins } = toBins(instance, root.kind);
    return bins.flatMap(({ own }, b) => {
      const movers = own.filter((i) => instance.workload[i] === workload);
      const firsts = movers.filter((i, at) => instance.group[i] !== instance.group[movers[at - 1]]);
      return firsts.map((first): Branch => ({ ...root, decisions: [[NOT_AT, first, b]] }));
    });
  });
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
    apart: [],
    nextId: 2,
    visited: 0,
    latencyBinds: false,
    steps: 0,
    floor: 0,
  };
}

async function step(problem: Problem, saved: Saved, work: number, engine: Engine): Promise<StepResult> {
  const counter = { steps: saved.steps };
  const spent = () => Math.ceil((counter.steps - saved.steps) / STEPS_PER_UNIT);
  let state = saved;
  if (!state.started) {
    const weights = weightsOf(problem);
    const { schedule, floor, spent: units } = await firstPlan(problem, weights, engine);
    const [stay, found] = [EMPTY_SCHEDULE, schedule].map((rows) => toIncumbent(problem, weights, rows));
    const isKept = found.value < stay.value && (!saved.searches || isFeasible(problem, schedule));
    counter.steps += STEPS_PER_UNIT * units;
    state = {
      ...state,
      started: true,
      floor,
      schedule: Array.from(isKept ? schedule : EMPTY_SCHEDULE),
    };
  }
  if (!state.searches) return answerWithout(problem, state, spent());
  const { settled } = state;
  const tree = toTree(settled ? byMoves(problem) : problem, state);
  const { floor } = state;
  const isOver = () =>
    !tree.open.some(({ bound }) => bound < tree.best.value) ||
    (settled ? counter.steps >= settled.until : floor >= tree.best.value);
  while (!isOver() && spent() < work) visit(tree, counter);
  const over = isOver();
  const lowest = Math.min(tree.best.value, Math.max(floor, lowerBound(tree)), stayBound(problem));
  const bound = settled?.bound ?? lowest;
  const next = over && !settled ? fewerMoves(problem, tree, bound, counter.steps) : undefined;
  return {
    state: encode(next ?? toSaved(tree, { steps: counter.steps, floor, settled })),
    ...claims(problem, tree, bound),
    done: over && !next,
    work: spent(),
  };
}

/** No plan that keeps the workload where it is has a lower weighted value: these are in no branch. */
function stayBound(problem: Problem): number {
  if (!problem.stayPrice) return Infinity;
  return (problem.stayPrice.price + priceBound(problem)) * weightsOf(problem).price;
}

/**
 * Movers × nodes from which another search goes first: it costs little beside the tree, and knows better plans. Where rules
 * compare domains it always does: the tree's placements seldom keep them by chance.
 */
const FIRST_SEARCH_CELLS = 1500;
const FIRST_SEARCH_UNITS = 1_000_000;

/** A plan to start from, a bound on the weighted value, and what they cost in work units. */
async function firstPlan(problem: Problem, weights: Weights, engine: Engine) {
  const cells = problem.movableReplicas * problem.nodes;
  const spent = 1000 + problem.groups * problem.nodes;
  const first = problem.domainRules.some(({ form }) => form === 'skew') ? 0 : FIRST_SEARCH_CELLS;
  if (cells < first || cells > MAX_CELLS || problem.maxSlots === 0 || problem.maxMoves === 0)
    return { schedule: heuristicSchedule(problem), floor: 0, spent };
  const { best, bounds, work } = await search.step(
    problem,
    search.start(problem),
    FIRST_SEARCH_UNITS,
    engine,
  );
  return { schedule: best, floor: bounds[0] * weights.price, spent: spent + work };
}

function claims(problem: Problem, { best, latencyBinds }: Tree, bound: number) {
  const weights = weightsOf(problem);
  const bounds = levelBounds(problem, weights, best.score, bound);
  const { value } = toIncumbent(problem, weights, best.schedule);
  return {
    best: best.schedule,
    bounds,
    proved: isProved(levelsOf(problem, best.score), bounds),
    binding: bindingOf(problem, weights, value, latencyBinds),
  };
}

const byMoves = (problem: Problem): Problem => ({ ...problem, objective: 'lexicographic' });

/** A search for fewer moves may always take so many steps. */
const LEAST_STEPS = 6e8;

/**
 * Where moves and slots weigh nothing, equal nodes are one bin and who was where is not looked at. Of equally cheap plans
 * the one of fewest moves, then slots, is wanted all the same: another search for these at the price that is
 * reached, of as many steps as the first took. What it finds is no claim.
 */
function fewerMoves(problem: Problem, tree: Tree, bound: number, steps: number): Saved | undefined {
  const weights = weightsOf(problem);
  const other = byMoves(problem);
  const isFree = weights.move + weights.slot === 0 && tree.best.score.moves > 1;
  if (!isFree || problem.movableReplicas * problem.nodes > MAX_BIN_CELLS || !isExact(other)) return undefined;
  return {
    ...startState(problem),
    started: true,
    searches: true,
    schedule: Array.from(tree.best.schedule),
    open: rootsOf(other, tree.best.score.price),
    latencyBinds: tree.latencyBinds,
    steps,
    settled: { bound, until: steps + Math.max(steps, LEAST_STEPS) },
  };
}

/** Whether doubles hold all that comes up. */
function isExact(problem: Problem): boolean {
  const { movableReplicas, nodes } = problem;
  const { price, move, slot } = weightsOf(problem);
  const total = problem.price.reduce((sum, units) => sum + units, problem.stayPrice?.price ?? 0);
  const largest = total * price + movableReplicas * (move + slot);
  return largest * 8 * (movableReplicas + nodes + 700) < 2 ** 51;
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
    apart: state.apart,
    nextId: state.nextId,
    visited: state.visited,
    latencyBinds: state.latencyBinds,
    best: toIncumbent(problem, instance.weights, Int32Array.from(state.schedule)),
  };
}
