import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { LIMITS } from '../model/limits.ts';
import type { DisruptionBudget } from '../model/namespace-rules.ts';
import type { Claimed } from './claimed.ts';
import {
  type BudgetCount,
  type BudgetRule,
  disruptionsAllowedWithSurge,
  type Share,
} from './disruption-budget.ts';
import type { Dump } from './dump.ts';
import type { Known } from './kinds.ts';
import { hasUnknownBudgetFields } from './known-fields.ts';
import { readSelector } from './label-selector.ts';
import type { Owner } from './owners.ts';
import type { ClusterPod } from './pod.ts';
import type { PodsByLabels } from './pods-by-labels.ts';
import type { Reason } from './reasons.ts';
import type { Warnings } from './warnings.ts';
import { keyOf, type PlacedWorkload } from './workloads.ts';

/** A disruption budget, and the pods that it covers. */
export interface CoveringBudget {
  readonly budget: Known<PodDisruptionBudget>;
  readonly rule: BudgetRule;
  readonly count: BudgetCount;
  readonly pods: readonly ClusterPod[];
  /** Whether it lets one pod go whose new copy is Ready. */
  readonly allows: boolean;
}

export function readBudgets(
  dump: Dump,
  byLabels: PodsByLabels,
  owners: ReadonlyMap<ClusterPod, Owner>,
  warnings: Warnings,
): CoveringBudget[] {
  return dump.all('PodDisruptionBudget').map((budget): CoveringBudget => {
    const spec = budget.claimed.needed('spec');
    const hasUnknown = hasUnknownBudgetFields(spec, warnings);
    const pods = byLabels.matching(readSelector(spec.at('selector')), budget.namespace);
    const rule = {
      minAvailable: readShare(spec.at('minAvailable')),
      maxUnavailable: readShare(spec.at('maxUnavailable')),
    };
    const count = countOf(pods, owners);
    const allows = !hasUnknown && disruptionsAllowedWithSurge(rule, count) >= 1;
    return { budget, rule, count, pods, allows };
  });
}

/** What disruption budgets say against moving pods at all; pods that one covers and that may go have an empty list. */
export function budgetReasons(budgets: readonly CoveringBudget[]): Map<ClusterPod, Reason[]> {
  const covering = new Map<ClusterPod, CoveringBudget[]>();
  for (const budget of budgets) {
    for (const pod of budget.pods) {
      const known = covering.get(pod);
      if (known) known.push(budget);
      else covering.set(pod, [budget]);
    }
  }
  return new Map([...covering].map(([pod, list]) => [pod, reasonsOf(list)]));
}

function reasonsOf(budgets: readonly CoveringBudget[]): Reason[] {
  const titles = budgets.slice(0, 2).map(({ budget }) => `PodDisruptionBudget ${budget.key}`);
  if (budgets.length > 1) return [{ code: 'two-disruption-budgets', object: titles.join(' and ') }];
  return budgets[0].allows ? [] : [{ code: 'disruption-budget', object: titles[0] }];
}

/** The budgets that plans must keep in every slot: those of workloads that may move. A workload that one covers in part counts whole. */
export function disruptionBudgetsOf(
  budgets: readonly CoveringBudget[],
  workloads: readonly PlacedWorkload[],
): DisruptionBudget[] {
  const movable = workloads.filter(({ workload }) => workload.movable !== false);
  return budgets.flatMap(({ budget, rule, count, pods, allows }): DisruptionBudget[] => {
    const covered = new Set(pods);
    const keys = movable.filter((all) => all.pods.some(({ pod }) => covered.has(pod))).map(keyOf);
    if (!allows || keys.length === 0) return [];
    const { minAvailable, maxUnavailable } = rule;
    return [
      {
        namespace: budget.namespace,
        name: budget.name,
        workloads: keys,
        ...(maxUnavailable !== undefined
          ? { maxUnavailable: shareOf(maxUnavailable) }
          : minAvailable !== undefined && { minAvailable: shareOf(minAvailable) }),
        healthy: count.healthy,
        expected: count.scale ?? count.pods,
      },
    ];
  });
}

/** More than all is all: a budget that allows something asks for no more than that. */
function shareOf(share: Share): NonNullable<DisruptionBudget['minAvailable']> {
  return 'pods' in share ? Math.min(share.pods, LIMITS.replicas) : `${Math.min(share.percent, 100)}%`;
}

function countOf(pods: readonly ClusterPod[], owners: ReadonlyMap<ClusterPod, Owner>): BudgetCount {
  const scales = new Map<string, number>();
  let isScaled = true;
  for (const pod of pods) {
    const scale = owners.get(pod)?.scale;
    if (scale) scales.set(scale.key, scale.replicas);
    else isScaled = false;
  }
  const scale = isScaled ? [...scales.values()].reduce((sum, replicas) => sum + replicas, 0) : undefined;
  const healthy = pods.filter(({ isReady, isTerminating }) => isReady && !isTerminating).length;
  return { healthy, pods: pods.length, scale };
}

function readShare(value: Claimed<number | string>): Share | undefined {
  if (typeof value.raw !== 'string') {
    const pods = value.count();
    return pods === undefined ? undefined : { pods };
  }
  const match = /^(\d{1,9})%$/.exec(value.raw);
  if (match) return { percent: Number(match[1]) };
  return value.fault('format', 'neither a whole number nor a percentage');
}
