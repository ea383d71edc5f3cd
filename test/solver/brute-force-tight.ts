import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from '../generate/random.ts';

/**
 * Tiny deployments that are full: where something can be saved, moves often have to wait for each other. They are
 * `tinySnapshot`'s complement, in which few plans need a second slot.
 *
 * Drawn by these rules (probabilities in percent):
 * - 3 or 4 nodes in 1–3 locations, or each a location of its own (25). cpu 3–5, memory the same (30) or ample; prices
 *   from 1 to 20, a few dear, most cheap; empty nodes only by chance.
 * - 3–5 replicas of 1–3 cpu, each on a random node with room, in workloads of one (70) or two. Pinned (10). A first
 *   one that requests nothing (10).
 * - cpu is not transient (8).
 * - 0–2 calls, limit 0–3, reach nearest (40); latency between different places 1–4, missing (10), asymmetric (30).
 */
export function tightSnapshot(seed: number): Snapshot {
  const draw = random(seed ^ 0x2545f491);
  const nodes = drawNodes(draw);
  const workloads = drawWorkloads(draw, nodes);
  const snapshot: Snapshot = {
    nodes,
    workloads,
    latency: drawLatency(draw, nodes),
    calls: drawCalls(draw, workloads),
  };
  if (draw.chance(0.08)) snapshot.resources = { cpu: { transient: false } };
  return snapshot;
}

function drawNodes(draw: Random): Node[] {
  const places = draw.chance(0.25) ? [] : ['x', 'y', 'z'].slice(0, draw.int(1, 3));
  const narrow = draw.chance(0.3);
  return Array.from({ length: draw.int(3, 4) }, (_, i): Node => {
    const cpu = draw.int(3, 5);
    const node: Node = { name: `n${i}`, allocatable: { cpu, memory: narrow ? cpu : 99 } };
    node.pricePerHour = draw.pick([1, 1, 2, 3, 4, 9, 20]);
    if (places.length > 0) node.location = draw.pick(places);
    return node;
  });
}

function drawWorkloads(draw: Random, nodes: readonly Node[]): Workload[] {
  const room = new Map(nodes.map((node) => [node.name, Number(node.allocatable.cpu)]));
  const workloads: Workload[] = [];
  for (let left = draw.int(3, 5); left > 0; ) {
    const cpu = workloads.length === 0 && draw.chance(0.1) ? 0 : draw.pick([1, 2, 2, 3]);
    const replicas: Record<string, number> = {};
    for (let size = Math.min(left, draw.chance(0.7) ? 1 : 2); size > 0; size--) {
      left--;
      const fitting = nodes.filter(({ name }) => (room.get(name) ?? 0) >= cpu);
      if (fitting.length === 0) continue;
      const { name } = draw.pick(fitting);
      room.set(name, (room.get(name) ?? 0) - cpu);
      replicas[name] = (replicas[name] ?? 0) + 1;
    }
    const movable = !draw.chance(0.1);
    workloads.push({ name: `w${workloads.length}`, requests: { cpu, memory: cpu }, replicas, movable });
  }
  return workloads;
}

function drawLatency(draw: Random, nodes: readonly Node[]): NonNullable<Snapshot['latency']> {
  const places = [...new Set(nodes.map((node) => node.location ?? node.name))];
  const symmetric = !draw.chance(0.3);
  const pairs = places.flatMap((from, i) =>
    places
      .filter((to, j) => from !== to && (!symmetric || i < j) && !draw.chance(0.1))
      .map((to) => ({ from, to, microseconds: draw.int(1, 4) })),
  );
  return { symmetric, pairs };
}

function drawCalls(draw: Random, workloads: readonly Workload[]): Call[] {
  const pairs = workloads.flatMap((from) =>
    workloads.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  return draw
    .shuffled(pairs)
    .slice(0, draw.int(0, 2))
    .map(({ from, to }) => ({
      from: from.name,
      to: to.name,
      maxLatencyMicroseconds: draw.int(0, 3),
      reach: draw.chance(0.4) ? 'nearest' : 'all',
    }));
}
