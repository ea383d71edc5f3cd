import { resolveOptions } from '../model/options.ts';
import type { Level } from '../model/plan.ts';
import type { Problem, Schedule } from '../model/problem.ts';
import type { Question } from '../model/read-question.ts';
import { toProblem } from '../model/to-problem.ts';
import type { Engine } from '../solver/highs.ts';
import { evaluate, levelsOf, type Score } from '../solver/levels.ts';
import { levelClaims } from '../solver/plan/level-claims.ts';
import { EMPTY_SCHEDULE } from '../solver/schedule.ts';
import { strategyFor } from '../solver/strategies.ts';
import type { StepResult } from '../solver/strategy.ts';
import { type Demand, onlyDemand, withDemand, withMovers } from './demand.ts';

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

/** Work units of one step. Only says how often it is looked at whether the question is answered. */
const STEP = 20_000;

/**
 * Asks the strategies, and counts the work units of all questions together. Strategies are those of `auto`: `exact` where it
 * searches, else `ilp`, else `search`, which finds plans and proves nothing.
 */
export class Asker {
  readonly #engine: Engine;
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

  /** The best plan; with a demand, the best that does what is demanded, undefined when none was found. */
  async best(question: Question, demand?: Demand): Promise<Best | undefined> {
    const problem = this.#problemOf(question);
    if (problem === undefined) return undefined;
    const { problem: asked, price } = demand
      ? withDemand(problem, demand)
      : { problem, price: Number.POSITIVE_INFINITY };
    // The best plan of all has to be the very one that is the answer to the question: that takes all the strategy does.
    const isEnough = ({ proved, bounds }: StepResult) => (demand && proved) || bounds[0] >= price;
    const found = await this.#run(asked, isEnough);
    const schedule = found?.best ?? EMPTY_SCHEDULE;
    if (evaluate(asked, schedule).price >= price) return undefined;
    const score = evaluate(problem, schedule);
    const levels = levelClaims(problem, score, levelsOf(problem, score));
    return { problem, schedule, score, levels, proved: found?.proved ?? false };
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
  ): Promise<StepResult | undefined> {
    if (this.limit <= 0) return undefined;
    if (Math.min(problem.movableReplicas, problem.maxMoves, problem.maxSlots) === 0) return staying(problem);
    const strategy = strategyFor('auto', problem);
    let state = strategy.start(problem);
    for (;;) {
      const result = await strategy.step(problem, state, Math.min(STEP, this.limit), this.#engine);
      this.#count(result.work);
      if (result.done || isAnswered(result) || this.limit <= 0) return result;
      state = result.state;
    }
  }

  #count(work: number): void {
    this.spent += work;
    this.limit -= work;
  }
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
