import type { PodAffinity, PodAffinityTerm } from 'kubernetes-types/core/v1';
import type { Claimed } from './claimed.ts';
import { readSelector, type Selector } from './label-selector.ts';
import { isLabelKey } from './label-syntax.ts';

/** A required term of a pod's affinity or anti-affinity. */
export interface PodTerm {
  /** Equal texts are equal terms: pods of a workload have them in common. */
  readonly key: string;
  readonly selector: Selector | undefined;
  readonly namespaces: ReadonlySet<string>;
  /** Of further namespaces; undefined: none. */
  readonly namespaceSelector: Selector | undefined;
  readonly topologyKey: string;
}

/** Whose term or constraint it is: what it leaves out, the pod says. */
export interface Holder {
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** Of pod affinity and anti-affinity alike. */
export function readPodTerms(affinity: Claimed<PodAffinity>, holder: Holder): PodTerm[] {
  return affinity
    .at('requiredDuringSchedulingIgnoredDuringExecution')
    .list()
    .map((term) => {
      const { matchLabelKeys, mismatchLabelKeys } = keysOf(term as Claimed<Narrowed>);
      const selector = [
        ...requirementsOf(matchLabelKeys, 'In', holder),
        ...requirementsOf(mismatchLabelKeys, 'NotIn', holder),
      ].reduce(added, readSelector(term.at('labelSelector')));
      const namespaceSelector = readSelector(term.at('namespaceSelector'));
      const listed = term.at('namespaces').textList();
      const names = listed.length > 0 || namespaceSelector !== undefined ? listed : [holder.namespace];
      const topologyKey = readTopologyKey(term);
      return {
        key: JSON.stringify([selector ?? null, namespaceSelector ?? null, names, topologyKey]),
        selector,
        namespaces: new Set(names),
        namespaceSelector,
        topologyKey,
      };
    });
}

/** @returns an empty text where there is a fault */
export function readTopologyKey(term: Claimed<Pick<PodAffinityTerm, 'topologyKey'>>): string {
  const key = term.needed('topologyKey').text() ?? '';
  if (key !== '' && !isLabelKey(key)) term.fault('selector', 'the topologyKey is not the key of a label');
  return key;
}

type Narrowed = PodAffinityTerm & { matchLabelKeys?: string[]; mismatchLabelKeys?: string[] };

function keysOf(term: Claimed<Narrowed>) {
  return {
    matchLabelKeys: term.at('matchLabelKeys').textList(),
    mismatchLabelKeys: term.at('mismatchLabelKeys').textList(),
  };
}

/**
 * What `matchLabelKeys` add to a selector: the pod's own values. Keys that the pod does not have add nothing. The API server writes the
 * same into the selector of what it stores since Kubernetes 1.31 (`pkg/registry/core/pod/strategy.go`).
 */
export function requirementsOf(
  keys: readonly string[],
  operator: 'In' | 'NotIn',
  { labels }: Holder,
): Selector {
  return keys.flatMap((key) => {
    const value = labels.get(key);
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}

/** With one requirement more, unless it is there; what matches nothing goes on matching nothing. */
export function added(selector: Selector | undefined, requirement: Selector[number]): Selector | undefined {
  const text = JSON.stringify(requirement);
  if (selector === undefined || selector.some((one) => JSON.stringify(one) === text)) return selector;
  return [...selector, requirement];
}
