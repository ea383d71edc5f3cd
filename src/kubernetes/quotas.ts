import { type Amounts, NO_AMOUNTS, plus, readAmounts } from './amounts.ts';
import type { Dump } from './dump.ts';
import type { ClusterPod } from './pod.ts';
import type { Reason } from './reasons.ts';

/** Quotas on what is no pod. */
const OTHER_OBJECTS = [
  /^(configmaps|persistentvolumeclaims|replicationcontrollers|resourcequotas|secrets|services)(\.[a-z]+)?$/,
  /^count\/(?!pods$)/,
  /^requests\.storage$/,
  /\.storageclass\.storage\.k8s\.io\//,
];
const NANO = 1_000_000_000n;

/**
 * Namespaces whose quotas might have no room while pods move, and the quota. There is room for sure when every pod that may move has its
 * new copy at once, whatever the quota's scopes leave out.
 * @param movable pods that nothing else keeps, and what the new copy of each requests
 */
export function quotaReasons(dump: Dump, movable: ReadonlyMap<ClusterPod, Amounts>): Map<string, Reason> {
  const wanted = new Map<string, Amounts>();
  const one: Amounts = new Map([['pods', NANO]]);
  for (const [{ namespace }, requests] of movable)
    wanted.set(namespace, plus(plus(wanted.get(namespace) ?? NO_AMOUNTS, requests), one));
  const reasons = new Map<string, Reason>();
  for (const quota of dump.all('ResourceQuota')) {
    const hard = readAmounts(quota.claimed.at('spec').at('hard'));
    const used = readAmounts(quota.claimed.at('status').at('used'));
    const more = wanted.get(quota.namespace) ?? NO_AMOUNTS;
    const isRoomy = [...hard].every(([key, limit]) => {
      if (OTHER_OBJECTS.some((pattern) => pattern.test(key))) return true;
      const resource = resourceOf(key);
      const now = used.get(key);
      return resource !== undefined && now !== undefined && now + (more.get(resource) ?? 0n) <= limit;
    });
    if (!isRoomy && !reasons.has(quota.namespace))
      reasons.set(quota.namespace, { code: 'quota', object: `ResourceQuota ${quota.key}` });
  }
  return reasons;
}

/** The resource whose requests a key of a quota sums up; undefined for what can't be told, such as limits. */
function resourceOf(key: string): string | undefined {
  if (key === 'pods' || key === 'count/pods') return 'pods';
  if (['cpu', 'memory', 'ephemeral-storage'].includes(key)) return key;
  return key.startsWith('requests.') ? key.slice('requests.'.length) : undefined;
}
