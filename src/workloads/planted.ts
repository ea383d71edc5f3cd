import type { Node, Snapshot, Workload } from '../model/snapshot.ts';
import { attemptsOf, NoDraw } from './no-draw.ts';
import { type Random, random } from './random.ts';

/** A deployment that fits some of its nodes exactly. */
export interface PlantedParameters {
  seed: number;
  nodes: number;
  /** Nodes that are cut exactly into replicas. */
  kept: number;
  /** Replicas per kept node. Every one requests at least a tenth of the node. */
  replicasPerNode: readonly [low: number, high: number];
  /** Prices of the nodes that are not kept, in whole units; a kept node costs 1..its lowest. */
  prices: readonly [low: number, high: number];
}

export const PLANTED_PARAMETERS: PlantedParameters = {
  seed: 1,
  nodes: 12,
  kept: 6,
  replicasPerNode: [3, 6],
  prices: [5, 9],
};

const CPU_MILLI = 8000;
const MEMORY_MI = 16_384;

/**
 * Kept nodes are cut exactly into replicas (cpu and memory), then every replica is put on a random node with room.
 * `cost` is the price of the kept nodes: a placement of that price exists. Whether slots can reach it is open; that
 * no cheaper one exists is certain only where equal prices make the number of nodes decide.
 * @throws NoDraw when the replicas cannot be scattered
 */
export function generatePlanted(parameters: PlantedParameters): { snapshot: Snapshot; cost: number } {
  const draw = random(parameters.seed);
  const [low, high] = parameters.prices;
  const prices = Array.from({ length: parameters.nodes }, (_, n) =>
    n < parameters.kept ? draw.int(1, low) : draw.int(low, high),
  );
  const cost = prices.slice(0, parameters.kept).reduce((sum, price) => sum + price, 0);
  // Names tell nothing: neither which nodes are kept nor what was cut from the same one.
  const replicas = draw.shuffled(cutNodes(draw, parameters));
  const hosts = scatter(draw, replicas, parameters.nodes);
  const width = String(parameters.nodes).length;
  const nodes = draw.shuffled(prices).map(
    (pricePerHour, n): Node => ({
      name: `node-${String(n).padStart(width, '0')}`,
      location: 'location-1',
      pricePerHour,
      allocatable: { cpu: `${CPU_MILLI}m`, memory: `${MEMORY_MI}Mi` },
    }),
  );
  const workloads = replicas.map(
    ([cpu, memory], i): Workload => ({
      name: `w-${String(i).padStart(4, '0')}`,
      requests: { cpu: `${cpu}m`, memory: `${memory}Mi` },
      replicas: { [nodes[hosts[i]].name]: 1 },
    }),
  );
  return { snapshot: { nodes, workloads }, cost };
}

type Cut = readonly [cpuMilli: number, memoryMi: number];

function cutNodes(draw: Random, { kept, replicasPerNode }: PlantedParameters): Cut[] {
  return Array.from({ length: kept }, () => {
    const parts = draw.int(...replicasPerNode);
    const cpu = cut(draw, CPU_MILLI, parts);
    const memory = cut(draw, MEMORY_MI, parts);
    return cpu.map((milli, i): Cut => [milli, memory[i]]);
  }).flat();
}

/** A whole cut at random into parts of at least a tenth of it. */
function cut(draw: Random, whole: number, parts: number): number[] {
  const least = Math.floor(whole / 10);
  const free = whole - least * parts;
  if (free < 0) throw new NoDraw('replicasPerNode', 'a node is cut into at most 10 replicas');
  const marks = Array.from({ length: parts - 1 }, () => draw.int(0, free)).sort((a, b) => a - b);
  return [...marks, free].map((mark, i) => least + mark - (i === 0 ? 0 : marks[i - 1]));
}

function scatter(draw: Random, replicas: readonly Cut[], nodes: number): number[] {
  for (let left = attemptsOf(replicas.length * nodes); left > 0; left--) {
    const cpu = new Array<number>(nodes).fill(CPU_MILLI);
    const memory = new Array<number>(nodes).fill(MEMORY_MI);
    const hosts = replicas.map(([milli, mi]) => {
      const fitting = [...cpu.keys()].filter((n) => cpu[n] >= milli && memory[n] >= mi);
      if (fitting.length === 0) return -1;
      const n = draw.pick(fitting);
      cpu[n] -= milli;
      memory[n] -= mi;
      return n;
    });
    if (!hosts.includes(-1)) return hosts;
  }
  throw new NoDraw('nodes', 'no random placement has room for every replica');
}
