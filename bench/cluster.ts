import type { Call, Node, Snapshot, Workload } from '../src/model/snapshot.ts';
import { type Random, random } from '../src/workloads/random.ts';

/** A large deployment as clusters grow: see `clusterSnapshot`. */
export interface ClusterParameters {
  seed: number;
  nodes: number;
  replicas: number;
  /** One by one with names, as a cluster gives them; counts per node otherwise. */
  named?: boolean;
}

/** Price of one vCPU per hour and GiB per vCPU, about those of the large clouds' general, compute and memory types. */
const FAMILIES = [
  { price: 0.048, gib: 4 },
  { price: 0.0425, gib: 2 },
  { price: 0.063, gib: 8 },
] as const;
const CORES = [4, 4, 8, 8, 8, 16, 16, 32] as const;
/** Most pods a node takes, by cores. */
const PODS = new Map([
  [4, 58],
  [8, 58],
  [16, 234],
  [32, 234],
]);
const GENERATIONS = [0.86, 0.93, 1, 1, 1.06] as const;
const REQUESTS = [50, 100, 100, 150, 200, 200, 250, 250, 400, 500, 500, 750, 1000, 2000] as const;
const SIZES = [1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 50, 100, 200] as const;

interface Host {
  node: Node;
  region: number;
  cores: number;
  /** GiB per core. */
  gib: number;
  /** What is free. */
  cpu: number;
  memory: number;
  pods: number;
  /** Has local disks, on which pinned workloads run. */
  disks: boolean;
}

/**
 * - 1–3 regions with prices 0 %, 7 % and 18 % higher, three zones each; 0.5–2 ms between zones, 20–90 ms between regions.
 * - Nodes of 4–32 cores and 2, 4 or 8 GiB a core, in five generations of other prices; 1 % without price, 1 % empty.
 * - Applications of 3–20 workloads that call each other along a tree, 1–200 replicas each, 85 % of them in one region;
 *   the requests are scaled until 45–70 % of all cpu is in use. Replicas start on the
 *   emptier of two random nodes with room.
 * - 60 % of the calls have a limit: 5 ms (one region), 1 ms to the nearest callee, or what holds anywhere; 2 % are broken
 *   at the start by chance of the placement.
 * - Pinned: 3 % of the workloads, which run on the tenth of the nodes that has local disks, and an agent on each of those.
 */
export function clusterSnapshot(parameters: ClusterParameters): Snapshot {
  const draw = random(parameters.seed);
  const regions = draw.int(1, 3);
  const hosts = Array.from({ length: parameters.nodes }, (_, i) => drawHost(draw, i, regions));
  const { workloads, calls } = drawApplications(draw, parameters.replicas, regions);
  scale(draw, hosts, workloads);
  const byRegion = Array.from({ length: regions }, (_, r) => hosts.filter(({ region }) => region === r));
  const agents = placeAgents(hosts);
  for (const drawn of workloads) place(draw, drawn, byRegion, parameters.named ?? false);
  return {
    nodes: hosts.map(({ node }) => node),
    workloads: [...workloads.map(({ workload }) => workload), agents],
    latency: drawLatency(draw, regions),
    calls,
  };
}

const zone = (region: number, z: number) => `region-${region + 1}${'abc'[z]}`;

function drawHost(draw: Random, i: number, regions: number): Host {
  const region = draw.int(0, regions - 1);
  const family = draw.pick(FAMILIES);
  const cores = draw.pick(CORES);
  const price = family.price * cores * draw.pick(GENERATIONS) * [1, 1.07, 1.18][region];
  // What kubelet and the system keep for themselves.
  const cpu = cores * 1000 - 60 - 10 * cores;
  const memory = Math.floor(cores * family.gib * 1024 * 0.94) - 400;
  const pods = PODS.get(cores) ?? 110;
  const node: Node = {
    name: `ip-10-${i >> 8}-${i & 255}`,
    location: zone(region, draw.int(0, 2)),
    allocatable: { cpu: `${cpu}m`, memory: `${memory}Mi`, pods },
  };
  if (!draw.chance(0.01)) node.pricePerHour = price.toFixed(4);
  const disks = draw.chance(0.1);
  return draw.chance(0.01)
    ? { node, region, cores, gib: family.gib, cpu: 0, memory: 0, pods: 0, disks: false }
    : { node, region, cores, gib: family.gib, cpu, memory, pods, disks };
}

interface Drawn {
  workload: Workload;
  size: number;
  cpu: number;
  memory: number;
  /** −1: anywhere. */
  region: number;
}

function drawApplications(draw: Random, replicas: number, regions: number) {
  const workloads: Drawn[] = [];
  const calls: Call[] = [];
  for (let left = replicas, app = 0; left > 0; app++) {
    const region = draw.chance(0.85) ? draw.int(0, regions - 1) : -1;
    const first = workloads.length;
    for (let i = draw.int(3, 20); i > 0 && left > 0; i--) {
      const size = Math.min(left, draw.pick(SIZES));
      left -= size;
      const cpu = draw.pick(REQUESTS);
      const workload: Workload = {
        namespace: `team-${app}`,
        name: `service-${workloads.length - first}`,
        requests: {},
        replicas: {},
      };
      if (draw.chance(0.03)) workload.movable = false;
      workloads.push({
        workload,
        size,
        cpu,
        memory: (cpu / 1000) * 1024 * draw.pick([1, 2, 2, 3, 4, 4, 6, 8]),
        region,
      });
      if (workloads.length - 1 > first) calls.push(drawCall(draw, workloads, first, region));
    }
  }
  return { workloads, calls };
}

function drawCall(draw: Random, workloads: readonly Drawn[], first: number, region: number): Call {
  const ref = ({ workload }: Drawn) => `${workload.namespace}/${workload.name}`;
  const call: Call = {
    from: ref(workloads[draw.int(first, workloads.length - 2)]),
    to: ref(workloads[workloads.length - 1]),
  };
  if (!draw.chance(0.6)) return call;
  const kind = draw.int(0, 9);
  if (kind < 2) return { ...call, maxLatencyMicroseconds: 1000, reach: 'nearest' };
  const within = region >= 0 || draw.chance(0.02);
  return { ...call, maxLatencyMicroseconds: within && kind < 8 ? 5000 : 100_000 };
}

/** Multiplies the requests so that the drawn share of all cpu, and at most as much of the memory, is in use. */
function scale(draw: Random, hosts: readonly Host[], workloads: Drawn[]): void {
  const sum = <T>(list: readonly T[], of: (item: T) => number) =>
    list.reduce((all, item) => all + of(item), 0);
  const share = draw.int(45, 70) / 100;
  const cpu = (share * sum(hosts, (host) => host.cpu)) / sum(workloads, (w) => w.size * w.cpu);
  const memory = (share * draw.int(70, 105) * sum(hosts, (host) => host.memory)) / 100;
  const memoryScale = memory / sum(workloads, (w) => w.size * w.memory);
  for (const drawn of workloads) {
    drawn.cpu = Math.max(10, Math.round((drawn.cpu * cpu) / 5) * 5);
    drawn.memory = Math.max(16, Math.round((drawn.memory * memoryScale) / 8) * 8);
    drawn.workload.requests = { cpu: `${drawn.cpu}m`, memory: `${drawn.memory}Mi` };
  }
}

function placeAgents(hosts: readonly Host[]): Workload {
  const replicas: Record<string, number> = {};
  for (const host of hosts) {
    if (!host.disks) continue;
    replicas[host.node.name] = 1;
    host.cpu -= 100;
    host.memory -= 128;
    host.pods -= 1;
  }
  return {
    namespace: 'kube-system',
    name: 'agent',
    requests: { cpu: '100m', memory: '128Mi' },
    replicas,
    movable: false,
  };
}

function place(draw: Random, drawn: Drawn, byRegion: readonly Host[][], named: boolean): void {
  const { workload, size, cpu, memory, region } = drawn;
  const counts = new Map<string, number>();
  for (let i = 0; i < size; i++) {
    const hosts = byRegion[region < 0 ? draw.int(0, byRegion.length - 1) : region];
    const fits = (host: Host) =>
      host.cpu >= cpu && host.memory >= memory && host.pods > 0 && (host.disks || workload.movable !== false);
    let host = draw.pick(hosts);
    for (let attempt = 0; attempt < 200 && !fits(host); attempt++) host = draw.pick(hosts);
    // Like kube-scheduler's LeastAllocated, among two: large nodes get more.
    const other = draw.pick(hosts);
    if (fits(other) && share(other) > share(host)) host = other;
    // As in life, what finds no room isn't there.
    if (!fits(host)) continue;
    host.cpu -= cpu;
    host.memory -= memory;
    host.pods -= 1;
    counts.set(host.node.name, (counts.get(host.node.name) ?? 0) + 1);
  }
  workload.replicas = named ? list(draw, workload.name, counts) : Object.fromEntries(counts);
}

/** The share of cpu or memory that is free, the smaller one. */
function share({ cpu, memory, cores, gib }: Host): number {
  return Math.min(cpu / (cores * 1000), memory / (cores * gib * 1024));
}

function list(draw: Random, name: string, counts: ReadonlyMap<string, number>) {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  const word = (length: number) =>
    Array.from({ length }, () => letters[draw.int(0, letters.length - 1)]).join('');
  const generation = word(9);
  return [...counts].flatMap(([node, count]) =>
    Array.from({ length: count }, () => ({ node, name: `${name}-${generation}-${word(5)}` })),
  );
}

function drawLatency(draw: Random, regions: number): NonNullable<Snapshot['latency']> {
  const pairs: NonNullable<Snapshot['latency']>['pairs'] = [];
  const all = Array.from({ length: regions * 3 }, (_, i) => ({
    region: Math.floor(i / 3),
    name: zone(Math.floor(i / 3), i % 3),
  }));
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(i + 1)) {
      const microseconds = a.region === b.region ? draw.int(500, 2000) : draw.int(20_000, 90_000);
      pairs.push({ from: a.name, to: b.name, microseconds });
    }
  }
  return { pairs };
}
