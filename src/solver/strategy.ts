import type { Move } from '../model/plan.ts';
import type { Problem, Schedule } from '../model/problem.ts';
import type { Engine } from './highs.ts';

/**
 * How a strategy meets the rest. It is a pure machine: `start` gives a state, `step` runs atoms until
 * at least `work` units are spent or nothing is left to do. An atom is one bounded chunk of search or one HiGHS call
 * with fixed limits. The sequence of atoms depends on the problem alone; `work` only says how many run in this step,
 * so any division into steps gives the same bytes. The state is plain bytes: it can be stored and resumed elsewhere.
 */
export interface Strategy {
  readonly name: string;
  /** One sentence for GET /v1/strategies. */
  readonly summary: string;
  /** How all replicas move; each as its workload says when not said. */
  readonly mode?: Move['mode'];
  /** Its plans may break rules: they are returned with their violations, to compare with, and `auto` never takes them. */
  readonly breaksRules?: true;
  start(problem: Problem): Uint8Array;
  step(problem: Problem, state: Uint8Array, work: number, engine: Engine): Promise<StepResult>;
}

export interface StepResult {
  state: Uint8Array;
  /** The best schedule so far; the empty schedule (all stay) is always one. */
  best: Schedule;
  /** Valid lower bounds, one per level of the objective (`levels.ts`), in money units or counts. */
  bounds: number[];
  done: boolean;
  /** True when `bounds` reach the value of `best` in every level. */
  proved: boolean;
  /** Options that may keep the answer from being better: 'maxSlots', 'maxMoves', 'latencyIn'. */
  binding: string[];
  /** Work units spent in this step: a counted amount, about a microsecond each. */
  work: number;
  /** Set when HiGHS failed and the strategy went on without it. */
  engineFailed?: string;
}
