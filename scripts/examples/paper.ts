import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from '../../test/generate/random.ts';

/**
 * One deployment as the paper's evaluation draws them (Disruption-aware Microservice Re-orchestration for
 * Cost-efficient Multi-cloud Deployments, section V): 8 applications × 4 microservices on 10 nodes in 2 regions.
 * Seed 1, the first one tried: the example is not picked.
 *
 * - Nodes of equal size, 8 cpu and 1.6 Gi, half of them in each region; a node of region r costs r per hour.
 * - Requests uniform in 0.5–2.5 cpu (steps of 1m) and 0.2–0.3 Gi (steps of 1Mi).
 * - Microservices go, in random order, each to a random node with room for it. The cpu occupancy over all nodes is
 *   50–70 %, or all is drawn again.
 * - Latency between the regions uniform in 20–100 ms (steps of 1 ms), the same both ways.
 * - Each application is a call tree: every microservice but the first is called by a random earlier one. Each call has
 *   a limit uniform in 20–100 ms, drawn until it holds at the start.
 *
 * The paper gives no node size, no latency and no tree; these are ours, so that 32 microservices fill about 60 %.
 */
export const PAPER_SEED = 1;

const APPLICATIONS = 8;
const MICROSERVICES = 4;
const REGIONS = 2;
const NODES_PER_REGION = 5;
const NODE = { milliCpu: 8000, memoryMi: 1638.4 };

interface Microservice {
  application: number;
  index: number;
  milliCpu: number;
  memoryMi: number;
}

export function paperSnapshot(seed: number = PAPER_SEED): Snapshot {
  const draw = random(seed);
  const nodes = regionNodes();
  const delay = draw.int(20, 100) * 1000;
  const microservices = drawMicroservices(draw, nodes.length);
  const home = place(draw, microservices, nodes);
  return {
    nodes,
    workloads: microservices.map((one) => workload(one, home.get(one) as Node)),
    latency: { pairs: [{ from: 'region-1', to: 'region-2', microseconds: delay }] },
    calls: drawCalls(draw, microservices, (one, other) =>
      home.get(one)?.location === home.get(other)?.location ? 0 : delay,
    ),
  };
}

function regionNodes(): Node[] {
  const nodes: Node[] = [];
  for (let region = 1; region <= REGIONS; region++) {
    for (let i = 0; i < NODES_PER_REGION; i++) {
      const name = `n${String(nodes.length + 1).padStart(2, '0')}`;
      nodes.push({
        name,
        location: `region-${region}`,
        pricePerHour: region,
        allocatable: { cpu: 8, memory: '1.6Gi' },
      });
    }
  }
  return nodes;
}

function drawMicroservices(draw: Random, nodes: number): Microservice[] {
  for (;;) {
    const drawn: Microservice[] = [];
    for (let application = 1; application <= APPLICATIONS; application++) {
      for (let index = 1; index <= MICROSERVICES; index++) {
        drawn.push({ application, index, milliCpu: draw.int(500, 2500), memoryMi: draw.int(205, 307) });
      }
    }
    const occupancy = drawn.reduce((sum, { milliCpu }) => sum + milliCpu, 0) / (nodes * NODE.milliCpu);
    if (occupancy >= 0.5 && occupancy <= 0.7) return drawn;
  }
}

/** Random nodes with room, all over again when one finds none. */
function place(
  draw: Random,
  microservices: readonly Microservice[],
  nodes: readonly Node[],
): Map<Microservice, Node> {
  for (;;) {
    const rooms = nodes.map((node) => ({ node, ...NODE }));
    const home = new Map<Microservice, Node>();
    for (const one of draw.shuffled(microservices)) {
      const fitting = rooms.filter((room) => room.milliCpu >= one.milliCpu && room.memoryMi >= one.memoryMi);
      if (fitting.length === 0) break;
      const room = draw.pick(fitting);
      room.milliCpu -= one.milliCpu;
      room.memoryMi -= one.memoryMi;
      home.set(one, room.node);
    }
    if (home.size === microservices.length) return home;
  }
}

function workload({ application, index, milliCpu, memoryMi }: Microservice, node: Node): Workload {
  return {
    namespace: `app-${application}`,
    name: `m${index}`,
    requests: { cpu: `${milliCpu}m`, memory: `${memoryMi}Mi` },
    replicas: { [node.name]: 1 },
  };
}

function drawCalls(
  draw: Random,
  microservices: readonly Microservice[],
  delay: (from: Microservice, to: Microservice) => number,
): Call[] {
  const calls: Call[] = [];
  for (const to of microservices) {
    const earlier = microservices.filter((one) => one.application === to.application && one.index < to.index);
    if (earlier.length === 0) continue;
    const from = draw.pick(earlier);
    let limit: number;
    do limit = draw.int(20, 100) * 1000;
    while (limit < delay(from, to));
    const namespace = `app-${to.application}`;
    calls.push({
      from: `${namespace}/m${from.index}`,
      to: `${namespace}/m${to.index}`,
      maxLatencyMicroseconds: limit,
    });
  }
  return calls;
}
