import { LIMITS } from '../limits.ts';
import type { ErrorList } from './error-list.ts';
import {
  hostPortsOf,
  nodesOf,
  pairsOf,
  replicaCountsOf,
  replicaListOf,
  requestsOf,
  text,
  workloadsOf,
} from './readable.ts';

/** Sizes that no single list shows. Those of lists stand in the schema. */

export function tooManyReplicas(snapshot: unknown, errors: ErrorList): void {
  let total = 0;
  for (const workload of workloadsOf(snapshot)) {
    total += replicaListOf(workload).length;
    for (const [, count] of replicaCountsOf(workload)) {
      // A count above the limit is an error of its own.
      if (typeof count === 'number' && count > 0 && count <= LIMITS.replicas) total += count;
    }
  }
  if (total <= LIMITS.replicas) return;
  errors.add(
    ['workloads'],
    'too-many',
    () => `${total} replicas in all; at most ${LIMITS.replicas} are taken`,
  );
}

/** The solvers keep one number per resource for each node and each workload. */
export function tooManyAmounts(snapshot: unknown, errors: ErrorList): void {
  const workloads = workloadsOf(snapshot);
  const requested = new Set<string>();
  for (const workload of workloads) for (const [resource] of requestsOf(workload)) requested.add(resource);
  if (requested.size > LIMITS.resources) {
    errors.add(['workloads'], 'too-many', () => {
      return `${requested.size} resources are requested in all; at most ${LIMITS.resources} are taken`;
    });
  }
  const ports = new Set(
    workloads.flatMap((workload) => hostPortsOf(workload).map((port) => JSON.stringify(port))),
  );
  const amounts = (requested.size + ports.size) * (workloads.length + nodesOf(snapshot).length);
  if (amounts <= LIMITS.amounts) return;
  errors.add(['workloads'], 'too-many', () => {
    return `${requested.size} requested resources and ${ports.size} host ports × nodes and workloads are ${amounts} amounts; at most ${LIMITS.amounts} are taken`;
  });
}

export function tooManyLocations(snapshot: unknown, errors: ErrorList): void {
  const inUse = new Set(nodesOf(snapshot).map((node) => text(node, 'location') ?? text(node, 'name')));
  const named = new Set<string>();
  for (const pair of pairsOf(snapshot)) {
    for (const end of [text(pair, 'from'), text(pair, 'to')])
      if (end !== undefined && inUse.has(end)) named.add(end);
  }
  if (named.size <= LIMITS.latencyLocations) return;
  errors.add(['latency', 'pairs'], 'too-many', () => {
    return `${named.size} locations of nodes have latencies; at most ${LIMITS.latencyLocations} are taken`;
  });
}
