import type { Call, Node, Snapshot, Workload } from '../model/snapshot.ts';
import { drawLatency, latencyBetween } from './latency.ts';
import { digits } from './names.ts';
import { attemptsOf, NoDraw } from './no-draw.ts';
import { makeNodes, type PlannedNode, planNodes } from './nodes.ts';
import type { WorkloadParameters } from './parameters.ts';
import { placeReplicas } from './place.ts';
import { type Random, random } from './random.ts';

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
 * @throws NoDraw when no draw meets the occupancy or finds room for every replica
 */
export function generateWorkload(parameters: WorkloadParameters): Snapshot {
  const draw = random(parameters.seed);
  const planned = planNodes(parameters);
  const nodes = makeNodes(planned, parameters);
  const demands = drawDemands(draw, planned, parameters);
  const hosts = drawPlacement(draw, planned, parameters, demands);
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
    const locations = (i: number) => [...new Set(hosts[i].map((n) => planned[n].location))];
    const worst = Math.max(0, ...locations(from).flatMap((g) => locations(to).map((h) => delays(g, h))));
    return {
      from: workloads[from].name,
      to: workloads[to].name,
      maxLatencyMicroseconds: drawLimit(draw, parameters, worst),
      stress: draw.int(1, 1000) * 1000,
    };
  });
  return { nodes, workloads, latency, calls };
}

function drawDemands(draw: Random, nodes: readonly PlannedNode[], parameters: WorkloadParameters): Demand[] {
  const { occupancyPercent, cpuMilli, replicas } = parameters;
  const total = nodes.reduce((sum, node) => sum + node.cpuMilli, 0);
  const microservices = parameters.applications * parameters.microservices;
  for (let left = attemptsOf(5 * microservices); left > 0; left--) {
    const demands = Array.from({ length: microservices }, () => ({
      cpuMilli: draw.int(...cpuMilli),
      memoryMi: draw.int(...parameters.memoryMi),
      devices: parameters.devices && draw.chance(parameters.devices.percent / 100) ? 1 : 0,
      replicas: draw.int(...replicas),
    }));
    const used = demands.reduce((sum, demand) => sum + demand.cpuMilli * demand.replicas, 0);
    if (used * 100 >= occupancyPercent[0] * total && used * 100 <= occupancyPercent[1] * total)
      return demands;
  }
  const usual = (microservices * (cpuMilli[0] + cpuMilli[1]) * (replicas[0] + replicas[1])) / 4;
  throw new NoDraw(
    'occupancyPercent',
    `no draw of requests uses ${occupancyPercent.join('–')} % of the cpu: the microservices usually request ${Math.round((usual * 100) / total)} %`,
  );
}

function drawPlacement(
  draw: Random,
  nodes: readonly PlannedNode[],
  parameters: WorkloadParameters,
  demands: readonly Demand[],
): number[][] {
  const replicas = demands.reduce((sum, demand) => sum + demand.replicas, 0);
  for (let left = attemptsOf(nodes.length * replicas); left > 0; left--) {
    const hosts = placeReplicas(draw, nodes, parameters, demands);
    if (hosts) return hosts;
  }
  throw new NoDraw('nodes', 'no random placement has room for every replica');
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
  if (worst > high) {
    throw new NoDraw('limitMicroseconds', `a drawn delay of ${worst} microseconds is above every limit`);
  }
  return draw.int(Math.max(low, worst), high);
}
