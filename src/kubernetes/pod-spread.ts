import type { TopologySpreadConstraint as Constraint, PodSpec } from 'kubernetes-types/core/v1';
import { INCLUSION_POLICIES } from '../model/pod-scheduling.ts';
import type { Claimed } from './claimed.ts';
import { readSelector, type Selector } from './label-selector.ts';
import { added, type Holder, readTopologyKey, requirementsOf } from './pod-terms.ts';

type Policy = (typeof INCLUSION_POLICIES)[number];

/** A topology spread constraint that is no wish. */
export interface PodSpread {
  readonly selector: Selector | undefined;
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number | undefined;
  readonly nodeAffinityPolicy: Policy | undefined;
  readonly nodeTaintsPolicy: Policy | undefined;
}

/** Fields of Kubernetes 1.25 and later that the published types lack. */
type Since = Constraint & {
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  matchLabelKeys?: string[];
};

export function readSpread(spec: Claimed<PodSpec>, holder: Holder): PodSpread[] {
  return spec
    .at('topologySpreadConstraints')
    .list()
    .flatMap((given) => {
      const constraint = given as Claimed<Since>;
      if (constraint.at('whenUnsatisfiable').text() === 'ScheduleAnyway') return [];
      const own = requirementsOf(constraint.at('matchLabelKeys').textList(), 'In', holder);
      const maxSkew = constraint.needed('maxSkew').count() ?? 1;
      if (maxSkew < 1) constraint.fault('format', 'the maxSkew is not a number above 0');
      return [
        {
          selector: own.reduce(added, readSelector(constraint.at('labelSelector'))),
          topologyKey: readTopologyKey(constraint),
          maxSkew,
          minDomains: constraint.at('minDomains').count() || undefined,
          nodeAffinityPolicy: policyOf(constraint, 'nodeAffinityPolicy'),
          nodeTaintsPolicy: policyOf(constraint, 'nodeTaintsPolicy'),
        },
      ];
    });
}

function policyOf(
  constraint: Claimed<Since>,
  field: 'nodeAffinityPolicy' | 'nodeTaintsPolicy',
): Policy | undefined {
  const text = constraint.at(field).text();
  const policy = INCLUSION_POLICIES.find((known) => known === text);
  if (text && policy === undefined) constraint.fault('format', `the ${field} is not Honor or Ignore`);
  return policy;
}
