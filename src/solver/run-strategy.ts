import type { Problem } from '../model/problem.ts';
import type { Engine } from './highs.ts';
import { evaluate, isProved, levelsOf, trivialBounds } from './levels.ts';
import { EMPTY_SCHEDULE } from './schedule.ts';
import type { Strategy } from './strategy.ts';
import type { Outcome } from './to-plan.ts';

/** Work units per step. The sequence of atoms does not depend on it, only how often the work limit is looked at. */
const STEP = 1_000_000;

export interface Run extends Outcome {
  /** What HiGHS said when it failed and the strategy went on without it. */
  engineFailed?: string;
}

/** Lets a strategy work until it is done or has spent its work units; the last atom may exceed them. */
export async function runStrategy(
  problem: Problem,
  strategy: Strategy,
  workLimit: number,
  engine: Engine,
): Promise<Run> {
  if (Math.min(problem.movableReplicas, problem.maxMoves, problem.maxSlots) === 0)
    return nothingMayMove(problem, strategy);
  let result = await strategy.step(problem, strategy.start(problem), Math.min(STEP, workLimit), engine);
  let { work, engineFailed } = result;
  while (!result.done && work < workLimit) {
    result = await strategy.step(problem, result.state, Math.min(STEP, workLimit - work), engine);
    work += result.work;
    engineFailed ??= result.engineFailed;
  }
  const { best: schedule, bounds, proved, binding, done } = result;
  const stoppedBy = proved ? 'proof' : done ? 'strategy-end' : 'work-limit';
  const limits = stoppedBy === 'work-limit' ? [...binding, 'workLimit'] : binding;
  const outcome: Outcome = {
    strategy: strategy.name,
    schedule,
    mode: strategy.mode,
    breaksRules: strategy.breaksRules,
    bounds,
    proved,
    stoppedBy,
    binding: limits,
    work,
  };
  return engineFailed === undefined ? outcome : { ...outcome, engineFailed };
}

/** There is one plan only: to stay. */
function nothingMayMove(problem: Problem, strategy: Strategy): Run {
  const value = levelsOf(problem, evaluate(problem, EMPTY_SCHEDULE));
  const binding =
    problem.movableReplicas === 0 || isProved(value, trivialBounds(problem)) ? [] : limitsOfNone(problem);
  return {
    strategy: strategy.name,
    schedule: EMPTY_SCHEDULE,
    mode: strategy.mode,
    breaksRules: strategy.breaksRules,
    bounds: value,
    proved: true,
    stoppedBy: 'proof',
    binding,
    work: 0,
  };
}

function limitsOfNone({ maxMoves, maxSlots }: Problem): string[] {
  return [...(maxMoves === 0 ? ['maxMoves'] : []), ...(maxSlots === 0 ? ['maxSlots'] : [])];
}
