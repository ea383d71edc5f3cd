import type { Dump } from './dump.ts';
import { metaOf } from './kinds.ts';
import { matches } from './label-selector.ts';
import type { ClusterPod } from './pod.ts';
import type { PodTerm } from './pod-terms.ts';
import type { PodsByLabels } from './pods-by-labels.ts';
import type { Reason, ReasonCode } from './reasons.ts';

/**
 * What required affinity and anti-affinity between pods say against moving them: of the pod that has them, and of every pod that they are
 * about, wherever it is. Anti-affinity of running pods binds those that arrive; affinity would be left without its partner.
 */
export function affinityReasons(
  pods: readonly ClusterPod[],
  byLabels: PodsByLabels,
  dump: Dump,
): Map<ClusterPod, Reason[]> {
  const reasons = new Map<ClusterPod, Reason[]>();
  const kinds = [
    ['affinity', 'pod-affinity', 'pod-affinity-partner'],
    ['antiAffinity', 'pod-anti-affinity', 'pod-anti-affinity-match'],
  ] as const;
  for (const [field, own, other] of kinds) {
    const found = new Map<ClusterPod, Reason>();
    for (const pod of pods) if (pod[field].length > 0) found.set(pod, { code: own });
    const seen = new Set<string>();
    for (const pod of pods)
      for (const term of pod[field]) {
        if (seen.has(term.key)) continue;
        seen.add(term.key);
        mark(term, pod, other, found, byLabels, dump);
      }
    for (const [pod, reason] of found) reasons.set(pod, [...(reasons.get(pod) ?? []), reason]);
  }
  return reasons;
}

function mark(
  term: PodTerm,
  demanding: ClusterPod,
  code: ReasonCode,
  found: Map<ClusterPod, Reason>,
  byLabels: PodsByLabels,
  dump: Dump,
): void {
  for (const namespace of byLabels.namespaces) {
    if (!isAbout(term, namespace, dump)) continue;
    for (const pod of byLabels.matching(term.selector, namespace))
      if (!found.has(pod)) found.set(pod, { code, object: `Pod ${demanding.object.key}` });
  }
}

/** A namespace that is not among the objects may have any labels. */
function isAbout({ namespaces, namespaceSelector }: PodTerm, namespace: string, dump: Dump): boolean {
  if (namespaces.has(namespace)) return true;
  if (namespaceSelector === undefined) return false;
  const object = dump.find('Namespace', '', namespace);
  return object === undefined || matches(namespaceSelector, metaOf(object).at('labels').texts());
}
