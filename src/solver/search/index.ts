import { hasSlotBudgets } from '../../model/problem/side-rules.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { heuristicSchedule } from '../heuristic/heuristic.ts';
import { better, evaluate, isProved, levelsOf, pinnedNodes, type Score, trivialBounds } from '../levels.ts';
import { EMPTY_SCHEDULE, rowsOf } from '../schedule.ts';
import type { StepResult, Strategy } from '../strategy.ts';
import { boardOf } from './board.ts';
import { construct } from './construct.ts';
import { Draws, seedOf } from './draws.ts';
import { menuBound } from './menu-bound.ts';
import { firstMenus, improveMenus, shapesOf } from './menu-search.ts';
import { evaluateMenus, Relaxation } from './menus.ts';
import { NodeGroups } from './node-groups.ts';
import { dualPrices } from './prices.ts';
import type { Search } from './repack.ts';
import { decodeState, encodeState, type State } from './state.ts';
import { shorten, takeBackUseless } from './tidy.ts';
import { tryOnce } from './tries.ts';
import { Weights } from './weights.ts';

/**
 * Local search for large deployments, guided by a relaxation that also bounds what any plan can reach (`menus.ts`).
 * Atoms: the paper's heuristic; the relaxation; a plan built from it; then some tries each to empty one more node by
 * repacking a few others (`repack.ts`), until they have long been in vain. Everything between two atoms is in the state:
 * the rows, the draws, the menus.
 */
export const search: Strategy = {
  name: 'search',
  summary:
    'Local search for large deployments: empties nodes as a whole and repacks a few others at a time, guided and bounded by a relaxation.',
  start: (problem) => encodeState(initialState(problem)),
  step: (problem, state, work) => Promise.resolve(step(problem, state, work)),
};

/**
 * Searches that can go on where they are, by the very bytes that they returned: making a search of them again takes some
 * tenths of a second for the largest problems, and comes to the same.
 */
const running = new WeakMap<Uint8Array, { problem: Problem; run: Run }>();

/** Slots that the search uses at most: chains of more are rare, and every slot costs time and memory. */
const MOST_SLOTS = 4;
/** The same with side rules, which may let few replicas move at once. */
const MOST_NARROW_SLOTS = 200;
/** Tries of one atom. */
const TRIES = 20;
/** Tries in vain after which the search ends: so many per node, and some. */
const PATIENCE_PER_NODE = 20;
const PATIENCE = 200;

function initialState(problem: Problem): State {
  const menus = { count: 0, rate: new Float64Array(0), perMove: 0 };
  const draws = seedOf(problem);
  return {
    phase: 0,
    done: false,
    draws,
    idle: 0,
    bound: 0,
    menus,
    rows: EMPTY_SCHEDULE,
    rival: EMPTY_SCHEDULE,
  };
}

function step(problem: Problem, bytes: Uint8Array, work: number): StepResult {
  const known = running.get(bytes);
  // Whoever comes with the same bytes once more starts from them.
  running.delete(bytes);
  const run = known?.problem === problem ? known.run : new Run(problem, decodeState(bytes));
  const { state } = run;
  let spent = 0;
  while (!state.done && spent < work) spent += run.next();
  run.save();
  const best = bestOf(problem, state);
  const score = evaluate(problem, best);
  const bounds = boundsOf(problem, state, score);
  const proved = isProved(levelsOf(problem, score), bounds);
  if (proved) state.done = true;
  const after = encodeState(state);
  if (!state.done) running.set(after, { problem, run });
  return {
    state: after,
    best,
    bounds,
    done: state.done,
    proved,
    binding: proved ? [] : bindingOf(problem),
    work: spent,
  };
}

/** A state being worked on, with everything that can be made again from it. */
class Run {
  readonly #problem: Problem;
  readonly state: State;
  readonly #alpha: number;
  #search: Search | undefined;

  constructor(problem: Problem, state: State) {
    this.#problem = problem;
    this.state = state;
    this.#alpha = problem.objective === 'weighted' ? problem.alpha : 0;
  }

  /** Runs one atom. @returns the work spent */
  next(): number {
    const phase = this.state.phase;
    if (phase < 3) this.state.phase += 1;
    if (phase === 0) return this.#askHeuristic();
    if (phase === 1) return this.#relax();
    if (phase === 2) return this.#construct();
    return this.#try();
  }

  save(): void {
    if (!this.#search) return;
    this.state.rows = this.#search.board.schedule();
    this.state.draws = this.#search.draws.state;
  }

  #askHeuristic(): number {
    const { nodes, groups, maxSlots, movableReplicas } = this.#problem;
    if (maxSlots === 0 || movableReplicas === 0) this.state.done = true;
    else this.state.rival = heuristicSchedule(this.#problem);
    return Math.ceil((nodes * nodes) / 20 + groups * 2);
  }

  #relax(): number {
    const problem = this.#problem;
    const relaxation = new Relaxation(problem, this.#alpha);
    const duals = dualPrices(problem, this.#alpha);
    const shapes = shapesOf(relaxation, duals);
    const { menus, steps } = improveMenus(
      relaxation,
      firstMenus(relaxation, shapes, duals, this.#alpha),
      shapes,
    );
    this.state.menus = menus;
    this.state.bound = menuBound(relaxation, menus);
    return Math.ceil(steps * (problem.groups + problem.nodes) * 0.05);
  }

  #construct(): number {
    const search = this.#searchOf();
    const { board } = search;
    const looks = construct(search);
    takeBackUseless(board);
    shorten(board);
    const { rival } = this.state;
    const problem = this.#problem;
    if (better(problem, board.score(), evaluate(problem, rival))) this.state.rival = EMPTY_SCHEDULE;
    return Math.ceil((looks + board.changes) * 1.5 + board.asked);
  }

  #try(): number {
    const search = this.#searchOf();
    const { board } = search;
    const { changes, looks, asked } = board;
    const state = this.state;
    const patience = PATIENCE_PER_NODE * this.#problem.nodes + PATIENCE;
    for (let i = 0; i < TRIES; i++) state.idle = tryOnce(search) ? 0 : state.idle + 1;
    if (state.idle >= patience) {
      takeBackUseless(board);
      shorten(board);
      state.done = true;
    }
    const steps = (board.changes - changes) * 2.5 + (board.looks - looks) + (board.asked - asked);
    return Math.ceil(steps + TRIES * 80);
  }

  #searchOf(): Search {
    if (this.#search) return this.#search;
    const { menus, rows, draws } = this.state;
    const problem = this.#problem;
    const { choice } = evaluateMenus(new Relaxation(problem, this.#alpha), menus);
    this.#search = {
      board: boardOf(problem, rowsOf(rows), slotsOf(problem)),
      weights: new Weights(problem, menus, this.#alpha, choice),
      groups: new NodeGroups(problem),
      pinned: pinnedNodes(problem),
      draws: new Draws(draws),
    };
    return this.#search;
  }
}

function slotsOf(problem: Problem): number {
  const isNarrow = problem.domainRules.length > 0 || hasSlotBudgets(problem);
  return Math.min(isNarrow ? MOST_NARROW_SLOTS : MOST_SLOTS, problem.maxSlots);
}

function bestOf(problem: Problem, { rows, rival }: State): Schedule {
  return better(problem, evaluate(problem, rival), evaluate(problem, rows)) ? rival : rows;
}

/** The better one of the relaxation's bound and the trivial one. A plan that moves has a slot, too. */
function boundsOf(problem: Problem, { bound }: State, { moves, slots }: Score): number[] {
  const [least, ...later] = trivialBounds(problem);
  if (problem.objective === 'lexicographic') {
    // The best of all is not to stay where something else is better already, so it has a move and a slot.
    return [
      Math.max(least, bound),
      ...[moves, slots].map((value, i) => Math.max(later[i], Math.min(value, 1))),
    ];
  }
  const staying = evaluate(problem, EMPTY_SCHEDULE).price;
  return [Math.min(staying, Math.max(least, bound + problem.alpha))];
}

function bindingOf(problem: Problem): string[] {
  const { maxSlots, maxMoves, movableReplicas, latencyIn, callFrom } = problem;
  const names: string[] = [];
  if (maxSlots < movableReplicas) names.push('maxSlots');
  if (maxMoves < movableReplicas) names.push('maxMoves');
  if (latencyIn !== 'end' && callFrom.length > 0) names.push('latencyIn');
  return names;
}
