import type { Labels } from './labels.ts';
import { meets } from './node-selection.ts';
import type { LabelSelector, PodAffinityTerm, TopologySpreadConstraint } from './pod-scheduling.ts';
import type { NodeSelectorRequirement } from './scheduling.ts';
import type { Workload } from './snapshot.ts';

/**
 * What selectors of workloads and topology keys mean: the meaning of words of the format, so checker and solvers share it.
 * Source: apimachinery `meta/v1/helpers.go` (LabelSelectorAsSelector), kube-scheduler `framework/types.go` (AffinityTerm).
 */

/** As a selector sees a workload. */
export interface Labelled {
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
}

export function labelled({
  namespace = 'default',
  labels = {},
}: Pick<Workload, 'namespace' | 'labels'>): Labelled {
  return { namespace, labels: new Map(Object.entries(labels)) };
}

/** A selector of workloads with what is left out filled in. Equal selectors have equal keys. */
export interface PodSelector {
  readonly key: string;
  /** Sorted; undefined: every one. */
  readonly namespaces: readonly string[] | undefined;
  /** All of them hold; undefined: nothing is selected. */
  readonly requirements: readonly NodeSelectorRequirement[] | undefined;
}

/** @param namespace of the workload that has the term */
export function selectorOfTerm(
  { labelSelector, namespaces = [], namespaceSelector }: PodAffinityTerm,
  namespace: string,
): PodSelector {
  if (namespaceSelector) return podSelector(labelSelector, undefined);
  return podSelector(labelSelector, namespaces.length > 0 ? namespaces : [namespace]);
}

/** One that has no requirement counts nobody: kube-scheduler does not count by it (podtopologyspread, countPodsMatchSelector). */
export function selectorOfSpread(
  { labelSelector = {} }: TopologySpreadConstraint,
  namespace: string,
): PodSelector {
  const isEmpty = requirementsOf(labelSelector).length === 0;
  return podSelector(isEmpty ? undefined : labelSelector, [namespace]);
}

function podSelector(
  selector: LabelSelector | undefined,
  listed: readonly string[] | undefined,
): PodSelector {
  const requirements = selector && requirementsOf(selector);
  const namespaces = listed && [...new Set(listed)].sort();
  return { key: JSON.stringify([namespaces ?? null, requirements ?? null]), namespaces, requirements };
}

/** In the order of their JSON, each once. */
export function requirementsOf({
  matchLabels = {},
  matchExpressions = [],
}: LabelSelector): NodeSelectorRequirement[] {
  const texts = [
    ...labelsAsRequirements(matchLabels),
    ...matchExpressions.map(({ key, operator, values = [] }) => ({
      key,
      operator,
      ...(values.length > 0 && { values: [...new Set(values)].sort() }),
    })),
  ].map((requirement) => JSON.stringify(requirement));
  return [...new Set(texts)].sort().map((text) => JSON.parse(text));
}

function labelsAsRequirements(labels: Labels): NodeSelectorRequirement[] {
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
}

export function selects({ namespaces, requirements }: PodSelector, { namespace, labels }: Labelled): boolean {
  if (requirements === undefined || namespaces?.includes(namespace) === false) return false;
  return requirements.every((requirement) => meets(requirement, labels.get(requirement.key)));
}

export const HOSTNAME = 'kubernetes.io/hostname';
export const ZONE = 'topology.kubernetes.io/zone';

/** The domain of a node for a topology key; undefined when it is in none. */
export function topologyValue(
  { name, labels }: { readonly name: string; readonly labels: ReadonlyMap<string, string> },
  key: string,
): string | undefined {
  return labels.get(key) ?? (key === HOSTNAME ? name : undefined);
}

/** The required terms of a workload, and the spread constraints that are no wish. */
export function podDemands({
  affinity,
  topologySpreadConstraints = [],
}: Pick<Workload, 'affinity' | 'topologySpreadConstraints'>) {
  return {
    affinityTerms: affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
    antiAffinityTerms: affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
    constraints: topologySpreadConstraints.filter(
      ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
    ),
  };
}
