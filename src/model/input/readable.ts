import { LIMITS } from '../limits.ts';
import { workloadKey } from '../snapshot.ts';
import { kindOf } from './error-list.ts';

/**
 * Looking into a snapshot that may be broken anywhere, so that one broken place does not hide the errors of another:
 * what is not as it should be reads as absent, and a list or record that is too long as empty.
 */

/** @param key one that no object has from its prototype */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[key];
}

export function text(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

function record(value: unknown, key: string, most: number): [string, unknown][] {
  const found = field(value, key);
  if (kindOf(found) !== 'object') return [];
  const entries = Object.entries(found as object);
  return entries.length <= most ? entries : [];
}

function elements(value: unknown, key: string, most: number): readonly unknown[] {
  const found = field(value, key);
  return Array.isArray(found) && found.length <= most ? found : [];
}

export const nodesOf = (snapshot: unknown) => elements(snapshot, 'nodes', LIMITS.nodes);
export const workloadsOf = (snapshot: unknown) => elements(snapshot, 'workloads', LIMITS.workloads);
export const callsOf = (snapshot: unknown) => elements(snapshot, 'calls', LIMITS.calls);
export const quotasOf = (snapshot: unknown) => elements(snapshot, 'quotas', LIMITS.namespaceRules);
export const quotaAmountsOf = (quota: unknown, part: 'hard' | 'used') =>
  record(quota, part, LIMITS.resources);
export const budgetsOf = (snapshot: unknown) =>
  elements(snapshot, 'disruptionBudgets', LIMITS.namespaceRules);
export const volumesOf = (owner: unknown) => elements(owner, 'volumes', LIMITS.volumes);
export const pairsOf = (snapshot: unknown) =>
  elements(field(snapshot, 'latency'), 'pairs', LIMITS.latencyPairs);
export const replicaListOf = (workload: unknown) => elements(workload, 'replicas', LIMITS.replicas);
export const replicaCountsOf = (workload: unknown) => record(workload, 'replicas', LIMITS.nodes);
export const requestsOf = (workload: unknown) => record(workload, 'requests', LIMITS.resources);
export const hostPortsOf = (workload: unknown) => elements(workload, 'hostPorts', LIMITS.hostPorts);
export const allocatableOf = (node: unknown) => record(node, 'allocatable', LIMITS.resources);

/** `namespace/name` of a workload whose name is readable. */
export function keyOf(workload: unknown): string | undefined {
  const name = text(workload, 'name');
  return name === undefined ? undefined : workloadKey({ namespace: text(workload, 'namespace'), name });
}

/** Whether a list has been read as it stands: only then is a name that is not in it unknown. */
export function isWhole(snapshot: unknown, key: string, read: readonly unknown[]): boolean {
  const found = field(snapshot, key);
  return Array.isArray(found) && found.length === read.length;
}
