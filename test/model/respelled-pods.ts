import type {
  LabelSelector,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from '../../src/model/pod-scheduling.ts';
import type { Workload } from '../../src/model/snapshot.ts';
import type { Random } from '../generate/random.ts';

/** What a workload demands of others, written in another way: wishes added, and what is so by default written out or not. */
export function respellPods(
  workload: Workload,
  draw: Random,
): Pick<Workload, 'affinity' | 'topologySpreadConstraints'> {
  const { affinity, topologySpreadConstraints, namespace = 'default' } = workload;
  const terms = (kind: 'podAffinity' | 'podAntiAffinity') =>
    affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution?.map((term) =>
      respellTerm(term, namespace, draw),
    ) ?? [];
  const [near, apart] = [terms('podAffinity'), terms('podAntiAffinity')];
  const wish = { weight: draw.int(1, 100), podAffinityTerm: { topologyKey: 'anything' } };
  const wishes = draw.chance(0.5) && { preferredDuringSchedulingIgnoredDuringExecution: [wish] };
  const all = (required: PodAffinityTerm[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: draw.shuffled(
      required.length > 0 && draw.chance(0.3) ? [...required, required[0]] : required,
    ),
    ...wishes,
  });
  const constraints = topologySpreadConstraints?.map((constraint) => respellConstraint(constraint, draw));
  return {
    ...(affinity && { affinity: { ...affinity, podAffinity: all(near), podAntiAffinity: all(apart) } }),
    ...(constraints && { topologySpreadConstraints: draw.shuffled(constraints) }),
  };
}

function respellTerm(term: PodAffinityTerm, own: string, draw: Random): PodAffinityTerm {
  const { labelSelector, namespaces = [], namespaceSelector, topologyKey } = term;
  const isOwn = namespaces.length === 0 && !namespaceSelector;
  return {
    topologyKey,
    ...(labelSelector && { labelSelector: respellSelector(labelSelector, draw) }),
    ...(namespaceSelector && { namespaceSelector }),
    ...(isOwn ? draw.chance(0.5) && { namespaces: [own] } : { namespaces: draw.shuffled(namespaces) }),
  };
}

function respellSelector(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  draw: Random,
): LabelSelector {
  if (draw.chance(0.5)) return { matchLabels, matchExpressions: draw.shuffled(matchExpressions) };
  const labels = Object.entries(matchLabels).map(([key, value]) => ({
    key,
    operator: 'In' as const,
    values: [value],
  }));
  return { matchExpressions: draw.shuffled([...labels, ...matchExpressions]) };
}

function respellConstraint(constraint: TopologySpreadConstraint, draw: Random): TopologySpreadConstraint {
  if (constraint.whenUnsatisfiable === 'ScheduleAnyway') return { ...constraint, maxSkew: draw.int(1, 9) };
  return {
    ...constraint,
    ...(constraint.labelSelector && { labelSelector: respellSelector(constraint.labelSelector, draw) }),
    ...(draw.chance(0.5) && {
      minDomains: constraint.minDomains ?? 1,
      nodeAffinityPolicy: constraint.nodeAffinityPolicy ?? 'Honor',
      nodeTaintsPolicy: constraint.nodeTaintsPolicy ?? 'Ignore',
    }),
  };
}
