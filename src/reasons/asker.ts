import { resolveOptions } from '../model/options.ts';
import type { Level } from '../model/plan.ts';
import type { Problem, Schedule } from '../model/problem.ts';
import type { Question } from '../model/read-question.ts';
import { toProblem } from '../model/to-problem.ts';
import { isFeasible } from '../solver/exact/incumbent.ts';
import type { Engine } from '../solver/highs.ts';
import { evaluate, levelsOf, type Score } from '../solver/levels.ts';
import { levelClaims } from '../solver/plan/level-claims.ts';
import { EMPTY_SCHEDULE } from '../solver/schedule.ts';
import { search } from '../solver/search/index.ts';
import { strategyFor } from '../solver/strategies.ts';
import type { StepResult, Strategy } from '../solver/strategy.ts';
import { construct, type NamedMove, replayed } from './construct.ts';
import { type Demand, does, onlyDemand, withDemand, withMovers } from './demand.ts';
import { isImpossible } from './impossible.ts';

export type Verdict = 'yes' | 'no' | 'unknown';

/** Whether a plan can do what is demanded; `unknown` when the work ran out first. With a plan that does what is demanded, when the verdict is yes. */
export type Answer =
  | { readonly verdict: 'yes'; readonly problem: Problem; readonly schedule: Schedule }
  | { readonly verdict: 'no' | 'unknown' };

/** What is minimised in a level of the objective, as plans state it. */
export type LevelValue = Pick<Level, 'name' | 'value'>;

/** The best plan that was found. */
export interface Best {
  readonly problem: Problem;
  readonly schedule: Schedule;
  readonly score: Score;
  /** The levels of the objective, most important first. */
  readonly levels: readonly LevelValue[];
  /** Whether none is better. */
  readonly proved: boolean;
}

/** Movers up to which all plans are looked at at once; with more, those that move nothing but what has to move come first. */
const FEW = 20;

/** Movers × nodes from which a proof is long, and the work units that its first steps take for each. */
const LONG_CELLS = 1500;
const UNITS_PER_CELL = 400;

/** Work units for looking at a question before it is asked for a proof. */
const GLANCE = 30_000;

/** Work units of one step. Only says how often it is looked at whether the question is answered. */
const STEP = 20_000;

/** What is known of plans that do what is demanded, and of the others, from a look at a question. All in money units of `problem`. */
export interface Glance {
  readonly moneyUnit: bigint;
  /** The best plan that was found of those that do what is demanded. */
  readonly best: Best | undefined;
  /** Its first level, and what no plan goes below; of those that do what is demanded. */
  readonly doing: { readonly found: number; readonly bound: number };
  /** The same of those that do not. */
  readonly not: { readonly found: number; readonly bound: number };
}

/**
 * Asks the strategies, and counts the work units of all questions together. First a plan is built and what is plain to see
 * is looked at; then come the strategies of `auto`: `exact` where it searches, else `ilp`, else `search`, which finds plans
 * and proves nothing.
 */
export class Asker {
  readonly #engine: Engine;
  /** Those of the plan that is explained: plans that do more are built on it. */
  moves: readonly NamedMove[] = [];
  /** Work units left for the question at hand. */
  limit = 0;
  spent = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether any plan does what is demanded, whatever it costs. */
  async can(question: Question, demand: Demand): Promise<Answer> {
    const problem = this.#problemOf(question);
    if (problem === undefined) return { verdict: 'unknown' };
    const built = this.#build(problem, demand);
    if (built) return { verdict: 'yes', problem, schedule: built };
    if (isImpossible(problem, demand)) return { verdict: 'no' };
    if (problem.movableReplicas > FEW) {
      const few = onlyDemand(withMovers(problem, demand), demand);
      const quick = await this.#run(few, ({ best, bounds }) => bounds[0] > 0 || isFree(few, best));
      if (quick && isFree(few, quick.best)) return { verdict: 'yes', problem, schedule: quick.best };
    }
    const asked = onlyDemand(problem, demand);
    const found = await this.#run(asked, ({ best, bounds }) => bounds[0] > 0 || isFree(asked, best));
    const schedule = found?.best ?? EMPTY_SCHEDULE;
    if (isFree(asked, schedule)) return { verdict: 'yes', problem, schedule };
    return { verdict: found !== undefined && (found.proved || found.bounds[0] > 0) ? 'no' : 'unknown' };
  }

  /**
   * How good plans that do what is demanded, and those that do not, can be: by building plans and by the bounds of `search`,
   * within few work units. Undefined where there is no work left, or where a proof takes as little.
   * @param isBestWithout whether the plan that is explained is the best of those that do not do it
   */
  async glance(question: Question, demand: Demand, isBestWithout: boolean): Promise<Glance | undefined> {
    const problem = this.#problemOf(question);
    if (problem === undefined || !isLong(problem)) return undefined;
    const first = (schedule: Schedule) => levelsOf(problem, evaluate(problem, schedule))[0];
    const given = this.#replayed(problem);
    const found: Schedule[] = given ? [given] : [];
    for (const moves of [this.moves, []]) {
      const built = this.#build(problem, demand, moves);
      if (built) found.push(built);
    }
    const { problem: asked, price } = withDemand(problem, demand);
    const doing = await this.#run(asked, () => false, search, GLANCE);
    if (doing && isFeasible(problem, doing.best)) found.push(doing.best);
    let bound = isBestWithout && given ? first(given) : Number.NEGATIVE_INFINITY;
    if (!isBestWithout && demand.kind === 'empty' && demand.nodes.length === 1) {
      // Plans that keep the node pay for it whatever they do.
      const prices = problem.price.slice();
      const node = problem.nodeNames.indexOf(demand.nodes[0]);
      const paid = prices[node];
      prices[node] = 0;
      const keeping = await this.#run({ ...problem, price: prices }, () => false, search, GLANCE);
      if (keeping && isFeasible(problem, keeping.best)) found.push(keeping.best);
      if (keeping) bound = keeping.bounds[0] + paid;
    }
    const least = (some: Schedule[]) => Math.min(...some.map(first));
    const [those, others] = [true, false].map((may) =>
      found.filter((schedule) => does(problem, demand, schedule) === may),
    );
    const schedule = those.find((one) => first(one) === least(those));
    return {
      moneyUnit: problem.moneyUnit,
      best: schedule && bestOf(problem, schedule, false),
      doing: { found: least(those), bound: Math.min(doing?.bounds[0] ?? Number.NEGATIVE_INFINITY, price) },
      not: { found: least(others), bound },
    };
  }

  /**
   * The best plan; with a demand, the best that does what is demanded, undefined when none was found.
   * @param orNone not to look for a plan where there is no work for a proof
   */
  async best(question: Question, demand?: Demand, { orNone = false } = {}): Promise<Best | undefined> {
    const problem = this.#problemOf(question);
    if (problem === undefined) return undefined;
    const mayProve = this.#mayProve(problem);
    if (!mayProve && orNone) return undefined;
    const { problem: asked, price } = demand
      ? withDemand(problem, demand)
      : { problem, price: Number.POSITIVE_INFINITY };
    // The best plan of all has to be the very one that is the answer to the question: that takes all the strategy does.
    const isEnough = ({ proved, bounds }: StepResult) => (demand && proved) || bounds[0] >= price;
    const found = await this.#run(asked, isEnough, mayProve ? undefined : search);
    const schedule = found?.best ?? EMPTY_SCHEDULE;
    if (evaluate(asked, schedule).price >= price) return undefined;
    return bestOf(problem, schedule, found?.proved ?? false);
  }

  /** Undefined when there is no work left to make it with. */
  #problemOf({ snapshot, options }: Question): Problem | undefined {
    if (this.limit <= 0) return undefined;
    const problem = toProblem(snapshot, resolveOptions(snapshot, options));
    this.#count(workOfMaking(problem));
    return problem;
  }

  /** Until the question is answered, or nothing is left to do or to do it with; undefined when there was no work left. */
  async #run(
    problem: Problem,
    isAnswered: (result: StepResult) => boolean | undefined,
    by?: Strategy,
    most = Number.POSITIVE_INFINITY,
  ): Promise<StepResult | undefined> {
    if (this.limit <= 0) return undefined;
    const end = this.limit - most;
    if (Math.min(problem.movableReplicas, problem.maxMoves, problem.maxSlots) === 0) return staying(problem);
    const strategy = by ?? strategyFor('auto', problem);
    if (!by && !this.#mayProve(problem)) return undefined;
    let state = strategy.start(problem);
    for (;;) {
      const result = await strategy.step(problem, state, Math.min(STEP, this.limit), this.#engine);
      this.#count(result.work);
      if (result.done || isAnswered(result) || this.limit <= Math.max(0, end)) return result;
      state = result.state;
    }
  }

  /** Whether the work that is left is enough for the first step of a proof. */
  #mayProve(problem: Problem): boolean {
    const { movableReplicas, nodes } = problem;
    return !isLong(problem) || this.limit >= movableReplicas * nodes * UNITS_PER_CELL;
  }

  /** A plan that does what is demanded, built without a search and held against every rule once more. */
  #build(problem: Problem, demand: Demand, first?: readonly NamedMove[]): Schedule | undefined {
    const { schedule, work } = construct(problem, demand, first);
    this.#count(work);
    return schedule && isFeasible(problem, schedule) ? schedule : undefined;
  }

  /** The plan that is explained, in a question in which something was lifted. */
  #replayed(problem: Problem): Schedule | undefined {
    const schedule = replayed(problem, this.moves);
    return schedule && isFeasible(problem, schedule) ? schedule : undefined;
  }

  #count(work: number): void {
    this.spent += work;
    this.limit -= work;
  }
}

function isLong({ movableReplicas, nodes }: Problem): boolean {
  return movableReplicas * nodes >= LONG_CELLS;
}

/** A plan with what it comes to. */
export function bestOf(problem: Problem, schedule: Schedule, proved: boolean): Best {
  const score = evaluate(problem, schedule);
  const levels = levelClaims(problem, score, levelsOf(problem, score));
  return { problem, schedule, score, levels, proved };
}

function isFree(problem: Problem, schedule: Schedule): boolean {
  return evaluate(problem, schedule).price === 0;
}

/** Building is counted, too, so that a large snapshot does not make the limit meaningless. */
function workOfMaking({ nodes, groups, workloads, resources }: Problem): number {
  return 100 + nodes * resources + groups * 2 + Math.ceil((nodes * workloads) / 50);
}

/** Where nothing may move there is one plan only. */
function staying(problem: Problem): StepResult {
  const bounds = levelsOf(problem, evaluate(problem, EMPTY_SCHEDULE));
  const state = new Uint8Array(0);
  return { state, best: EMPTY_SCHEDULE, bounds, done: true, proved: true, binding: [], work: 0 };
}
