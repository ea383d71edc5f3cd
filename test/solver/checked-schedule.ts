import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Violation } from '../../src/model/plan.ts';
import type { Problem, Schedule } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toPlan } from '../../src/solver/to-plan.ts';

/** What the checker says of a schedule's slots. */
export function violationsOf(
  snapshot: Snapshot,
  options: Options,
  problem: Problem,
  schedule: Schedule,
): Violation[] {
  const resolved = resolveOptions(snapshot, options);
  const outcome = {
    strategy: 'search',
    mode: undefined,
    schedule,
    bounds: [0, 0, 0],
    proved: false,
    stoppedBy: 'strategy-end' as const,
    binding: [],
    work: 1,
  };
  const identity = { snapshotDigest: '', questionDigest: '', solverVersion: '' };
  const { slots } = toPlan(problem, canonicalSnapshot(snapshot), resolved, outcome, [], identity);
  return checkPlan(snapshot, resolved, { slots }).violations;
}
