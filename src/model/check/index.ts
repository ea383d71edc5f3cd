import { inForce } from '../options/in-force.ts';
import type { ResolvedOptions } from '../options.ts';
import { byName } from '../placement.ts';
import { type PlanClaim, RULES, type Rule, type Violation } from '../plan.ts';
import type { Snapshot } from '../snapshot.ts';
import { claims } from './claims.ts';
import type { CheckContext } from './context.ts';
import { contiguous } from './contiguous.ts';
import { readDeployment } from './deployment.ts';
import { disruptionBudget } from './disruption-budget.ts';
import { drain } from './drain.ts';
import { excluded } from './excluded.ts';
import { headroom } from './headroom.ts';
import { inheritedViolations } from './inherited.ts';
import { keepSpread } from './keep-spread.ts';
import { latency } from './latency.ts';
import { maxDowntime } from './max-downtime.ts';
import { maxMoves } from './max-moves.ts';
import { minimumSaving } from './minimum-saving.ts';
import { movable } from './movable.ts';
import { moved } from './moved.ts';
import { nodeAffinity } from './node-affinity.ts';
import { nodeCapacity } from './node-capacity.ts';
import { nodeNotReady } from './node-not-ready.ts';
import { nodePorts } from './node-ports.ts';
import { nodeUnschedulable } from './node-unschedulable.ts';
import { nodesPerSlot } from './nodes-per-slot.ts';
import { oneMove } from './one-move.ts';
import { podAffinity } from './pod-affinity.ts';
import { podAntiAffinity } from './pod-anti-affinity.ts';
import { poolMinimum } from './pool-minimum.ts';
import { pricedTarget } from './priced-target.ts';
import { type Recomputed, recompute } from './recompute.ts';
import { replay } from './replay.ts';
import { replicasPerSlot } from './replicas-per-slot.ts';
import { resourceQuota } from './resource-quota.ts';
import { savingCurve } from './saving-curve.ts';
import { slotUsed } from './slot-used.ts';
import { spotAllowed } from './spot-allowed.ts';
import { spotShare } from './spot-share.ts';
import { surge } from './surge.ts';
import { taintToleration } from './taint-toleration.ts';
import { topologySpread } from './topology-spread.ts';
import { transientCapacity } from './transient-capacity.ts';
import { volumeNodeAffinity } from './volume-node-affinity.ts';
import { volumeRestrictions } from './volume-restrictions.ts';
import { workloadPerSlot } from './workload-per-slot.ts';

/** One function per rule, under the rule's name. A new name in `RULES` does not compile without its check here. */
const CHECKS: Record<Rule, (context: CheckContext) => Violation[]> = {
  'node-capacity': nodeCapacity,
  latency,
  'transient-capacity': transientCapacity,
  moved,
  'slot-used': slotUsed,
  'one-move': oneMove,
  contiguous,
  movable,
  'priced-target': pricedTarget,
  'node-unschedulable': nodeUnschedulable,
  'node-not-ready': nodeNotReady,
  'node-affinity': nodeAffinity,
  'taint-toleration': taintToleration,
  'node-ports': nodePorts,
  'pod-affinity': podAffinity,
  'pod-anti-affinity': podAntiAffinity,
  'topology-spread': topologySpread,
  'keep-spread': keepSpread,
  excluded,
  drain,
  'nodes-per-slot': nodesPerSlot,
  'replicas-per-slot': replicasPerSlot,
  'workload-per-slot': workloadPerSlot,
  headroom,
  'pool-minimum': poolMinimum,
  'spot-allowed': spotAllowed,
  'spot-share': spotShare,
  'minimum-saving': minimumSaving,
  'volume-node-affinity': volumeNodeAffinity,
  'volume-restrictions': volumeRestrictions,
  'resource-quota': resourceQuota,
  'disruption-budget': disruptionBudget,
  surge,
  'max-moves': maxMoves,
  'max-downtime': maxDowntime,
  claims,
  'saving-curve': savingCurve,
};

const RULE_ORDER = new Map(RULES.map((rule, index) => [rule, index]));

export interface CheckResult {
  /** Sorted by slot, rule (as in `RULES`) and subject, which no two share; empty when the plan holds. */
  violations: Violation[];
  /** What the plan's numbers are. Computed when first read. */
  readonly recomputed: Recomputed;
  /** Rules that the snapshot itself breaks; no error. */
  inherited: Violation[];
}

/**
 * Checks a plan against a snapshot, rule by rule and slot by slot (`docs/model.md`).
 *
 * @param snapshot with its cross-references checked (`read-snapshot.ts`)
 * @param options resolved for this snapshot; a plan that echoes options must echo these
 * @param plan any value of the schema `PlanClaim`, however wrong: checking never throws
 * @param snapshotDigest of this snapshot (`canonical.ts`), to be compared with the one that the plan states
 */
export function checkPlan(
  snapshot: Snapshot,
  options: ResolvedOptions,
  plan: PlanClaim,
  snapshotDigest?: string,
): CheckResult {
  return prepareCheck(snapshot, options, snapshotDigest)(plan);
}

/** Reads the snapshot once, to check many plans against it. */
export function prepareCheck(
  snapshot: Snapshot,
  options: ResolvedOptions,
  snapshotDigest?: string,
): (plan: PlanClaim) => CheckResult {
  const deployment = readDeployment(inForce(snapshot, options));
  const inherited = inheritedViolations(deployment);
  const check = (plan: PlanClaim): CheckResult => {
    const replayed = replay(deployment, plan);
    let numbers: Recomputed | undefined;
    const recomputed = () => {
      numbers ??= recompute(deployment, options, replayed, inherited);
      return numbers;
    };
    const context: CheckContext = {
      deployment,
      options,
      plan,
      replay: replayed,
      recomputed,
      snapshotDigest,
      violationsOf: (part) => check(part).violations,
    };
    const violations = RULES.flatMap((rule) => CHECKS[rule](context));
    return {
      violations: distinct(violations.sort(bySlotRuleSubject)),
      get recomputed() {
        return recomputed();
      },
      inherited,
    };
  };
  return check;
}

function bySlotRuleSubject(a: Violation, b: Violation): number {
  return a.slot - b.slot || orderOf(a) - orderOf(b) || byName(a.subject, b.subject);
}

function orderOf({ rule }: Violation): number {
  return RULE_ORDER.get(rule) ?? 0;
}

/** The first of each slot, rule and subject: two moves of one replica in a slot may be wrong in the same way. */
function distinct(sorted: readonly Violation[]): Violation[] {
  return sorted.filter((violation, i) => i === 0 || bySlotRuleSubject(violation, sorted[i - 1]) !== 0);
}
