import { withoutHeadroom } from '../options/headroom.ts';
import type { ResolvedOptions } from '../options.ts';
import { byName } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { resourceUnits } from '../quantity.ts';
import { MAX_EXACT, resourceScale } from '../scale.ts';
import type { Node, Snapshot, Workload } from '../snapshot.ts';
import type { Variant } from '../variants.ts';
import { exclusiveResources } from './exclusive.ts';
import type { Groups, RunningWorkload } from './groups.ts';

/** Resource that kubelet counts by itself: one per replica, unlimited where a node does not name it. */
const PODS = 'pods';

/** What one replica requests of a resource, in the resource's own unit. */
export function requestUnits({ requests }: Pick<Workload, 'requests'>, resource: string): bigint {
  const request = requests[resource];
  if (request === undefined) return resource === PODS ? 1n : 0n;
  return resourceUnits(resource, request);
}

/** Requests of replicas that arrive, and of those that run with others: each list of them once. */
function requestLists(running: readonly RunningWorkload[], variants: readonly (Variant | undefined)[]) {
  const own = variants.flatMap((variant) => (variant?.requests ? [{ requests: variant.requests }] : []));
  return [...running.map(({ workload: { requests } }) => ({ requests })), ...own];
}

/** Resources that can ever be short: a replica requests them, and for `pods` a node limits them. Sorted by name. */
function scarceResources(nodes: readonly Node[], lists: readonly Pick<Workload, 'requests'>[]): string[] {
  const requested = new Set([PODS]);
  for (const { requests } of lists) for (const resource of Object.keys(requests)) requested.add(resource);
  return [...requested]
    .filter((resource) => resource !== PODS || nodes.some((node) => node.allocatable[PODS] !== undefined))
    .filter((resource) => lists.some((list) => requestUnits(list, resource) > 0n))
    .sort(byName);
}

type Resources = Pick<
  Problem,
  | 'resources'
  | 'requested'
  | 'resourceNames'
  | 'resourceUnit'
  | 'capacity'
  | 'use'
  | 'demand'
  | 'release'
  | 'transient'
>;

/** Requests, use at the start and capacity of every resource, each scaled to whole numbers below 2^53. */
export function resourcesOf(
  snapshot: Snapshot,
  nodes: readonly Node[],
  running: readonly RunningWorkload[],
  groups: Groups,
  variants: readonly (Variant | undefined)[],
  { headroom = {} }: Pick<ResolvedOptions, 'headroom'>,
): Resources {
  const scarce = scarceResources(nodes, requestLists(running, variants));
  const rooms = new Map(Object.entries(headroom));
  const exclusive = exclusiveResources(running);
  const requested = scarce.length;
  const resourceNames = [...scarce, ...exclusive.names];
  const resources = resourceNames.length;
  const demand = new Float64Array(running.length * resources);
  const use = new Float64Array(nodes.length * resources);
  const capacity = new Float64Array(nodes.length * resources);
  const release = variants.some((variant) => variant?.requests)
    ? new Float64Array(groups.groups * resources)
    : undefined;
  const resourceUnit = resourceNames.map((resource, k) => {
    const isExclusive = k >= requested;
    const takes = isExclusive ? exclusive.takes[k - requested] : undefined;
    const requests = running.map(({ workload }, w) => ({
      units: takes ? BigInt(takes[w]) : requestUnits(workload, resource),
      replicas: groups.replicas[w],
    }));
    const own = isExclusive ? [] : ownRequests(variants, resource);
    const apart = own.map(({ group, units }) => ({ units, replicas: groups.groupCount[group] }));
    const { unit, total } = exactScale(resource, [...requests, ...apart]);
    for (const [w, { units }] of requests.entries()) demand[w * resources + k] = Number(units / unit);
    const each = Float64Array.from(groups.groupWorkload, (w) => demand[w * resources + k]);
    for (const { group, units } of own) each[group] = Number(units / unit);
    for (let g = 0; g < groups.groups; g++) {
      if (release) release[g * resources + k] = each[g];
      use[groups.groupNode[g] * resources + k] += each[g] * groups.groupCount[g];
    }
    const offered = nodes.map((node) => (isExclusive ? 1n : roomOn(node, resource, rooms.get(resource))));
    for (const [n, units] of offered.entries()) {
      const limit = BigInt(use[n * resources + k]) + total / 2n;
      capacity[n * resources + k] = Number(units === undefined ? limit : least(units / unit, limit));
    }
    return unit;
  });
  const transient = Uint8Array.from(resourceNames, (name) =>
    snapshot.resources?.[name]?.transient === false ? 0 : 1,
  );
  return { resources, requested, resourceNames, resourceUnit, capacity, use, demand, release, transient };
}

/** What may be in use on a node where something arrives; undefined when that has no limit. */
function roomOn(node: Node, resource: string, headroom: string | undefined): bigint | undefined {
  const units = allocatableUnits(node, resource);
  if (units === undefined || headroom === undefined) return units;
  const left = withoutHeadroom(resource, units, headroom);
  return left > 0n ? left : 0n;
}

/** What the replicas of some groups request in place of what their workload says, in the resource's own unit. */
function ownRequests(variants: readonly (Variant | undefined)[], resource: string) {
  return variants.flatMap((variant, group) =>
    variant?.requests ? [{ group, units: requestUnits({ requests: variant.requests }, resource) }] : [],
  );
}

function exactScale(resource: string, requests: Parameters<typeof resourceScale>[0]) {
  const scale = resourceScale(requests);
  if (scale.total <= MAX_EXACT) return scale;
  throw new RangeError(`requests of ${resource} add up to more than 2^53 steps of ${scale.unit}`);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a node offers of a resource, in the resource's own unit; undefined when that is no limit. */
function allocatableUnits(node: Node, resource: string): bigint | undefined {
  const allocatable = node.allocatable[resource];
  if (allocatable === undefined) return resource === PODS ? undefined : 0n;
  return resourceUnits(resource, allocatable);
}
