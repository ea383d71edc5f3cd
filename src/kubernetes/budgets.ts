import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import type { Claimed } from './claimed.ts';
import { type BudgetRule, disruptionsAllowedWithSurge, type Share } from './disruption-budget.ts';
import type { Dump } from './dump.ts';
import type { Known } from './kinds.ts';
import { hasUnknownBudgetFields } from './known-fields.ts';
import { readSelector } from './label-selector.ts';
import type { Owner } from './owners.ts';
import type { ClusterPod } from './pod.ts';
import type { PodsByLabels } from './pods-by-labels.ts';
import type { Reason } from './reasons.ts';
import type { Warnings } from './warnings.ts';

/** What disruption budgets say against moving pods with surge; pods that one covers and that may go have an empty list. */
export function budgetReasons(
  dump: Dump,
  byLabels: PodsByLabels,
  owners: ReadonlyMap<ClusterPod, Owner>,
  warnings: Warnings,
): Map<ClusterPod, Reason[]> {
  const covering = new Map<ClusterPod, { budget: Known<PodDisruptionBudget>; allows: boolean }[]>();
  for (const budget of dump.all('PodDisruptionBudget')) {
    const spec = budget.claimed.needed('spec');
    const hasUnknown = hasUnknownBudgetFields(spec, warnings);
    const pods = byLabels.matching(readSelector(spec.at('selector')), budget.namespace);
    const rule = {
      minAvailable: readShare(spec.at('minAvailable')),
      maxUnavailable: readShare(spec.at('maxUnavailable')),
    };
    const allows = !hasUnknown && allowsMoves(rule, pods, owners);
    for (const pod of pods) covering.set(pod, [...(covering.get(pod) ?? []), { budget, allows }]);
  }
  return new Map([...covering].map(([pod, budgets]) => [pod, reasonsOf(budgets)]));
}

function reasonsOf(budgets: { budget: Known<PodDisruptionBudget>; allows: boolean }[]): Reason[] {
  const titles = budgets.map(({ budget }) => `PodDisruptionBudget ${budget.key}`);
  if (budgets.length > 1)
    return [{ code: 'two-disruption-budgets', object: titles.slice(0, 2).join(' and ') }];
  return budgets[0].allows ? [] : [{ code: 'disruption-budget', object: titles[0] }];
}

function allowsMoves(
  rule: BudgetRule,
  pods: readonly ClusterPod[],
  owners: ReadonlyMap<ClusterPod, Owner>,
): boolean {
  const scales = new Map<string, number>();
  let isScaled = true;
  for (const pod of pods) {
    const scale = owners.get(pod)?.scale;
    if (scale) scales.set(scale.key, scale.replicas);
    else isScaled = false;
  }
  const scale = isScaled ? [...scales.values()].reduce((sum, replicas) => sum + replicas, 0) : undefined;
  const healthy = pods.filter(({ isReady, isTerminating }) => isReady && !isTerminating).length;
  return disruptionsAllowedWithSurge(rule, { healthy, pods: pods.length, scale }) >= 1;
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
