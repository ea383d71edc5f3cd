import type { PodSpec, ResourceQuota } from 'kubernetes-types/core/v1';
import { type Quota, quotaResource } from '../model/namespace-rules.ts';
import { byName } from '../model/placement.ts';
import { formatUnits, unitsOf } from '../model/quantity.ts';
import { type Amounts, readAmounts } from './amounts.ts';
import type { Claimed } from './claimed.ts';
import type { Dump } from './dump.ts';
import type { Known } from './kinds.ts';
import type { SincePodSpec } from './known-fields.ts';
import type { ClusterPod } from './pod.ts';
import { inScopesOf } from './quota-scopes.ts';
import type { Reason } from './reasons.ts';

/** Quotas on what is no pod. */
const OTHER_OBJECTS = [
  /^(configmaps|persistentvolumeclaims|replicationcontrollers|resourcequotas|secrets|services)(\.[a-z]+)?$/,
  /^count\/(?!pods$)/,
  /^requests\.storage$/,
  /\.storageclass\.storage\.k8s\.io\//,
];
/** Keys of quotas that a snapshot takes. */
const STATED = /^(cpu|memory|ephemeral-storage|pods|count\/pods|requests\..+)$/;
/** Of these every container must name its own amount where a quota has them (pkg/quota/v1/evaluator/core/pods.go, Constraints). */
const NAMED: ReadonlySet<string> = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory']);
const NANO = 1_000_000_000n;

/** What quotas say of moves. */
export interface QuotaRules {
  /** Those of namespaces with pods that may move. */
  readonly quotas: readonly Quota[];
  /** Pods that stay because of one that a snapshot can't say. */
  readonly reasons: ReadonlyMap<ClusterPod, Reason>;
}

/**
 * Quotas for the snapshot. One that is about some pods of its namespace and not about others can't be said there, nor one on limits, nor one that
 * does not state its use: the pods that it is about stay, unless there is room for the new copies of all of them at once.
 * @param movable pods that nothing else keeps, and what the new copy of each requests
 */
export function readQuotas(dump: Dump, movable: ReadonlyMap<ClusterPod, Amounts>): QuotaRules {
  const namespaces = Map.groupBy(movable.keys(), ({ namespace }) => namespace);
  const quotas: Quota[] = [];
  const reasons = new Map<ClusterPod, Reason>();
  const all = dump.all('ResourceQuota').toSorted((a, b) => byName(a.key, b.key));
  for (const quota of all) {
    const pods = namespaces.get(quota.namespace) ?? [];
    const { stated, kept } = readQuota(quota, pods, movable);
    if (stated) quotas.push(stated);
    for (const pod of kept)
      if (!reasons.has(pod)) reasons.set(pod, { code: 'quota', object: `ResourceQuota ${quota.key}` });
  }
  const mayMove = ({ namespace = '' }: Quota) =>
    namespaces.get(namespace)?.some((pod) => !reasons.has(pod)) ?? false;
  return { quotas: quotas.filter(mayMove), reasons };
}

function readQuota(
  quota: Known<ResourceQuota>,
  pods: readonly ClusterPod[],
  movable: ReadonlyMap<ClusterPod, Amounts>,
): { stated?: Quota; kept: ReadonlySet<ClusterPod> } {
  const hard = readAmounts(quota.claimed.at('spec').at('hard'), 1n);
  // What admission goes by, where the controller has not yet taken over what the spec says.
  const inForce = readAmounts(quota.claimed.at('status').at('hard'), 1n);
  const used = readAmounts(quota.claimed.at('status').at('used'));
  const inScopes = inScopesOf(quota);
  const about = pods.filter((pod) => inScopes(pod) !== false);
  const isWhole = pods.every((pod) => inScopes(pod) === true);
  const stated: { hard: Quota['hard']; used: Quota['hard'] } = { hard: {}, used: {} };
  const keys = [...hard.keys()]
    .filter((key) => !OTHER_OBJECTS.some((pattern) => pattern.test(key)))
    .sort(byName);
  const kept = new Set(
    about.filter((pod) => keys.some((key) => NAMED.has(key) && !isNamed(pod, quotaResource(key)))),
  );
  for (const key of keys) {
    const most = smaller(hard.get(key) as bigint, inForce.get(key));
    const resource = quotaResource(key);
    const takes = (pod: ClusterPod) => takenBy(movable.get(pod), resource);
    const isKnown = STATED.test(key);
    const now = isKnown ? used.get(key) : undefined;
    const takers = isKnown ? about.filter((pod) => takes(pod) > 0n) : about;
    if (isWhole && now !== undefined && takers.length > 0) {
      // Room is never rounded up.
      stated.hard[key] = formatUnits(resource, most / (resource === 'cpu' ? NANO / 1000n : NANO));
      stated.used[key] = formatUnits(resource, unitsOf(resource, now));
    } else if (!hasRoom(most, now, takers, takes)) for (const pod of takers) kept.add(pod);
  }
  if (Object.keys(stated.hard).length === 0) return { kept };
  return { stated: { namespace: quota.namespace, name: quota.name, ...stated }, kept };
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a;
}

/** For the new copies of all of them at once. */
function hasRoom(
  most: bigint,
  now: bigint | undefined,
  pods: readonly ClusterPod[],
  takes: (pod: ClusterPod) => bigint,
): boolean {
  return now !== undefined && pods.reduce((sum, pod) => sum + takes(pod), now) <= most;
}

/** Of one new copy. */
function takenBy(requests: Amounts | undefined, resource: string): bigint {
  return resource === 'pods' ? NANO : (requests?.get(resource) ?? 0n);
}

/** Whether a copy made now would pass: resources of the pod as a whole are enough, too. */
function isNamed({ object }: ClusterPod, resource: string): boolean {
  const spec = object.claimed.at('spec') as Claimed<PodSpec & SincePodSpec>;
  const whole = spec.at('resources');
  if (whole.at('requests').keys().length > 0 || whole.at('limits').keys().length > 0) return true;
  return [...spec.at('containers').list(), ...spec.at('initContainers').list()].every((container) => {
    const resources = container.at('resources');
    return (
      readAmounts(resources.at('requests')).has(resource) || readAmounts(resources.at('limits')).has(resource)
    );
  });
}
