import type { PodAffinity } from 'kubernetes-types/core/v1';
import type { Claimed } from './claimed.ts';
import { readSelector, type Selector } from './label-selector.ts';

/** Which pods a required term of a pod's affinity or anti-affinity is about. */
export interface PodTerm {
  /** Equal texts are equal terms: pods of a workload have them in common. */
  readonly key: string;
  readonly selector: Selector | undefined;
  readonly namespaces: ReadonlySet<string>;
  /** Of further namespaces; undefined: none. */
  readonly namespaceSelector: Selector | undefined;
}

/**
 * Of pod affinity and anti-affinity alike. `matchLabelKeys` and `mismatchLabelKeys` only narrow what a term matches, the topology key
 * says where: without them a term is about more pods, never about fewer.
 * @param namespace of the pod, which is meant when the term names none
 */
export function readPodTerms(affinity: Claimed<PodAffinity>, namespace: string): PodTerm[] {
  return affinity
    .at('requiredDuringSchedulingIgnoredDuringExecution')
    .list()
    .map((term) => {
      const selector = readSelector(term.at('labelSelector'));
      const namespaceSelector = readSelector(term.at('namespaceSelector'));
      const listed = term.at('namespaces').textList();
      const names = listed.length > 0 || namespaceSelector !== undefined ? listed : [namespace];
      return {
        key: JSON.stringify([selector ?? null, namespaceSelector ?? null, names]),
        selector,
        namespaces: new Set(names),
        namespaceSelector,
      };
    });
}
