import type { PeakUse } from '../../model/plan.ts';
import type { Problem } from '../../model/problem.ts';
import { formatUnits } from '../../model/quantity.ts';
import type { Allocatable } from './allocatable.ts';

/**
 * The fullest node of every resource that some node limits: highest use / allocatable; of equal ones the first.
 * @param use during a slot, in units of the problem, [node * resources + resource]
 */
export function peakUse(problem: Problem, allocatable: Allocatable, use: Float64Array): PeakUse[] {
  return problem.resourceNames.slice(0, problem.requested).flatMap((resource, k) => {
    let fullest: { node: string; used: bigint; limit: bigint } | undefined;
    for (const [n, node] of problem.nodeNames.entries()) {
      const limit = allocatable(n, k);
      if (limit === undefined) continue;
      const used = BigInt(use[n * problem.resources + k]) * problem.resourceUnit[k];
      if (!fullest || isFuller(used, limit, fullest)) fullest = { node, used, limit };
    }
    if (!fullest) return [];
    const { node, used, limit } = fullest;
    return [{ resource, node, used: formatUnits(resource, used), allocatable: formatUnits(resource, limit) }];
  });
}

/** used / limit > than.used / than.limit, with 0 / 0 = 0 and anything else / 0 above all. */
function isFuller(used: bigint, limit: bigint, than: { used: bigint; limit: bigint }): boolean {
  if (used === 0n) return false;
  return than.used === 0n || used * than.limit > than.used * limit;
}
