import type { ResolvedOptions } from '../../src/model/options.ts';
import type { Move, PlanClaim } from '../../src/model/plan.ts';
import { parseQuantity, unitsOf } from '../../src/model/quantity.ts';
import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
import { variantOf, variantText } from '../../src/model/variants.ts';
import type { Volume } from '../../src/model/volumes.ts';
import type { Demands } from './neighbours.ts';

/**
 * The second replay: `docs/model.md` read again, naively, replica by replica, to be compared with the checker. Nothing here
 * may import `src/model/check`.
 */

export interface Replica {
  /** namespace/name */
  workload: string;
  name: string;
  /** Node at the start. */
  origin: string;
  movable: boolean;
  /** In the resource's own unit; pods included. */
  requests: Map<string, bigint>;
  spot: Workload['spot'];
  /** The same of what runs at the start, until it moves. */
  running: Map<string, bigint>;
  volumes: Volume[];
  selection: Demands & Pick<Workload, 'hostPorts'>;
  mode: 'surge' | 'recreate';
}

/** One copy of a replica in one slot. */
export interface Copy {
  replica: Replica;
  node: string;
  kind: 'old' | 'new';
  /** It has started anew: it, or the replica before the slot, has moved. */
  isStarted: boolean;
  /** Set on old copies of replicas that move in the slot. */
  leaving?: 'surge' | 'recreate';
}

export interface SlotReplay {
  moves: Move[];
  /** Moves that happen, and the replica that each is about. */
  happened: { move: Move; replica: Replica }[];
  /** Node of every replica just before and just after. */
  before: Map<Replica, string>;
  after: Map<Replica, string>;
  copies: Copy[];
  /** Replicas that have moved by the end of the slot. */
  started: ReadonlySet<Replica>;
}

/** A plan replayed on a snapshot. */
export interface Deployed {
  snapshot: Snapshot;
  options: ResolvedOptions;
  replicas: Replica[];
  slots: SlotReplay[];
}

export function listReplicas(snapshot: Snapshot): Replica[] {
  const list: Replica[] = [];
  for (const workload of snapshot.workloads) {
    const { namespace, name, requests, replicas, movable, mode, volumes = [] } = workload;
    const amounts = amountsOf(requests);
    const placed = Array.isArray(replicas)
      ? replicas.map((replica) => ({ ...replica }))
      : Object.entries(replicas).flatMap(([node, count]) =>
          Array.from({ length: count }, () => ({ node, name: undefined })),
        );
    const ownOf = (replica: (typeof placed)[number]) =>
      'requests' in replica && replica.requests !== undefined ? amountsOf(replica.requests) : amounts;
    const isFixed = (replica: (typeof placed)[number]) => 'movable' in replica && replica.movable === false;
    placed.sort((a, b) => {
      if (a.node !== b.node) return a.node < b.node ? -1 : 1;
      if (isFixed(a) !== isFixed(b)) return Number(isFixed(a)) - Number(isFixed(b));
      // Replicas without names are counted in the order of the normal form of what is their own.
      const [mine, other] = [a, b].map((replica) => variantText(variantOf(workload, replica)));
      return mine < other ? -1 : mine > other ? 1 : 0;
    });
    for (const [i, replica] of placed.entries()) {
      list.push({
        workload: `${namespace ?? 'default'}/${name}`,
        name: replica.name ?? `${name}-${i}`,
        origin: replica.node,
        movable: (movable ?? true) && !isFixed(replica),
        spot: workload.spot,
        selection: workload,
        requests: amounts,
        running: ownOf(replica),
        volumes: [...volumes, ...(('volumes' in replica && replica.volumes) || [])],
        mode: mode ?? 'surge',
      });
    }
  }
  return list;
}

function amountsOf(requests: Workload['requests']): Map<string, bigint> {
  const amounts = new Map<string, bigint>([['pods', 1n]]);
  for (const [resource, amount] of Object.entries(requests))
    amounts.set(resource, unitsOf(resource, parseQuantity(amount) as bigint));
  return amounts;
}

/** Every slot with the copies in it. Moves without a meaning do not happen; of several of one replica the last counts. */
export function replaySlots(snapshot: Snapshot, replicas: readonly Replica[], plan: PlanClaim): SlotReplay[] {
  let placement = new Map(replicas.map((replica) => [replica, replica.origin]));
  const started = new Set<Replica>();
  const slots: SlotReplay[] = [];
  for (const { moves } of plan.slots) {
    const before = placement;
    const happened = moves.flatMap((move) => {
      const replica = replicas.find(
        ({ workload, name }) => workload === move.workload && name === move.replica,
      );
      const target = snapshot.nodes.find(({ name }) => name === move.to);
      return replica && target && before.get(replica) !== target.name ? [{ move, replica }] : [];
    });
    const after = new Map(before);
    for (const { move, replica } of happened) after.set(replica, move.to);
    const copies: Copy[] = replicas.map((replica) => {
      const last = happened.findLast((entry) => entry.replica === replica);
      const node = before.get(replica) as string;
      const old: Copy = { replica, node, kind: 'old', isStarted: started.has(replica) };
      return last ? { ...old, leaving: last.move.mode } : old;
    });
    for (const { move, replica } of happened)
      copies.push({ replica, node: move.to, kind: 'new', isStarted: true });
    for (const { replica } of happened) started.add(replica);
    slots.push({ moves, happened, before, after, copies, started: new Set(started) });
    placement = after;
  }
  return slots;
}

/** The copies as if nothing moved: a placement. */
export function standing(
  placement: ReadonlyMap<Replica, string>,
  started: ReadonlySet<Replica> = new Set(),
): Copy[] {
  return [...placement].map(([replica, node]) => ({
    replica,
    node,
    kind: 'old',
    isStarted: started.has(replica),
  }));
}

/** Use of one resource on one node by the copies of a slot. */
export function useOf(snapshot: Snapshot, copies: readonly Copy[], node: string, resource: string): bigint {
  const transient = snapshot.resources?.[resource]?.transient ?? true;
  let sum = 0n;
  for (const copy of copies) {
    if (copy.node !== node) continue;
    const gone = copy.leaving !== undefined && !transient;
    // At its first node a replica runs as it is, anywhere else as its workload says; one that has come back is no move.
    if (!gone) sum += requestsOf(copy).get(resource) ?? 0n;
  }
  return sum;
}

export function requestsOf({ replica, isStarted }: Copy): Map<string, bigint> {
  return isStarted ? replica.requests : replica.running;
}

/** Undefined: no limit. */
export function allocatableOf(snapshot: Snapshot, node: string, resource: string): bigint | undefined {
  const amount = snapshot.nodes.find(({ name }) => name === node)?.allocatable[resource];
  if (amount !== undefined) return unitsOf(resource, parseQuantity(amount) as bigint);
  return resource === 'pods' ? undefined : 0n;
}

/** Milli-cores as Kubernetes writes them: whole cores without a suffix. */
export function milli(units: bigint): string {
  return units % 1000n === 0n ? `${units / 1000n}` : `${units}m`;
}

/** The nodes that the options let a plan open. */
export function newNodes({ openable = [] }: ResolvedOptions): Snapshot['nodes'] {
  const nodes: Snapshot['nodes'] = [];
  for (const { name, count, ...rest } of openable) {
    for (let i = 1; i <= count; i++)
      nodes.push({ ...rest, name: `${name}-new-${i}`, billedWhenEmpty: false });
  }
  return nodes;
}

/** The snapshot with these. */
export function opened(snapshot: Snapshot, options: ResolvedOptions): Snapshot {
  return { ...snapshot, nodes: [...snapshot.nodes, ...newNodes(options)] };
}
