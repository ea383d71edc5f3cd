import type { ResourceQuota } from 'kubernetes-types/core/v1';
import type { Known } from './kinds.ts';
import type { ClusterPod } from './pod.ts';

/** Whether a pod is in one scope; undefined where that is not told for sure. */
type InScope = (pod: ClusterPod) => boolean | undefined;

const FIELDS: ReadonlySet<string> = new Set(['hard', 'scopes', 'scopeSelector']);

/**
 * Which pods a quota is about: those in all of its scopes (pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc). Undefined, for a pod,
 * where a scope or a field of the quota is not known here.
 */
export function inScopesOf(quota: Known<ResourceQuota>): InScope {
  const spec = quota.claimed.at('spec');
  const selector = spec.at('scopeSelector').at('matchExpressions').list();
  const scopes: InScope[] = [
    ...spec
      .at('scopes')
      .textList()
      .map((name) => scopeOf(name, 'Exists', [])),
    ...selector.map((each) =>
      scopeOf(each.needed('scopeName').text(), each.needed('operator').text(), each.at('values').textList()),
    ),
  ];
  if (spec.keys().some((key) => !FIELDS.has(key))) scopes.push(() => undefined);
  return (pod) => {
    const answers = scopes.map((scope) => scope(pod));
    if (answers.includes(false)) return false;
    return answers.includes(undefined) ? undefined : true;
  };
}

function scopeOf(name: string | undefined, operator: string | undefined, values: readonly string[]): InScope {
  if (name === 'PriorityClass') return (pod) => hasClass(pod, operator, values);
  if (operator !== 'Exists') return () => undefined;
  switch (name) {
    case 'Terminating':
      return (pod) => endsByItself(pod);
    case 'NotTerminating':
      return (pod) => !endsByItself(pod);
    case 'BestEffort':
      return (pod) => isBestEffort(pod);
    case 'NotBestEffort':
      return (pod) => {
        const is = isBestEffort(pod);
        return is === undefined ? undefined : !is;
      };
    default:
      return () => undefined;
  }
}

/** A scope's selector is one of labels: a pod without a class has no such label, so `NotIn` selects it. */
function hasClass(
  { object }: ClusterPod,
  operator: string | undefined,
  values: readonly string[],
): boolean | undefined {
  const name = object.claimed.at('spec').at('priorityClassName').text() || undefined;
  switch (operator) {
    case 'Exists':
      return name !== undefined;
    case 'DoesNotExist':
      return name === undefined;
    case 'In':
      return name !== undefined && values.includes(name);
    case 'NotIn':
      return name === undefined || !values.includes(name);
    default:
      return undefined;
  }
}

function endsByItself({ object }: ClusterPod): boolean {
  return object.claimed.at('spec').at('activeDeadlineSeconds').isGiven;
}

function isBestEffort({ object }: ClusterPod): boolean | undefined {
  const qosClass = object.claimed.at('status').at('qosClass').text();
  return qosClass === undefined ? undefined : qosClass === 'BestEffort';
}
