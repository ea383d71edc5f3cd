import type { Call, Node, Snapshot, Workload } from '../model/snapshot.ts';
import { drawLatency, latencyBetween } from './latency.ts';
import type { WorkloadParameters } from './parameters.ts';
import { placeReplicas } from './place.ts';
import { type Random, random } from './random.ts';

/** Requests are drawn again this often to meet the occupancy, and placements to find room. */
const ATTEMPTS = 2000;

/** What one replica of a microservice requests, and how many there are. */
export interface Demand {
  cpuMilli: number;
  memoryMi: number;
  devices: number;
  replicas: number;
}

/**
 * A fragmented deployment as the paper's evaluation draws it: random call trees on nodes of several locations, placed
 * at random. Pure: equal parameters give equal snapshots.
 * @throws RangeError when no draw meets the occupancy or finds room for every replica
 */
export function generateWorkload(parameters: WorkloadParameters): Snapshot {
  const draw = random(parameters.seed);
  const nodes = makeNodes(parameters);
  const demands = drawDemands(draw, parameters);
  const hosts = drawPlacement(draw, parameters, demands);
  const workloads = demands.map((demand, i) =>
    makeWorkload(
      parameters,
      demand,
      i,
      hosts[i].map((n) => nodes[n]),
    ),
  );
  const latency = drawLatency(draw, parameters);
  const delays = latencyBetween(latency);
  const calls = drawTrees(draw, parameters).map(([from, to]): Call => {
    const locations = (i: number) => hosts[i].map((n) => nodes[n].location ?? '');
    const worst = Math.max(...locations(from).flatMap((g) => locations(to).map((h) => delays(g, h))));
    return {
      from: workloads[from].name,
      to: workloads[to].name,
      maxLatencyMicroseconds: drawLimit(draw, parameters, worst),
      stress: draw.int(1, 1000) * 1000,
    };
  });
  return { nodes, workloads, latency, calls };
}

const digits = (i: number, count: number) => String(i).padStart(String(Math.max(0, count - 1)).length, '0');

function makeNodes({ nodes, locations, sizes, pricing, devices }: WorkloadParameters): Node[] {
  return Array.from({ length: nodes }, (_, i) => {
    const size = sizes[i % sizes.length];
    const level = (i % locations) + 1;
    // In thousandths, so that a factor such as 0.35 gives an exact decimal.
    const thousandths =
      Math.round(level * size.priceFactor * 1000) * (pricing === 'capacity' ? size.cpuMilli : 1000);
    return {
      name: `node-${digits(i, nodes)}`,
      location: `location-${level}`,
      pricePerHour: decimalOfMillionths(thousandths),
      allocatable: {
        cpu: `${size.cpuMilli}m`,
        memory: `${size.memoryMi}Mi`,
        ...(devices ? { device: devices.perNode } : {}),
      },
    };
  });
}

function decimalOfMillionths(millionths: number): string {
  const text = String(millionths).padStart(7, '0');
  const fraction = text.slice(-6).replace(/0+$/, '');
  return text.slice(0, -6) + (fraction ? `.${fraction}` : '');
}

function drawDemands(draw: Random, parameters: WorkloadParameters): Demand[] {
  const { nodes, sizes, occupancyPercent } = parameters;
  let total = 0;
  for (let i = 0; i < nodes; i++) total += sizes[i % sizes.length].cpuMilli;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const demands = Array.from({ length: parameters.applications * parameters.microservices }, () => ({
      cpuMilli: draw.int(...parameters.cpuMilli),
      memoryMi: draw.int(...parameters.memoryMi),
      devices: parameters.devices && draw.chance(parameters.devices.percent / 100) ? 1 : 0,
      replicas: draw.int(...parameters.replicas),
    }));
    const used = demands.reduce((sum, demand) => sum + demand.cpuMilli * demand.replicas, 0);
    if (used * 100 >= occupancyPercent[0] * total && used * 100 <= occupancyPercent[1] * total)
      return demands;
  }
  throw new RangeError(`no draw of requests uses ${occupancyPercent.join('–')} % of the cpu`);
}

function drawPlacement(draw: Random, parameters: WorkloadParameters, demands: readonly Demand[]): number[][] {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const hosts = placeReplicas(draw, parameters, demands);
    if (hosts) return hosts;
  }
  throw new RangeError('no random placement has room for every replica');
}

function makeWorkload(
  parameters: WorkloadParameters,
  demand: Demand,
  index: number,
  hosts: readonly Node[],
): Workload {
  const counts: Record<string, number> = {};
  for (const { name } of hosts) counts[name] = (counts[name] ?? 0) + 1;
  const application = Math.floor(index / parameters.microservices);
  return {
    name: `app-${digits(application, parameters.applications)}-${digits(index % parameters.microservices, parameters.microservices)}`,
    requests: {
      cpu: `${demand.cpuMilli}m`,
      memory: `${demand.memoryMi}Mi`,
      ...(demand.devices > 0 ? { device: demand.devices } : {}),
    },
    replicas: counts,
  };
}

/** The calls of a random tree per application: every microservice but the first is called by an earlier one. */
function drawTrees(
  draw: Random,
  { applications, microservices }: WorkloadParameters,
): [from: number, to: number][] {
  const calls: [number, number][] = [];
  for (let application = 0; application < applications; application++) {
    const first = application * microservices;
    for (let i = 1; i < microservices; i++) calls.push([first + draw.int(0, i - 1), first + i]);
  }
  return calls;
}

/** A limit drawn again until the call keeps it at the start. */
function drawLimit(draw: Random, { limitMicroseconds, start }: WorkloadParameters, worst: number): number {
  const [low, high] = limitMicroseconds;
  if (start === 'latency-breaking') return draw.int(low, high);
  if (worst > high) throw new RangeError('a delay between locations is above every limit');
  return draw.int(Math.max(low, worst), high);
}
