import { canonicalSnapshot, questionDigest, snapshotDigest } from '../model/canonical.ts';
import { prepareCheck } from '../model/check/index.ts';
import { type Options, type ResolvedOptions, resolveOptions } from '../model/options.ts';
import type { Plan, Violation, Warning } from '../model/plan.ts';
import type { Problem } from '../model/problem.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { toProblem } from '../model/to-problem.ts';
import { warningsOf } from '../model/warnings.ts';
import type { Engine } from './highs.ts';
import { evaluate, isProved, levelsOf, trivialBounds } from './levels.ts';
import { EMPTY_SCHEDULE } from './schedule.ts';
import { strategyFor } from './strategies.ts';
import { type Identity, type Outcome, toPlan } from './to-plan.ts';

export interface Solution {
  plan: Plan;
  /** Why the exit check turned down what the strategy came to; the plan then is to stay. Empty but for a bug. */
  rejected: Violation[];
}

/**
 * Snapshot to checked plan. Pure but for the engine: the same question gives the same bytes everywhere.
 *
 * @param snapshot as `readSnapshot` gives it
 * @param solverVersion part of the question's digest, echoed in the plan
 */
export async function solve(
  snapshot: Snapshot,
  options: Options,
  engine: Engine,
  solverVersion: string,
): Promise<Solution> {
  const canonical = canonicalSnapshot(snapshot);
  const resolved = resolveOptions(canonical, options);
  const problem = toProblem(canonical, resolved);
  const check = prepareCheck(snapshot, resolved);
  const warnings = warningsOf(canonical);
  const identity: Identity = {
    snapshotDigest: await snapshotDigest(canonical),
    questionDigest: await questionDigest(canonical, resolved, solverVersion),
    solverVersion,
  };
  const { outcome, engineFailed } = await run(problem, resolved, engine);
  if (engineFailed !== undefined) warnings.push(engineWarning(engineFailed));
  const plan = toPlan(problem, canonical, resolved, outcome, warnings, identity);
  const { violations } = check(plan);
  if (violations.length === 0) return { plan, rejected: [] };
  warnings.push(rejectedWarning(violations));
  const stay = toPlan(problem, canonical, resolved, staying(problem, outcome), warnings, identity);
  return { plan: stay, rejected: violations };
}

/** Work units per step. The answer does not depend on it; what may pass between two looks at the work limit does. */
const STEP = 100_000;

async function run(
  problem: Problem,
  { strategy: choice, workLimit }: ResolvedOptions,
  engine: Engine,
): Promise<{ outcome: Outcome; engineFailed: string | undefined }> {
  const strategy = strategyFor(choice, problem);
  // WASM memory never shrinks: without this, what fits would depend on the questions before.
  engine.reset();
  let state = strategy.start(problem);
  let work = 0;
  let engineFailed: string | undefined;
  for (;;) {
    const result = await strategy.step(problem, state, Math.min(STEP, workLimit - work), engine);
    state = result.state;
    work += result.work;
    engineFailed ??= result.engineFailed;
    if (!result.done && work < workLimit) continue;
    const { best: schedule, bounds, binding, proved } = result;
    const stoppedBy = proved ? 'proof' : result.done ? 'strategy-end' : 'work-limit';
    const outcome = { strategy: strategy.name, schedule, bounds, proved, stoppedBy, binding, work } as const;
    return { outcome, engineFailed };
  }
}

/** Everything stays: always a plan. */
function staying(problem: Problem, outcome: Outcome): Outcome {
  const bounds = trivialBounds(problem);
  const proved = isProved(levelsOf(problem, evaluate(problem, EMPTY_SCHEDULE)), bounds);
  const stoppedBy = proved ? 'proof' : 'strategy-end';
  return { ...outcome, schedule: EMPTY_SCHEDULE, bounds, proved, stoppedBy, binding: [] };
}

function engineWarning(message: string): Warning {
  return {
    code: 'engine-failed',
    subject: 'highs',
    message: `HiGHS failed, and the search went on without it: ${message}`,
  };
}

function rejectedWarning([first, ...others]: Violation[]): Warning {
  return {
    code: 'rejected-by-check',
    subject: first.rule,
    message: `The exit check turned the plan down, so everything stays. ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ''}`,
  };
}
