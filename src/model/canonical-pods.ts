import { distinct } from './canonical-selection.ts';
import { sortedRecord } from './placement.ts';
import type { LabelSelector, PodAffinityTerm, TopologySpreadConstraint } from './pod-scheduling.ts';
import { podDemands, requirementsOf } from './pod-selection.ts';
import type { Affinity } from './scheduling.ts';
import type { Workload } from './snapshot.ts';

/**
 * The normal form of what replicas demand of each other: sorted, labels of a selector as its expressions, the namespaces written out,
 * without wishes and what is so by default.
 */
export function canonicalPodAffinity(workload: Workload): Affinity {
  const { affinityTerms, antiAffinityTerms } = podDemands(workload);
  const required = (terms: readonly PodAffinityTerm[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: distinct(
      terms.map((term) => canonicalTerm(term, workload.namespace ?? 'default')),
    ),
  });
  return {
    ...(affinityTerms.length > 0 && { podAffinity: required(affinityTerms) }),
    ...(antiAffinityTerms.length > 0 && { podAntiAffinity: required(antiAffinityTerms) }),
  };
}

function canonicalTerm(
  { labelSelector, namespaces = [], namespaceSelector, topologyKey }: PodAffinityTerm,
  own: string,
): PodAffinityTerm {
  const named = namespaces.length > 0 ? [...new Set(namespaces)].sort() : [own];
  return {
    ...(labelSelector && { labelSelector: canonicalSelector(labelSelector) }),
    ...(namespaceSelector ? { namespaceSelector } : { namespaces: named }),
    topologyKey,
  };
}

function canonicalSelector(selector: LabelSelector): LabelSelector {
  const matchExpressions = requirementsOf(selector) as NonNullable<LabelSelector['matchExpressions']>;
  return matchExpressions.length > 0 ? { matchExpressions } : {};
}

export function canonicalLabels({ labels = {} }: Workload): Pick<Workload, 'labels'> {
  return Object.keys(labels).length > 0 ? { labels: sortedRecord(Object.entries(labels)) } : {};
}

export function canonicalSpread(workload: Workload): Pick<Workload, 'topologySpreadConstraints'> {
  const { constraints } = podDemands(workload);
  if (constraints.length === 0) return {};
  return {
    topologySpreadConstraints: distinct(
      constraints.map(
        ({
          maxSkew,
          topologyKey,
          whenUnsatisfiable,
          labelSelector,
          minDomains,
          ...policies
        }): TopologySpreadConstraint => ({
          maxSkew,
          topologyKey,
          whenUnsatisfiable,
          ...(labelSelector && { labelSelector: canonicalSelector(labelSelector) }),
          ...(minDomains !== undefined && minDomains > 1 && { minDomains }),
          ...(policies.nodeAffinityPolicy === 'Ignore' && { nodeAffinityPolicy: 'Ignore' as const }),
          ...(policies.nodeTaintsPolicy === 'Honor' && { nodeTaintsPolicy: 'Honor' as const }),
        }),
      ),
    ),
  };
}
