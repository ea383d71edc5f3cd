import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from '../../src/workloads/random.ts';

const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

/**
 * A deployment of `cluster.ts` with the rules of a careful cluster; the question's options then budget a slot and keep spread:
 * - one node in twenty has a taint, which one workload in three tolerates.
 * - every other workload spreads over zones, with a skew of 1 more than it has, or of a third of its replicas where that is
 *   more; one in three spreads over nodes, with one replica in twenty (at least 1) as skew.
 */
export function withRules(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed + 1_000_003);
  const zoneOf = new Map(snapshot.nodes.map(({ name, location }) => [name, location ?? name]));
  return {
    ...snapshot,
    nodes: snapshot.nodes.map((node) => ruledNode(draw, node)),
    workloads: snapshot.workloads.map((workload) => ruledWorkload(draw, workload, zoneOf)),
  };
}

function ruledNode(draw: Random, node: Node): Node {
  const labels = { [ZONE]: node.location ?? node.name, [HOST]: node.name };
  const taints = [{ key: 'team', value: 'batch', effect: 'NoSchedule' as const }];
  return { ...node, labels, ...(draw.chance(0.05) && { taints }) };
}

function ruledWorkload(draw: Random, workload: Workload, zoneOf: ReadonlyMap<string, string>): Workload {
  const labels = { app: workload.name };
  const nodes = Array.isArray(workload.replicas)
    ? workload.replicas.map(({ node }) => node)
    : Object.entries(workload.replicas).flatMap(([node, count]) => new Array<string>(count).fill(node));
  const labelSelector = { matchLabels: labels };
  const whenUnsatisfiable = 'DoNotSchedule' as const;
  const spread = (topologyKey: string, maxSkew: number) => ({
    maxSkew,
    topologyKey,
    whenUnsatisfiable,
    labelSelector,
  });
  const perZone = new Map<string, number>();
  for (const node of nodes) {
    const zone = zoneOf.get(node) ?? node;
    perZone.set(zone, (perZone.get(zone) ?? 0) + 1);
  }
  const skew = Math.max(...perZone.values(), 1) - Math.min(...perZone.values(), 0) + 1;
  const topologySpreadConstraints = [
    ...(draw.chance(1 / 2) ? [spread(ZONE, Math.max(skew, Math.ceil(nodes.length / 3)))] : []),
    ...(draw.chance(1 / 3) ? [spread(HOST, Math.max(1, Math.ceil(nodes.length / 20)))] : []),
  ];
  return {
    ...workload,
    labels,
    ...(topologySpreadConstraints.length > 0 && { topologySpreadConstraints }),
    ...(draw.chance(1 / 3) && { tolerations: [{ key: 'team', operator: 'Exists' as const }] }),
  };
}
