import { canonicalSnapshot, questionDigest, snapshotDigest } from '../model/canonical.ts';
import { checkPlan } from '../model/check/index.ts';
import { type Options, type ResolvedOptions, resolveOptions } from '../model/options.ts';
import type { Plan, Violation, Warning } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { toProblem } from '../model/to-problem.ts';
import { warningsOf } from '../model/warnings.ts';
import type { Engine } from './highs.ts';
import { evaluate, isProved, levelsOf, trivialBounds } from './levels.ts';
import { worthwhile } from './minimum-saving.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type Run, runStrategy } from './run-strategy.ts';
import { EMPTY_SCHEDULE } from './schedule.ts';
import { strategyFor } from './strategies.ts';
import { type Outcome, toPlan } from './to-plan.ts';

export interface Solution {
  plan: Plan;
  /** Why the exit check turned down the strategy's plan; the answer is then to stay. Empty unless there is a bug. */
  rejected: Violation[];
}

/** Whatever solves waits for its turn here: there is one engine, and little memory. */
export const inTurn = oneAtATime();

/**
 * From a snapshot to a checked plan. The same question gives the same bytes, whatever the order of its arrays: all that
 * is decided and written is read from the canonical snapshot. The exit check reads the snapshot as it was given.
 *
 * @param snapshot with its cross-references checked (`read-question.ts`)
 * @param solverVersion part of the question's digest, stated in the plan
 */
export async function solve(
  snapshot: Snapshot,
  options: Options,
  engine: Engine,
  solverVersion: string,
): Promise<Solution> {
  return inTurn(async () => {
    const { plan, resolved, strategy } = await unchecked(snapshot, options, engine, solverVersion);
    const rejected = checkPlan(snapshot, resolved, plan).violations;
    if (rejected.length === 0) return { plan, rejected };
    if (strategy.breaksRules)
      return { plan: { ...plan, status: 'infeasible', violations: rejected }, rejected: [] };
    return { plan: stayInstead(snapshot, resolved, plan, rejected), rejected };
  });
}

/**
 * A plan that is still to be checked. Nothing else is kept: the canonical snapshot and the problem take as much memory
 * as the snapshot, and the check needs its own.
 */
async function unchecked(snapshot: Snapshot, options: Options, engine: Engine, solverVersion: string) {
  const canonical = canonicalSnapshot(snapshot);
  const resolved = resolveOptions(canonical, options);
  const identity = {
    snapshotDigest: await snapshotDigest(canonical),
    questionDigest: await questionDigest(canonical, resolved, solverVersion),
    solverVersion,
  };
  const problem = toProblem(canonical, resolved);
  const strategy = strategyFor(resolved.strategy, problem);
  const run = await runStrategy(problem, strategy, resolved.workLimit, engine);
  const { outcome, warnings: stays } = worthwhile(problem, resolved, run);
  const warnings = [...warningsOf(canonical, resolved.ignorePriorityBelow), ...engineWarning(run), ...stays];
  return { plan: toPlan(problem, canonical, resolved, outcome, warnings, identity), resolved, strategy };
}

/** The answer that always holds, when the strategy's does not. Nothing the strategy said is believed. */
function stayInstead(snapshot: Snapshot, resolved: ResolvedOptions, plan: Plan, rejected: Violation[]): Plan {
  const canonical = canonicalSnapshot(snapshot);
  const problem = toProblem(canonical, resolved);
  const { strategy, work, snapshotDigest, questionDigest, solverVersion } = plan;
  const bounds = trivialBounds(problem);
  const proved = isProved(levelsOf(problem, evaluate(problem, EMPTY_SCHEDULE)), bounds);
  const stoppedBy = proved ? 'proof' : 'strategy-end';
  const outcome: Outcome = {
    strategy,
    schedule: EMPTY_SCHEDULE,
    mode: undefined,
    bounds,
    proved,
    stoppedBy,
    binding: [],
    work,
  };
  const warnings = [...plan.warnings, rejectionWarning(rejected)];
  const identity = { snapshotDigest, questionDigest, solverVersion };
  return toPlan(problem, canonical, resolved, outcome, warnings, identity);
}

function engineWarning({ engineFailed }: Run): Warning[] {
  if (engineFailed === undefined) return [];
  const message = `HiGHS failed, and the search went on without it: ${engineFailed}`;
  return [{ code: 'engine-failed', subject: 'highs', message }];
}

function rejectionWarning([first, ...others]: Violation[]): Warning {
  const rest = others.length > 0 ? ` (and ${others.length} more)` : '';
  const message = `The plan that was found breaks a rule, so everything stays: ${first.message}${rest}`;
  return { code: 'rejected-by-check', subject: `${first.rule} ${first.subject}`, message };
}
