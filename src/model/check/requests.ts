import { byName, countReplicas } from '../placement.ts';
import { resourceUnits } from '../quantity.ts';
import type { Snapshot, Workload } from '../snapshot.ts';

/** What one replica requests, without zeros: the resource and the amount in its own unit. */
export type Requests = readonly { readonly resource: number; readonly units: bigint }[];

/** Sorted names of what replicas request. */
export function requestedResources({ nodes, workloads }: Snapshot): string[] {
  const names = new Set<string>();
  for (const workload of workloads) {
    if (countReplicas(workload) === 0) continue;
    const replicas = Array.isArray(workload.replicas) ? workload.replicas : [];
    for (const { requests } of [workload, ...replicas])
      if (requests) for (const [name, units] of amounts(requests)) if (units > 0n) names.add(name);
  }
  if (nodes.every(({ allocatable }) => allocatable.pods === undefined)) names.delete('pods');
  return [...names].sort(byName);
}

/** Every replica requests 1 of `pods` unless it says otherwise. */
export function amounts(requests: Workload['requests']): Map<string, bigint> {
  const given = Object.entries(requests).map(
    ([name, amount]) => [name, resourceUnits(name, amount)] as const,
  );
  return new Map([['pods', 1n], ...given]);
}

export function requestsOf(
  requests: Workload['requests'],
  resourceIndex: ReadonlyMap<string, number>,
): Requests {
  const list: { resource: number; units: bigint }[] = [];
  for (const [name, units] of amounts(requests)) {
    const resource = resourceIndex.get(name);
    if (resource !== undefined && units > 0n) list.push({ resource, units });
  }
  return list.sort((a, b) => a.resource - b.resource);
}
