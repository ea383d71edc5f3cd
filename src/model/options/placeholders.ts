import { z } from 'zod';
import { type Quota, quotaResource } from '../namespace-rules.ts';
import { countReplicas } from '../placement.ts';
import { formatUnits, resourceUnits } from '../quantity.ts';
import { type Snapshot, type Workload, workloadKey } from '../snapshot.ts';

/** Pods whose priority is below 0 hold room for others, as overprovisioning does; Kubernetes' Cluster Autoscaler ignores those below −10. */
export const IgnorePriorityBelow = z
  .int()
  .min(-2_147_483_648)
  .max(2_147_483_647)
  .describe(
    'Workloads of lower priority are placeholders: their replicas use nothing, keep no node in use, and do not move. Default: none are.',
  );

export function isPlaceholder({ priority = 0 }: Workload, ignorePriorityBelow: number | undefined): boolean {
  return ignorePriorityBelow !== undefined && priority < ignorePriorityBelow;
}

/**
 * The snapshot as solvers and checker see it: placeholders are there, but have no replicas. Quotas count them as they did,
 * since pods that are pushed out still count. Canonical where the snapshot is.
 */
export function withoutPlaceholders(snapshot: Snapshot, ignorePriorityBelow: number | undefined): Snapshot {
  const placeholders = snapshot.workloads.filter((workload) => isPlaceholder(workload, ignorePriorityBelow));
  if (placeholders.length === 0) return snapshot;
  const ignored = new Set(placeholders.map(workloadKey));
  const namespaces = new Set(placeholders.map(({ namespace = 'default' }) => namespace));
  return {
    ...snapshot,
    workloads: snapshot.workloads.map((workload) =>
      ignored.has(workloadKey(workload)) ? { ...workload, replicas: {} } : workload,
    ),
    ...(snapshot.quotas && {
      quotas: snapshot.quotas.map((quota) =>
        namespaces.has(quota.namespace ?? 'default') ? withUse(quota, snapshot) : quota,
      ),
    }),
  };
}

/** The quota with what all replicas use of it now written out, in the order of its keys. */
function withUse(quota: Quota, { workloads }: Snapshot): Quota {
  const own = workloads.filter(({ namespace = 'default' }) => namespace === (quota.namespace ?? 'default'));
  const used = Object.keys(quota.hard).map((key) => {
    const given = quota.used?.[key];
    if (given !== undefined) return [key, given] as const;
    const resource = quotaResource(key);
    const total = own.reduce((sum, workload) => sum + usedOf(workload, resource), 0n);
    return [key, formatUnits(resource, total)] as const;
  });
  return { ...quota, used: { ...quota.used, ...Object.fromEntries(used) } };
}

function usedOf({ requests, replicas, ...workload }: Workload, resource: string): bigint {
  if (resource === 'pods') return BigInt(countReplicas({ ...workload, requests, replicas }));
  const of = (amounts: Workload['requests']) => resourceUnits(resource, amounts[resource] ?? 0);
  if (Array.isArray(replicas))
    return replicas.reduce((sum, replica) => sum + of(replica.requests ?? requests), 0n);
  return of(requests) * BigInt(countReplicas({ ...workload, requests, replicas }));
}
