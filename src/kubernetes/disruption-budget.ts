/** `minAvailable` or `maxUnavailable`: a number of pods, or per cent of them. */
export type Share = { readonly pods: number } | { readonly percent: number };

export interface BudgetRule {
  readonly minAvailable?: Share | undefined;
  readonly maxUnavailable?: Share | undefined;
}

/** What the disruption controller counts of the pods that a budget covers. */
export interface BudgetCount {
  /** Ready and not terminating. */
  readonly healthy: number;
  readonly pods: number;
  /** Wanted replicas of all their controllers; undefined when one of them has no scale. */
  readonly scale: number | undefined;
}

/**
 * Evictions that the budget allows now, by the arithmetic of the disruption controller (pkg/controller/disruption/disruption.go,
 * getExpectedPodCount and updatePdbStatus): percentages are rounded up, of the scale.
 */
export function disruptionsAllowed({ minAvailable, maxUnavailable }: BudgetRule, count: BudgetCount): number {
  const { healthy, pods, scale } = count;
  let expected = 0;
  let desired = 0;
  if (maxUnavailable !== undefined) {
    if (scale === undefined) return 0;
    expected = scale;
    desired = Math.max(0, scale - of(maxUnavailable, scale));
  } else if (minAvailable !== undefined) {
    if ('pods' in minAvailable) {
      expected = pods;
      desired = minAvailable.pods;
    } else {
      if (scale === undefined) return 0;
      expected = scale;
      desired = of(minAvailable, scale);
    }
  }
  return expected <= 0 ? 0 : Math.max(0, healthy - desired);
}

/** The same with one more copy, scaled up and Ready: what a surge move meets when it evicts the old pod. */
export function disruptionsAllowedWithSurge(rule: BudgetRule, { healthy, pods, scale }: BudgetCount): number {
  return disruptionsAllowed(rule, {
    healthy: healthy + 1,
    pods: pods + 1,
    scale: scale === undefined ? undefined : scale + 1,
  });
}

/** In whole numbers: per cent of at most 9 digits of replicas that fit an int32 stay exact. */
function of(share: Share, total: number): number {
  return 'pods' in share ? share.pods : Math.ceil((share.percent * total) / 100);
}
