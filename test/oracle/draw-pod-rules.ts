import type {
  LabelSelector,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from '../../src/model/pod-scheduling.ts';
import type { Random } from '../generate/random.ts';

export const NAMESPACES = ['default', 'shop', 'ops'];
const KEYS = ['kubernetes.io/hostname', 'zone', 'zone', 'disk'];

export function drawLabels(draw: Random): Record<string, string> {
  return {
    ...(draw.chance(0.9) && { app: draw.pick(['a', 'b', 'c']) }),
    ...(draw.chance(0.5) && { tier: draw.pick(['1', '2']) }),
  };
}

/** One term, seldom two: about the workload's own kind (half of them), another one, all or none, in some namespaces or in all. */
export function drawTerms(draw: Random, own: Record<string, string>): PodAffinityTerm[] {
  return Array.from({ length: draw.chance(0.8) ? 1 : 2 }, (): PodAffinityTerm => {
    const place = draw.int(1, 20);
    return {
      ...drawSelector(draw, own),
      ...(place > 16 && { namespaceSelector: {} }),
      ...(place > 12 && place < 19 && { namespaces: draw.shuffled(NAMESPACES).slice(0, draw.int(1, 2)) }),
      topologyKey: draw.pick(KEYS),
    };
  });
}

/** Of one key, seldom of two, with every policy; some are wishes. */
export function drawConstraints(draw: Random, own: Record<string, string>): TopologySpreadConstraint[] {
  const keys = draw.shuffled([...new Set(KEYS)]).slice(0, draw.chance(0.8) ? 1 : 2);
  return keys.map((topologyKey): TopologySpreadConstraint => {
    const isWish = draw.chance(0.1);
    return {
      maxSkew: draw.pick([1, 1, 2, 3]),
      topologyKey,
      whenUnsatisfiable: isWish ? 'ScheduleAnyway' : 'DoNotSchedule',
      ...drawSelector(draw, own),
      ...(!isWish && draw.chance(0.25) && { minDomains: draw.int(1, 4) }),
      ...(draw.chance(0.4) && { nodeAffinityPolicy: draw.pick(['Honor', 'Ignore'] as const) }),
      ...(draw.chance(0.4) && { nodeTaintsPolicy: draw.pick(['Honor', 'Ignore'] as const) }),
    };
  });
}

function drawSelector(draw: Random, own: Record<string, string>): { labelSelector?: LabelSelector } {
  if (draw.chance(0.5)) return { labelSelector: { matchLabels: own } };
  if (draw.chance(0.06)) return {};
  if (draw.chance(0.1)) return { labelSelector: {} };
  const operator = draw.pick(['In', 'In', 'In', 'NotIn', 'Exists', 'DoesNotExist'] as const);
  const key = draw.pick(['app', 'app', 'tier']);
  const values = draw.shuffled(key === 'app' ? ['a', 'b', 'c'] : ['1', '2']).slice(0, draw.int(1, 2));
  const takesNone = operator === 'Exists' || operator === 'DoesNotExist';
  return { labelSelector: { matchExpressions: [{ key, operator, ...(!takesNone && { values }) }] } };
}
