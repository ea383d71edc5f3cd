import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { workloadKey } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * Fragmented deployments of 6–12 nodes and 10–40 replicas in 2–4 locations: there is something to save, often only in
 * several slots, often not at all within the latency limits.
 *
 * Drawn by these rules:
 * - Every location has a price level of its own; a node costs its level times its cores, ±1, so nodes of cheap
 *   locations are worth filling. 5 % of the nodes have no price. Cores are 4, 8 or 16 (and memory 2–4 per core).
 * - The cpu in use is a drawn share of all: 40–65 %, or 60–75 % (*tight*, 40 % of the snapshots), where moves must wait for others.
 * - Workloads belong to applications of 2–5; each application starts mostly (75 %) within one location.
 *   Replicas 1–3, of 1–4 half cores; in tight snapshots also of 3–8 half cores, which leaves few gaps.
 * - Calls run along each application; a limit holds for 75 % of them: 0 or 1 (*same location or close by*), or the
 *   latency of a random pair; reach `nearest` for 25 %.
 * - A start never breaks a capacity. Latency breaches at the start occur. 10 % of the workloads are pinned; memory is
 *   not transient in 10 % of the snapshots, pods are limited in 20 %.
 */
export function largerSnapshot(seed: number): Snapshot {
  const draw = random(seed ^ 0x51ed270b);
  const locations = ['east', 'north', 'south', 'west'].slice(0, draw.int(2, 4));
  const nodes = drawNodes(draw, locations);
  const workloads: Workload[] = [];
  const applications = placeApplications(draw, nodes, workloads);
  const latency = drawLatency(draw, locations);
  const snapshot: Snapshot = {
    nodes: draw.shuffled(nodes),
    workloads: draw.shuffled(workloads),
    latency,
    calls: draw.shuffled(applications.flatMap((members) => drawCalls(draw, members, latency))),
  };
  if (draw.chance(0.1)) snapshot.resources = { memory: { transient: false } };
  return snapshot;
}

function drawNodes(draw: Random, locations: readonly string[]): Node[] {
  const level = new Map(locations.map((location) => [location, draw.int(1, 6)]));
  const pods = draw.chance(0.2);
  const nodes: Node[] = [];
  for (let i = draw.int(6, 12); i > 0; i--) {
    const location = draw.pick(locations);
    const cores = draw.pick([4, 4, 8, 8, 8, 16]);
    const node: Node = {
      name: `n${i}`,
      location,
      allocatable: { cpu: cores, memory: `${cores * draw.int(2, 4)}Gi` },
    };
    if (!draw.chance(0.05)) node.pricePerHour = (level.get(location) as number) * cores + draw.int(-1, 1);
    if (pods) node.allocatable.pods = draw.int(4, 8);
    nodes.push(node);
  }
  return nodes;
}

/** What is free on a node, in half cores, Gi and pods. */
interface Room {
  node: Node;
  cpu: number;
  memory: number;
  pods: number;
}

/** Places applications until the drawn share of the cpu is in use or there are 40 replicas. */
function placeApplications(draw: Random, nodes: readonly Node[], workloads: Workload[]): Workload[][] {
  const rooms: Room[] = nodes.map((node) => ({
    node,
    cpu: Number(node.allocatable.cpu) * 2,
    memory: Number.parseInt(String(node.allocatable.memory), 10),
    pods: Number(node.allocatable.pods ?? 99),
  }));
  const tight = draw.chance(0.4);
  const total = rooms.reduce((sum, room) => sum + room.cpu, 0);
  let wanted = Math.floor((total * (tight ? draw.int(60, 75) : draw.int(40, 65))) / 100);
  let replicas = 0;
  const applications: Workload[][] = [];
  for (let attempts = 0; attempts < 40 && (replicas < 10 || (wanted > 0 && replicas < 38)); attempts++) {
    const home = draw.pick(nodes).location;
    const members: Workload[] = [];
    for (let i = draw.int(2, 5); i > 0 && replicas < 38 && (wanted > 0 || replicas < 10); i--) {
      const cpu = tight && draw.chance(0.5) ? draw.int(3, 8) : draw.int(1, 4) + (wanted > total / 3 ? 1 : 0);
      const placed = placeReplicas(draw, rooms, home, cpu, draw.int(1, 3));
      if (placed.length === 0) continue;
      wanted -= cpu * placed.length;
      replicas += placed.length;
      members.push(workload(draw, `w${workloads.length + members.length}`, cpu, placed));
    }
    workloads.push(...members);
    applications.push(members);
  }
  return applications;
}

function workload(draw: Random, name: string, cpu: number, placed: readonly string[]): Workload {
  const counts: Record<string, number> = {};
  for (const node of placed) counts[node] = (counts[node] ?? 0) + 1;
  const requests = { cpu: `${cpu * 500}m`, memory: `${cpu}Gi` };
  return { name, requests, replicas: counts, ...(draw.chance(0.1) ? { movable: false } : {}) };
}

/** Puts each replica on a random node with room, mostly at home; memory is requested 1 Gi per half core. */
function placeReplicas(
  draw: Random,
  rooms: readonly Room[],
  home: string | undefined,
  cpu: number,
  count: number,
): string[] {
  const placed: string[] = [];
  for (let i = 0; i < count; i++) {
    const fitting = rooms.filter((room) => room.cpu >= cpu && room.memory >= cpu && room.pods > 0);
    const near = fitting.filter((room) => room.node.location === home);
    if (fitting.length === 0) return placed;
    const room = draw.pick(near.length > 0 && draw.chance(0.75) ? near : fitting);
    room.cpu -= cpu;
    room.memory -= cpu;
    room.pods -= 1;
    placed.push(room.node.name);
  }
  return placed;
}

function drawLatency(draw: Random, locations: readonly string[]): NonNullable<Snapshot['latency']> {
  const symmetric = draw.chance(0.6);
  const pairs: NonNullable<Snapshot['latency']>['pairs'] = [];
  for (const [i, from] of locations.entries()) {
    for (const to of locations.slice(symmetric ? i + 1 : 0)) {
      if (from !== to && !draw.chance(0.08)) pairs.push({ from, to, microseconds: draw.int(1, 9) });
    }
  }
  return { symmetric, pairs: draw.shuffled(pairs) };
}

function drawCalls(
  draw: Random,
  members: readonly Workload[],
  latency: NonNullable<Snapshot['latency']>,
): Call[] {
  const calls: Call[] = [];
  for (const [i, to] of members.entries()) {
    if (i === 0) continue;
    const call: Call = {
      from: workloadKey(members[draw.int(0, i - 1)]),
      to: workloadKey(to),
      stress: draw.int(1, 50) * 1000,
    };
    if (draw.chance(0.75)) {
      const some = latency.pairs.length > 0 ? draw.pick(latency.pairs).microseconds : 1;
      call.maxLatencyMicroseconds = draw.chance(0.5) ? draw.int(0, 1) : some;
      if (draw.chance(0.25)) call.reach = 'nearest';
    }
    calls.push(call);
  }
  return calls;
}
