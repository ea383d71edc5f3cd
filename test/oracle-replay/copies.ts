import type { ResolvedOptions } from '../../src/model/options.ts';
import type { Move, PlanClaim } from '../../src/model/plan.ts';
import { parseQuantity, unitsOf } from '../../src/model/quantity.ts';
import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
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
  selection: Demands & Pick<Workload, 'hostPorts'>;
  mode: 'surge' | 'recreate';
}

/** One copy of a replica in one slot. */
export interface Copy {
  replica: Replica;
  node: string;
  kind: 'old' | 'new';
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
    const { namespace, name, requests, replicas, movable, mode } = workload;
    const amounts = new Map<string, bigint>([['pods', 1n]]);
    for (const [resource, amount] of Object.entries(requests)) {
      amounts.set(resource, unitsOf(resource, parseQuantity(amount) as bigint));
    }
    const placed = Array.isArray(replicas)
      ? replicas.map((replica) => ({ ...replica }))
      : Object.entries(replicas).flatMap(([node, count]) =>
          Array.from({ length: count }, () => ({ node, name: undefined })),
        );
    const isFixed = (replica: (typeof placed)[number]) => 'movable' in replica && replica.movable === false;
    placed.sort((a, b) => {
      if (a.node !== b.node) return a.node < b.node ? -1 : 1;
      return Number(isFixed(a)) - Number(isFixed(b));
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
        mode: mode ?? 'surge',
      });
    }
  }
  return list;
}

/** Every slot with the copies in it. Moves without a meaning do not happen; of several of one replica the last counts. */
export function replaySlots(snapshot: Snapshot, replicas: readonly Replica[], plan: PlanClaim): SlotReplay[] {
  let placement = new Map(replicas.map((replica) => [replica, replica.origin]));
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
      const old: Copy = { replica, node: before.get(replica) as string, kind: 'old' };
      return last ? { ...old, leaving: last.move.mode } : old;
    });
    for (const { move, replica } of happened) copies.push({ replica, node: move.to, kind: 'new' });
    slots.push({ moves, happened, before, after, copies });
    placement = after;
  }
  return slots;
}

/** The copies as if nothing moved: a placement. */
export function standing(placement: ReadonlyMap<Replica, string>): Copy[] {
  return [...placement].map(([replica, node]) => ({ replica, node, kind: 'old' }));
}

/** Use of one resource on one node by the copies of a slot. */
export function useOf(snapshot: Snapshot, copies: readonly Copy[], node: string, resource: string): bigint {
  const transient = snapshot.resources?.[resource]?.transient ?? true;
  let sum = 0n;
  for (const copy of copies) {
    if (copy.node !== node) continue;
    const gone = copy.leaving !== undefined && !transient;
    if (!gone) sum += copy.replica.requests.get(resource) ?? 0n;
  }
  return sum;
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
