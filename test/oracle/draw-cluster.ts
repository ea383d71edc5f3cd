import type { HostPort, NodeSelectorRequirement, NodeSelectorTerm } from '../../src/model/scheduling.ts';
import type { Node, PlacedReplica, Snapshot, Workload } from '../../src/model/snapshot.ts';
import type { Random } from '../generate/random.ts';
import { drawConstraints, drawLabels, drawTerms, NAMESPACES } from './draw-pod-rules.ts';

/** What may be drawn of a cluster: a snapshot has few of these at a time, or everything would be refused by several plugins. */
const THEMES = ['cordons', 'taints', 'affinity', 'ports', 'room', 'near', 'apart', 'spread'] as const;
type Theme = (typeof THEMES)[number];

/** The taint of cordoned nodes, which DaemonSets tolerate (k8s.io/api/core/v1, well_known_taints.go). */
export const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/**
 * A small cluster, valid for Kubernetes' API, in which each rule decides often:
 * - 3–7 nodes in up to 3 zones; labels zone (90 %), kubernetes.io/hostname (95), disk, rank; 3–8 workloads of 1–4 replicas.
 * - 1–3 themes. Without its theme a rule still holds of everything, with little that it could refuse.
 * - amounts in every form: 0.5, 500m, 1Gi, 1.5e9, fractions that round up.
 */
export function drawCluster(draw: Random): Snapshot {
  const themes = new Set<Theme>(draw.shuffled(THEMES).slice(0, draw.pick([1, 1, 2, 2, 3])));
  const nodes = Array.from({ length: draw.int(3, 7) }, (_, i) => drawNode(draw, `n${i}`, themes));
  const names = nodes.map(({ name }) => name);
  const workloads = Array.from({ length: draw.int(3, 8) }, (_, i) => drawWorkload(draw, i, names, themes));
  return { nodes, workloads };
}

function drawNode(draw: Random, name: string, themes: ReadonlySet<Theme>): Node {
  const labels: Record<string, string> = {};
  if (draw.chance(0.9)) labels['zone'] = draw.pick(['a', 'b', 'c']);
  if (draw.chance(0.95)) labels['kubernetes.io/hostname'] = name;
  if (draw.chance(0.7)) labels['disk'] = draw.pick(['hdd', 'ssd', '']);
  if (draw.chance(0.7)) labels['rank'] = draw.chance(0.1) ? 'high' : String(draw.int(0, 3));
  const isTight = themes.has('room');
  const allocatable: Node['allocatable'] = {
    cpu: isTight ? draw.pick(['2', '2500m', '3', 3.5, '4001m', '3e0']) : '64',
    memory: isTight ? draw.pick(['2Gi', '3Gi', '2500M', '3e9', '4194304001m', '2684354560']) : '512Gi',
  };
  if (draw.chance(0.8)) allocatable['pods'] = isTight ? draw.int(2, 8) : 110;
  if (draw.chance(0.6)) allocatable['example.com/gpu'] = draw.int(isTight ? 0 : 4, 4);
  if (draw.chance(0.3)) allocatable['ephemeral-storage'] = '10Gi';
  return {
    name,
    pricePerHour: 1,
    allocatable,
    labels,
    ...(draw.chance(themes.has('taints') ? 0.55 : 0.05) && {
      taints: Array.from({ length: draw.int(1, 2) }, (_, i) => ({
        key: draw.pick([['gpu', 'team'], ['spot']][i] as string[]),
        effect: draw.pick(['NoSchedule', 'NoSchedule', 'NoExecute', 'PreferNoSchedule'] as const),
        ...(draw.chance(0.6) && { value: draw.pick(['a', 'b', '']) }),
      })),
    }),
    ...(draw.chance(themes.has('cordons') ? 0.4 : 0.02) && { unschedulable: true }),
  };
}

function drawWorkload(
  draw: Random,
  i: number,
  nodes: readonly string[],
  themes: ReadonlySet<Theme>,
): Workload {
  const has = (theme: Theme, often: number, seldom: number) =>
    draw.chance(themes.has(theme) ? often : seldom);
  const workload: Workload = {
    name: `w${i}`,
    requests: drawRequests(draw, themes.has('room')),
    replicas: drawReplicas(draw, `w${i}`, nodes, themes.has('room')),
    ...(draw.chance(0.3) && { namespace: draw.pick(NAMESPACES) }),
    labels: drawLabels(draw),
  };
  const { labels = {} } = workload;
  if (has('affinity', 0.3, 0.03))
    workload.nodeSelector = draw.chance(0.5)
      ? { disk: draw.pick(['hdd', 'ssd', '']) }
      : { zone: draw.pick(['a', 'b', 'c']) };
  if (has('affinity', 0.4, 0.03)) {
    const nodeSelectorTerms = Array.from({ length: draw.int(1, 3) }, () => drawTerm(draw, nodes));
    workload.affinity = {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    };
  }
  if (has('near', 0.4, 0.02)) {
    const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: drawTerms(draw, labels) };
    workload.affinity = { ...workload.affinity, podAffinity };
  }
  if (has('apart', 0.3, 0.02)) {
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: drawTerms(draw, labels) };
    workload.affinity = { ...workload.affinity, podAntiAffinity };
  }
  if (has('spread', 0.6, 0.03)) workload.topologySpreadConstraints = drawConstraints(draw, labels);
  if (has('ports', 0.6, 0.05)) workload.hostPorts = drawPorts(draw);
  if (has('taints', 0.6, 0.1)) {
    const effects = ['NoSchedule', 'NoExecute', 'PreferNoSchedule'] as const;
    workload.tolerations = Array.from({ length: draw.int(1, 3) }, () => ({
      ...(draw.chance(0.5)
        ? { operator: 'Exists' as const }
        : {
            ...(draw.chance(0.5) && { operator: 'Equal' as const }),
            ...(draw.chance(0.8) && { value: draw.pick(['a', 'b', '']) }),
          }),
      key: draw.pick(['gpu', 'team', 'spot']),
      ...(draw.chance(0.5) && { effect: draw.pick(effects) }),
    }));
    if (draw.chance(0.1)) workload.tolerations.push({ operator: 'Exists' });
  }
  if (has('cordons', 0.1, 0))
    workload.tolerations = [...(workload.tolerations ?? []), { key: UNSCHEDULABLE, operator: 'Exists' }];
  return workload;
}

/** With names or without; those with names may request something else than new ones do. */
function drawReplicas(
  draw: Random,
  name: string,
  nodes: readonly string[],
  isTight: boolean,
): PlacedReplica[] {
  const placed = Array.from({ length: draw.int(1, 4) }, () => ({ node: draw.pick(nodes) }));
  if (draw.chance(0.4)) return placed;
  return placed.map(({ node }, i) => ({
    node,
    name: `${name}-${i}`,
    ...(draw.chance(0.25) && { requests: drawRequests(draw, isTight) }),
  }));
}

function drawRequests(draw: Random, isTight: boolean): Workload['requests'] {
  const requests: Workload['requests'] = {};
  if (draw.chance(0.9)) requests['cpu'] = draw.pick(['500m', 1, '0.75', '1001m', '250500u', '0', '1e-1']);
  if (draw.chance(0.8)) requests['memory'] = draw.pick(['512Mi', '0.7Gi', '1e9', '900M', '128974848001m', 0]);
  if (draw.chance(isTight ? 0.25 : 0.05)) requests['example.com/gpu'] = draw.int(0, 2);
  if (draw.chance(0.1)) requests['ephemeral-storage'] = '1Gi';
  return requests;
}

function drawPorts(draw: Random): HostPort[] {
  const ports = Array.from(
    { length: draw.int(1, 2) },
    (): HostPort => ({
      hostPort: draw.pick([80, 443]),
      ...(draw.chance(0.4) && { protocol: draw.pick(['TCP', 'UDP', 'SCTP'] as const) }),
      ...(draw.chance(0.5) && { hostIP: draw.pick(['10.0.0.1', '10.0.0.2', '0.0.0.0', '', '::', '::1']) }),
    }),
  );
  return ports;
}

function drawTerm(draw: Random, nodes: readonly string[]): NodeSelectorTerm {
  if (draw.chance(0.05)) return {};
  const term: NodeSelectorTerm = {};
  if (draw.chance(0.25))
    term.matchFields = [
      { key: 'metadata.name', operator: draw.pick(['In', 'NotIn'] as const), values: [draw.pick(nodes)] },
    ];
  if (term.matchFields === undefined || draw.chance(0.3))
    term.matchExpressions = Array.from({ length: draw.int(1, 2) }, () => drawRequirement(draw));
  return term;
}

function drawRequirement(draw: Random): NodeSelectorRequirement {
  const operator = draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const);
  if (operator === 'Gt' || operator === 'Lt')
    return { key: 'rank', operator, values: [String(draw.int(0, 3))] };
  const key = draw.pick(['disk', 'rank', 'zone']);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  const values = { disk: ['hdd', 'ssd', ''], rank: ['1', '2', '3'], zone: ['a', 'b', 'c'] }[key] as string[];
  return { key, operator, values: draw.shuffled(values).slice(0, draw.int(1, values.length)) };
}
