import { type Options, resolveOptions } from '../options.ts';
import type { PlanClaim, Violation } from '../plan.ts';
import type { Snapshot } from '../snapshot.ts';
import { checkPlan } from './index.ts';
import type { Recomputed } from './recompute.ts';

/** Violations that are shown; a plan can break a rule in every slot for every call. */
export const MAX_VIOLATIONS = 1_000;

/** What a check comes to, as the API answers it and the examples show it. */
export interface CheckAnswer {
  valid: boolean;
  /** The first {@link MAX_VIOLATIONS}. */
  violations: Violation[];
  total: number;
  inherited: Violation[];
  recomputed: Omit<Recomputed, 'inherited'>;
}

/** @param digest of the snapshot: a plan that states another one was made for another snapshot. */
export function answerCheck(
  snapshot: Snapshot,
  options: Options,
  plan: PlanClaim,
  digest?: string,
): CheckAnswer {
  const resolved = resolveOptions(snapshot, options);
  const { violations, inherited, recomputed } = checkPlan(snapshot, resolved, plan, digest);
  const { inherited: _, ...numbers } = recomputed;
  const total = violations.length;
  return {
    valid: total === 0,
    violations: violations.slice(0, MAX_VIOLATIONS),
    total,
    inherited,
    recomputed: numbers,
  };
}
