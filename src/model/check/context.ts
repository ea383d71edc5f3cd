import type { ResolvedOptions } from '../options.ts';
import type { PlanClaim, Violation } from '../plan.ts';
import type { Deployment } from './deployment.ts';
import type { Recomputed } from './recompute.ts';
import type { Replay } from './replay.ts';

/** What every rule is given. */
export interface CheckContext {
  readonly deployment: Deployment;
  readonly options: ResolvedOptions;
  readonly plan: PlanClaim;
  readonly replay: Replay;
  /** Of the snapshot, where the caller has it. */
  readonly snapshotDigest: string | undefined;
  /** Computed when first asked for: a plan that claims nothing is checked without it. */
  recomputed(): Recomputed;
  /** What another plan for the same question breaks. */
  violationsOf(plan: PlanClaim): Violation[];
}
