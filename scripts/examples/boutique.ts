import { byName } from '../../src/model/placement.ts';
import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import {
  LATENCY_PAIRS,
  NODES,
  SERVICES,
  type Service,
  type Size,
  ZONE_LATENCY_LIMIT,
} from './boutique-facts.ts';

/**
 * Online Boutique on nine nodes in three zones, the evening after a busy day: every service was scaled down to half of
 * its replicas, and no node got empty by it. The facts are in `boutique-facts.ts`. The placement follows two rules of
 * Kubernetes, simplified, and is not drawn:
 *
 * - Up: replicas are added round by round, one of each service a round, until all have their peak number. Each goes
 *   where, of the nodes with room (of the zone of `near`, if the service has one), its zone has the fewest replicas of
 *   the service, then the node has, then the node is the least allocated afterwards (mean of cpu and memory), then the
 *   first by name: PodTopologySpread before NodeResourcesLeastAllocated.
 * - Down: the replica goes whose node has the most replicas of the service; of equal ones the newest. The order of
 *   ReplicaSet scale-down (pkg/controller/controller_utils.go, ActivePodsWithRanks) for pods that are all Ready.
 */
export function boutiqueSnapshot(): Snapshot {
  const rooms = NODES.map((node) => ({ node, free: { ...node.free }, hosted: new Map<string, number>() }));
  const placed = new Map<string, Room[]>(SERVICES.map((service) => [service.name, []]));
  const peak = Math.max(...SERVICES.map((service) => service.peak));
  for (let round = 0; round < peak; round++) {
    for (const service of SERVICES) if (round < service.peak) scaleUp(service, rooms, placed);
  }
  for (const service of SERVICES) {
    for (let i = service.peak; i > service.replicas; i--)
      scaleDown(service, placed.get(service.name) as Room[]);
  }
  return {
    nodes: NODES.map(publicNode),
    workloads: SERVICES.map((service) => workload(service, placed.get(service.name) as Room[])),
    latency: { measure: 'round-trip', pairs: [...LATENCY_PAIRS] },
    calls: SERVICES.flatMap(callsOf),
  };
}

/** A node while it fills up. */
interface Room {
  node: (typeof NODES)[number];
  free: Size;
  hosted: Map<string, number>;
}

function scaleUp(service: Service, rooms: readonly Room[], placed: Map<string, Room[]>): void {
  const zone = service.near === undefined ? undefined : placed.get(service.near)?.[0]?.node.zone;
  const own = placed.get(service.name) as Room[];
  const inZone = (room: Room) => own.filter((other) => other.node.zone === room.node.zone).length;
  const onNode = (room: Room) => room.hosted.get(service.name) ?? 0;
  const allocated = ({ node, free }: Room) =>
    2 -
    (free.milliCpu - service.milliCpu) / node.free.milliCpu -
    (free.memoryMi - service.memoryMi) / node.free.memoryMi;
  const [best] = rooms
    .filter(({ node }) => zone === undefined || node.zone === zone)
    .filter(
      ({ free }) => free.milliCpu >= service.milliCpu && free.memoryMi >= service.memoryMi && free.pods >= 1,
    )
    .sort(
      (a, b) =>
        inZone(a) - inZone(b) ||
        onNode(a) - onNode(b) ||
        allocated(a) - allocated(b) ||
        byName(a.node.name, b.node.name),
    );
  if (!best) throw new Error(`no node has room for ${service.name}`);
  own.push(best);
  take(best, service, 1);
}

function scaleDown(service: Service, own: Room[]): void {
  const crowd = (room: Room) => room.hosted.get(service.name) ?? 0;
  const most = Math.max(...own.map(crowd));
  const [gone] = own.splice(
    own.findLastIndex((room) => crowd(room) === most),
    1,
  );
  take(gone, service, -1);
}

function take(room: Room, service: Service, replicas: 1 | -1): void {
  room.free.milliCpu -= replicas * service.milliCpu;
  room.free.memoryMi -= replicas * service.memoryMi;
  room.free.pods -= replicas;
  room.hosted.set(service.name, (room.hosted.get(service.name) ?? 0) + replicas);
}

function publicNode({ name, zone, pricePerHour, free }: (typeof NODES)[number]): Node {
  const allocatable = { cpu: `${free.milliCpu}m`, memory: `${free.memoryMi}Mi`, pods: free.pods };
  return { name, location: zone, pricePerHour, allocatable };
}

function workload(service: Service, rooms: readonly Room[]): Workload {
  const replicas: Record<string, number> = {};
  for (const { name } of rooms.map((room) => room.node).sort((a, b) => byName(a.name, b.name))) {
    replicas[name] = (replicas[name] ?? 0) + 1;
  }
  return {
    namespace: service.namespace,
    name: service.name,
    requests: { cpu: `${service.milliCpu}m`, memory: `${service.memoryMi}Mi` },
    replicas,
    ...(service.pinned ? { movable: false } : {}),
  };
}

function callsOf(service: Service): Call[] {
  return service.calls.map(({ to, reach }) => ({
    from: `${service.namespace}/${service.name}`,
    to: `boutique/${to}`,
    ...(reach ? { maxLatencyMicroseconds: ZONE_LATENCY_LIMIT, reach } : {}),
  }));
}
