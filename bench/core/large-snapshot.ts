import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { random } from '../../test/generate/random.ts';

/** Sizes of the large instance: 30,000 replicas, every one with a name, as a cluster dump has them. */
const NODES = 1_000;
const WORKLOADS = 3_000;
const REPLICAS = 10;

const KINDS = [
  { cpu: '3920m', memory: '15038Mi', pods: 58, price: '0.192' },
  { cpu: '7910m', memory: '30623Mi', pods: 58, price: '0.384' },
  { cpu: '15890m', memory: '61792Mi', pods: 234, price: '0.768' },
];
const CPU = ['50m', '100m', '250m', '500m'];
const MEMORY = ['64Mi', '128Mi', '512Mi', '1Gi'];

/** 1,000 nodes in 5 zones, 3,000 workloads of 10 replicas, each calling the next within a limit. The same for a seed everywhere. */
export function largeSnapshot(seed = 1): Snapshot {
  const draw = random(seed);
  const zones = ['a', 'b', 'c', 'd', 'e'].map((zone) => `eu-central-1${zone}`);
  const nodes: Node[] = Array.from({ length: NODES }, (_, n) => {
    const { price, ...allocatable } = draw.pick(KINDS);
    return {
      name: `ip-10-0-${n >> 8}-${n & 255}`,
      location: draw.pick(zones),
      pricePerHour: price,
      allocatable,
    };
  });
  const workloads: Workload[] = Array.from({ length: WORKLOADS }, (_, w) => ({
    namespace: `team-${w % 40}`,
    name: `service-${w}`,
    requests: { cpu: draw.pick(CPU), memory: draw.pick(MEMORY) },
    replicas: Array.from({ length: REPLICAS }, (_, i) => ({
      node: draw.pick(nodes).name,
      name: `service-${w}-${draw.int(0, 0xffffff).toString(36)}-${i}`,
    })),
  }));
  const calls = workloads.slice(1).map((workload, w) => ({
    from: `${workloads[w].namespace}/${workloads[w].name}`,
    to: `${workload.namespace}/${workload.name}`,
    maxLatencyMicroseconds: 2_000,
  }));
  const pairs = zones.flatMap((from, i) =>
    zones.slice(0, i).map((to) => ({ from, to, microseconds: draw.int(300, 1_500) })),
  );
  return { nodes, workloads, latency: { pairs }, calls };
}
