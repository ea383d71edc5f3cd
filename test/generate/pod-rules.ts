import type {
  LabelSelector,
  PodAffinityTerm,
  TopologySpreadConstraint,
} from '../../src/model/pod-scheduling.ts';
import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

const ZONE = 'topology.kubernetes.io/zone';
const KEYS = ['kubernetes.io/hostname', 'kubernetes.io/hostname', ZONE, ZONE, 'rack'];

/**
 * The same deployment with rules about which replicas may be near each other. Drawn by these rules (probabilities in percent):
 * - a zone (85, one of three), a rack (75, one of two) and its name as a label (20) per node.
 * - labels app (90, one of two) and tier (50) per workload; required pod affinity (25), anti-affinity (35) of one or two
 *   terms, spread constraints (40) of one or two keys, wishes (15).
 * - a selector is about the workload's own labels (50), everything (8), nothing (4), or drawn with every operator; a term about
 *   its own namespace (55), one or two named ones, or all (20).
 */
export function withPodRules(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed + 77_003);
  const nodes = snapshot.nodes.map((node) => drawNode(draw, node));
  return {
    ...snapshot,
    nodes,
    workloads: snapshot.workloads.map((workload) => drawWorkload(draw, workload)),
  };
}

function drawNode(draw: Random, node: Node): Node {
  const labels: Record<string, string> = { ...node.labels };
  if (draw.chance(0.85)) labels[ZONE] = draw.pick(['a', 'b', 'c']);
  if (draw.chance(0.75)) labels['rack'] = draw.pick(['1', '2']);
  if (draw.chance(0.2)) labels['kubernetes.io/hostname'] = node.name;
  return { ...node, labels };
}

function drawWorkload(draw: Random, workload: Workload): Workload {
  const labels: Record<string, string> = {};
  if (draw.chance(0.9)) labels['app'] = draw.pick(['a', 'b']);
  if (draw.chance(0.5)) labels['tier'] = draw.pick(['1', '2']);
  const terms = () => Array.from({ length: draw.int(1, 2) }, () => drawTerm(draw, labels));
  const wishes = () => terms().map((podAffinityTerm) => ({ weight: draw.int(1, 100), podAffinityTerm }));
  const affinity: NonNullable<Workload['affinity']> = { ...workload.affinity };
  if (draw.chance(0.25)) affinity.podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: terms() };
  if (draw.chance(0.35))
    affinity.podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: terms() };
  if (draw.chance(0.15)) {
    const preferredDuringSchedulingIgnoredDuringExecution = wishes();
    affinity.podAntiAffinity = {
      ...affinity.podAntiAffinity,
      preferredDuringSchedulingIgnoredDuringExecution,
    };
  }
  return {
    ...workload,
    labels,
    ...(Object.keys(affinity).length > 0 && { affinity }),
    ...(draw.chance(0.4) && { topologySpreadConstraints: drawConstraints(draw, labels) }),
  };
}

function drawTerm(draw: Random, own: Record<string, string>): PodAffinityTerm {
  const place = draw.int(1, 20);
  const named = draw.shuffled(['default', 'shop']).slice(0, draw.int(1, 2));
  return {
    ...drawSelector(draw, own),
    ...(place > 16 && { namespaceSelector: {} }),
    ...(place > 11 && place !== 20 && { namespaces: named }),
    topologyKey: draw.pick(KEYS),
  };
}

function drawSelector(draw: Random, own: Record<string, string>): { labelSelector?: LabelSelector } {
  if (draw.chance(0.5)) return { labelSelector: { matchLabels: own } };
  if (draw.chance(0.08)) return {};
  if (draw.chance(0.16)) return { labelSelector: {} };
  const operator = draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist'] as const);
  const key = draw.pick(['app', 'app', 'tier']);
  const values = draw.shuffled(key === 'app' ? ['a', 'b', 'c'] : ['1', '2', '3']).slice(0, draw.int(1, 2));
  const takesNone = operator === 'Exists' || operator === 'DoesNotExist';
  return { labelSelector: { matchExpressions: [takesNone ? { key, operator } : { key, operator, values }] } };
}

function drawConstraints(draw: Random, own: Record<string, string>): TopologySpreadConstraint[] {
  const keys = draw.shuffled([...new Set(KEYS)]).slice(0, draw.chance(0.7) ? 1 : 2);
  return keys.map((topologyKey): TopologySpreadConstraint => {
    const isWish = draw.chance(0.15);
    return {
      maxSkew: draw.pick([1, 1, 1, 2]),
      topologyKey,
      whenUnsatisfiable: isWish ? 'ScheduleAnyway' : 'DoNotSchedule',
      ...drawSelector(draw, own),
      ...(!isWish && draw.chance(0.25) && { minDomains: draw.int(1, 4) }),
      ...(draw.chance(0.3) && { nodeAffinityPolicy: draw.pick(['Honor', 'Ignore'] as const) }),
      ...(draw.chance(0.3) && { nodeTaintsPolicy: draw.pick(['Honor', 'Ignore'] as const) }),
    };
  });
}
