import type {
  HostPort,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  Taint,
  Toleration,
} from '../../src/model/scheduling.ts';
import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * The same deployment with rules about where replicas may run. Drawn by these rules (probabilities in percent):
 * - labels disk (hdd or ssd, 70) and rank (1–3, 60; 10 of them no number) per node; taints (25, one or two of three
 *   keys, each effect), unschedulable (15), not ready (8).
 * - a node selector (20), required node affinity (30: one or two terms of one or two requirements, every operator,
 *   fields too), tolerations (35), one or two host ports (25) per workload; a replica of a list that stays (20 of the lists, 30 of their replicas).
 */
export function withNodeRules(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed);
  const nodes = snapshot.nodes.map((node) => drawNode(draw, node));
  const names = nodes.map(({ name }) => name).sort();
  return { ...snapshot, nodes, workloads: snapshot.workloads.map((w) => drawWorkload(draw, w, names)) };
}

function drawNode(draw: Random, node: Node): Node {
  const labels: Record<string, string> = {};
  if (draw.chance(0.7)) labels['disk'] = draw.pick(['hdd', 'ssd']);
  if (draw.chance(0.6)) labels['rank'] = draw.chance(0.1) ? 'high' : String(draw.int(1, 3));
  return {
    ...node,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(draw.chance(0.25) && { taints: Array.from({ length: draw.int(1, 2) }, () => drawTaint(draw)) }),
    ...(draw.chance(0.15) && { unschedulable: true }),
    ...(draw.chance(0.08) && { ready: false }),
  };
}

function drawTaint(draw: Random): Taint {
  const effect = draw.pick(['NoSchedule', 'NoSchedule', 'NoExecute', 'PreferNoSchedule'] as const);
  const key = draw.pick(['gpu', 'team', 'spot']);
  return draw.chance(0.5) ? { key, effect } : { key, value: draw.pick(['a', 'b']), effect };
}

function drawWorkload(draw: Random, workload: Workload, nodes: readonly string[]): Workload {
  const changed: Workload = { ...workload };
  if (draw.chance(0.2)) changed.nodeSelector = { disk: draw.pick(['hdd', 'ssd']) };
  if (draw.chance(0.3)) {
    const nodeSelectorTerms = Array.from({ length: draw.int(1, 2) }, () => drawTerm(draw, nodes));
    changed.affinity = {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    };
  }
  if (draw.chance(0.25)) changed.hostPorts = Array.from({ length: draw.int(1, 2) }, () => drawPort(draw));
  if (draw.chance(0.35))
    changed.tolerations = Array.from({ length: draw.int(1, 2) }, () => drawToleration(draw));
  if (Array.isArray(changed.replicas) && draw.chance(0.2)) {
    changed.replicas = changed.replicas.map((replica) =>
      draw.chance(0.3) ? { ...replica, movable: false } : replica,
    );
  }
  return changed;
}

function drawPort(draw: Random): HostPort {
  return {
    hostPort: draw.pick([80, 80, 443]),
    ...(draw.chance(0.3) && { protocol: draw.pick(['TCP', 'UDP'] as const) }),
    ...(draw.chance(0.5) && { hostIP: draw.pick(['10.0.0.1', '10.0.0.2', '0.0.0.0', '']) }),
  };
}

function drawTerm(draw: Random, nodes: readonly string[]): NodeSelectorTerm {
  if (draw.chance(0.05)) return {};
  const field = {
    key: 'metadata.name',
    operator: draw.pick(['In', 'NotIn'] as const),
    values: [draw.pick(nodes)],
  };
  if (draw.chance(0.25)) return { matchFields: [field] };
  return { matchExpressions: Array.from({ length: draw.int(1, 2) }, () => drawRequirement(draw)) };
}

function drawRequirement(draw: Random): NodeSelectorRequirement {
  const operator = draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const);
  if (operator === 'Gt' || operator === 'Lt')
    return { key: 'rank', operator, values: [String(draw.int(1, 3))] };
  const key = draw.pick(['disk', 'rank']);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  const values = key === 'disk' ? ['hdd', 'ssd'] : ['1', '2', '3'];
  return { key, operator, values: draw.shuffled(values).slice(0, draw.int(1, values.length)) };
}

function drawToleration(draw: Random): Toleration {
  if (draw.chance(0.15)) return { operator: 'Exists' };
  const key = draw.pick(['gpu', 'team', 'spot']);
  const effect = draw.chance(0.5) ? { effect: draw.pick(['NoSchedule', 'NoExecute'] as const) } : {};
  if (draw.chance(0.5)) return { key, operator: 'Exists', ...effect };
  return { key, ...(draw.chance(0.7) && { value: draw.pick(['a', 'b']) }), ...effect };
}
