import { withoutHeadroom } from '../options/headroom.ts';
import type { ResolvedOptions } from '../options.ts';
import { byName } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { resourceUnits } from '../quantity.ts';
import { MAX_EXACT, resourceScale } from '../scale.ts';
import type { Node, Snapshot, Workload } from '../snapshot.ts';
import { exclusiveResources } from './exclusive.ts';
import type { Groups, RunningWorkload } from './groups.ts';

/** Resource that kubelet counts by itself: one per replica, unlimited where a node does not name it. */
const PODS = 'pods';

/** What one replica requests of a resource, in the resource's own unit. */
export function requestUnits(workload: Workload, resource: string): bigint {
  const request = workload.requests[resource];
  if (request === undefined) return resource === PODS ? 1n : 0n;
  return resourceUnits(resource, request);
}

/** Resources that can ever be short: a replica requests them, and for `pods` a node limits them. Sorted by name. */
function scarceResources(nodes: readonly Node[], running: readonly RunningWorkload[]): string[] {
  const requested = new Set([PODS]);
  for (const { workload } of running)
    for (const resource of Object.keys(workload.requests)) requested.add(resource);
  return [...requested]
    .filter((resource) => resource !== PODS || nodes.some((node) => node.allocatable[PODS] !== undefined))
    .filter((resource) => running.some(({ workload }) => requestUnits(workload, resource) > 0n))
    .sort(byName);
}

type Resources = Pick<
  Problem,
  'resources' | 'requested' | 'resourceNames' | 'resourceUnit' | 'capacity' | 'use' | 'demand' | 'transient'
>;

/** Requests, use at the start and capacity of every resource, each scaled to whole numbers below 2^53. */
export function resourcesOf(
  snapshot: Snapshot,
  nodes: readonly Node[],
  running: readonly RunningWorkload[],
  groups: Groups,
  { headroom = {} }: Pick<ResolvedOptions, 'headroom'>,
): Resources {
  const scarce = scarceResources(nodes, running);
  const rooms = new Map(Object.entries(headroom));
  const exclusive = exclusiveResources(running);
  const requested = scarce.length;
  const resourceNames = [...scarce, ...exclusive.names];
  const resources = resourceNames.length;
  const demand = new Float64Array(running.length * resources);
  const use = new Float64Array(nodes.length * resources);
  const capacity = new Float64Array(nodes.length * resources);
  const resourceUnit = resourceNames.map((resource, k) => {
    const requests = running.map(({ workload }, w) => ({
      units: k < requested ? requestUnits(workload, resource) : BigInt(exclusive.takes[k - requested][w]),
      replicas: groups.replicas[w],
    }));
    const { unit, total } = resourceScale(requests);
    if (total > MAX_EXACT)
      throw new RangeError(`requests of ${resource} add up to more than 2^53 steps of ${unit}`);
    for (const [w, { units }] of requests.entries()) demand[w * resources + k] = Number(units / unit);
    for (let g = 0; g < groups.groups; g++) {
      use[groups.groupNode[g] * resources + k] +=
        demand[groups.groupWorkload[g] * resources + k] * groups.groupCount[g];
    }
    const all = total / 2n;
    for (const [n, node] of nodes.entries()) {
      const limit = BigInt(use[n * resources + k]) + all;
      const units = k < requested ? roomOn(node, resource, rooms.get(resource)) : 1n;
      const scaled = units === undefined ? limit : units / unit;
      capacity[n * resources + k] = Number(scaled < limit ? scaled : limit);
    }
    return unit;
  });
  const transient = Uint8Array.from(resourceNames, (name) =>
    snapshot.resources?.[name]?.transient === false ? 0 : 1,
  );
  return { resources, requested, resourceNames, resourceUnit, capacity, use, demand, transient };
}

/** What may be in use on a node where something arrives; undefined when that has no limit. */
function roomOn(node: Node, resource: string, headroom: string | undefined): bigint | undefined {
  const units = allocatableUnits(node, resource);
  if (units === undefined || headroom === undefined) return units;
  const left = withoutHeadroom(resource, units, headroom);
  return left > 0n ? left : 0n;
}

/** What a node offers of a resource, in the resource's own unit; undefined when that is no limit. */
function allocatableUnits(node: Node, resource: string): bigint | undefined {
  const allocatable = node.allocatable[resource];
  if (allocatable === undefined) return resource === PODS ? undefined : 0n;
  return resourceUnits(resource, allocatable);
}
