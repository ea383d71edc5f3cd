import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { workloadKey } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * Tiny deployments for brute force and differential tests: every feature of the model, small integers, many ties.
 *
 * Drawn by these rules (probabilities in percent):
 * - 1–4 nodes (1 node: 3), 1–5 replicas in 1–4 workloads, names in random order of the arrays, 20 of the workloads in
 *   a namespace of their own, all cpu in whole cores or all in half cores (25).
 * - 1–3 locations; a node has none (20), so it is a location of its own.
 * - price 1–9, 0 (12), unknown (12), half units (10). billedWhenEmpty false (20).
 * - cpu 2–6 and memory 1–6 per node, a node that names no memory (6); requests cpu 0–3, memory 0–2, nothing at all (12).
 * - a third resource gpu (30), transient false (70 of those); memory transient false (8); pods limits 1–3 (25), a
 *   workload whose replicas request 0 or 2 pods (15 of those).
 * - replicas start on a random subset of the nodes, together with (35) or apart from the one before; on a node with
 *   room when there is one (88), so some nodes start overcommitted. Pinned workloads (15).
 * - counts form (40), list form without names (30), with names (30).
 * - latency between ordered pairs of places 1–5, missing (20), asymmetric (45), one way only under symmetric; within a
 *   place (10). No latency at all (10).
 * - 0–3 calls between different workloads, limit 0–4 (90) or none, reach nearest (45): limits are drawn without
 *   looking at the placement, so many are broken at the start.
 */
export function tinySnapshot(seed: number): Snapshot {
  const draw = random(seed);
  const pods = draw.chance(0.25);
  const gpu = draw.chance(0.3);
  const nodes = drawNodes(draw, pods, gpu);
  const workloads = drawWorkloads(draw, nodes, pods, gpu);
  const snapshot: Snapshot = { nodes: draw.shuffled(nodes), workloads: draw.shuffled(workloads) };
  const resources: NonNullable<Snapshot['resources']> = {};
  if (gpu && draw.chance(0.7)) resources.gpu = { transient: false };
  if (draw.chance(0.08)) resources.memory = { transient: false };
  if (Object.keys(resources).length > 0) snapshot.resources = resources;
  if (draw.chance(0.9)) snapshot.latency = drawLatency(draw, nodes);
  const calls = drawCalls(draw, workloads);
  if (calls.length > 0) snapshot.calls = draw.shuffled(calls);
  return snapshot;
}

function drawNodes(draw: Random, pods: boolean, gpu: boolean): Node[] {
  const count = draw.chance(0.03) ? 1 : draw.int(2, 4);
  const locations = ['x', 'y', 'z'].slice(0, draw.int(1, 3));
  return draw
    .shuffled(['n1', 'n2', 'n3', 'n4'])
    .slice(0, count)
    .map((name) => {
      const node: Node = { name, allocatable: { cpu: draw.int(2, 6) } };
      if (!draw.chance(0.2)) node.location = draw.pick(locations);
      if (!draw.chance(0.12)) {
        node.pricePerHour = draw.chance(0.14) ? 0 : draw.chance(0.1) ? `${draw.int(0, 4)}.5` : draw.int(1, 9);
      }
      if (!draw.chance(0.06)) node.allocatable.memory = draw.int(1, 6);
      if (pods) node.allocatable.pods = draw.int(1, 3);
      if (gpu && draw.chance(0.7)) node.allocatable.gpu = draw.int(1, 2);
      if (draw.chance(0.2)) node.billedWhenEmpty = false;
      return node;
    });
}

function drawWorkloads(draw: Random, nodes: readonly Node[], pods: boolean, gpu: boolean): Workload[] {
  const half = draw.chance(0.25);
  const hosts = draw.shuffled(nodes).slice(0, draw.int(1, nodes.length));
  const room = new Map(nodes.map((node) => [node.name, Number(node.allocatable.cpu)]));
  let left = draw.pick([1, 2, 3, 3, 4, 4, 5, 5, 5]);
  const names = draw.shuffled(['a', 'b', 'c', 'd']);
  const workloads: Workload[] = [];
  while (left > 0 && names.length > 0) {
    const size = names.length === 1 ? left : draw.int(1, Math.min(left, 3));
    left -= size;
    const cpu = draw.chance(0.12) ? 0 : draw.int(1, 3) / (half ? 2 : 1);
    const requests: Workload['requests'] = {};
    if (cpu > 0) {
      requests.cpu = Number.isInteger(cpu) && draw.chance(0.7) ? cpu : `${cpu * 1000}m`;
      requests.memory = draw.int(0, 2);
    }
    if (pods && draw.chance(0.15)) requests.pods = draw.pick([0, 2]);
    if (gpu && draw.chance(0.35)) requests.gpu = 1;
    const workload: Workload = { name: names.pop() as string, requests, replicas: [] };
    if (draw.chance(0.2)) workload.namespace = 'shop';
    if (draw.chance(0.15)) workload.movable = false;
    workload.replicas = inSomeForm(draw, workload.name, place(draw, hosts, room, size, cpu));
    workloads.push(workload);
  }
  return workloads;
}

function place(
  draw: Random,
  hosts: readonly Node[],
  room: Map<string, number>,
  size: number,
  cpu: number,
): string[] {
  const chosen: string[] = [];
  for (let i = 0; i < size; i++) {
    const fitting = hosts.filter(({ name }) => (room.get(name) as number) >= cpu);
    const together = i > 0 && draw.chance(0.35);
    const node = together
      ? chosen[i - 1]
      : draw.pick(fitting.length > 0 && draw.chance(0.88) ? fitting : hosts).name;
    room.set(node, (room.get(node) as number) - cpu);
    chosen.push(node);
  }
  return chosen;
}

/** The same replicas as counts, as a list, or as a list with names. */
function inSomeForm(draw: Random, workload: string, placed: readonly string[]): Workload['replicas'] {
  const form = draw.int(1, 10);
  if (form > 7) return placed.map((node, i) => ({ node, name: `${workload}-${draw.pick(['p', 'q'])}${i}` }));
  if (form > 4) return placed.map((node) => ({ node }));
  const counts: Record<string, number> = {};
  for (const node of placed) counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

function drawLatency(draw: Random, nodes: readonly Node[]): NonNullable<Snapshot['latency']> {
  const places = [...new Set(nodes.map((node) => node.location ?? node.name))];
  const symmetric = !draw.chance(0.45);
  const pairs: NonNullable<Snapshot['latency']>['pairs'] = [];
  for (const [i, from] of places.entries()) {
    for (const [j, to] of places.entries()) {
      const given = i === j ? draw.chance(0.1) : !draw.chance(symmetric && i > j ? 0.8 : 0.2);
      if (given) pairs.push({ from, to, microseconds: draw.int(i === j ? 0 : 1, i === j ? 1 : 5) });
    }
  }
  return symmetric && draw.chance(0.5)
    ? { pairs: draw.shuffled(pairs) }
    : { symmetric, pairs: draw.shuffled(pairs) };
}

function drawCalls(draw: Random, workloads: readonly Workload[]): Call[] {
  const pairs = workloads.flatMap((from) =>
    workloads.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  return draw
    .shuffled(pairs)
    .slice(0, draw.int(0, 3))
    .map(({ from, to }) => {
      const call: Call = { from: workloadKey(from), to: workloadKey(to) };
      if (draw.chance(0.9)) call.maxLatencyMicroseconds = draw.int(0, 4);
      if (draw.chance(0.45)) call.reach = 'nearest';
      return call;
    });
}
