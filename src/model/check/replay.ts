import type { Move, PlanClaim } from '../plan.ts';
import type { Deployment } from './deployment.ts';

/**
 * What the moves of a plan do, slot by slot. All rules read this one replay.
 *
 * A broken plan is replayed as far as it has a meaning: a move of an unknown replica, to an unknown node or to the node
 * where the replica was just before the slot is skipped; a wrong `from` is taken for the node where the replica
 * was. Several moves of a replica in one slot all start there; each brings a copy, and the last one decides where
 * the replica is after the slot.
 */
export type Replay = readonly ReplayedSlot[];

export interface ReplayedSlot {
  /** The moves as the plan states them. */
  readonly stated: readonly ReplayedMove[];
  /** Those of them that are carried out. */
  readonly carried: readonly CarriedMove[];
}

export interface ReplayedMove {
  readonly move: Move;
  /** The replica, where it is just before the slot; undefined when there is none of that name. */
  readonly replica: ReplicaAt | undefined;
  /** Target; undefined when there is no such node. */
  readonly to: number | undefined;
}

interface ReplicaAt {
  readonly workload: number;
  /** Node at the start of the plan. */
  readonly start: number;
  /** Node just before the slot. */
  readonly at: number;
  readonly movable: boolean;
}

export interface CarriedMove {
  readonly move: Move;
  readonly workload: number;
  /** Node of the replica at the start of the plan. */
  readonly start: number;
  /** Node just before the slot, whatever the plan states. */
  readonly from: number;
  readonly to: number;
  readonly movable: boolean;
  /** False when a later move of this slot moves the same replica: the copy comes, but does not stay. */
  last: boolean;
}

export function replay(deployment: Deployment, plan: PlanClaim): Replay {
  const moved = new Map<string, number>();
  return plan.slots.map(({ moves }) => {
    const stated = moves.map((move) => ({
      move,
      replica: findReplica(deployment, moved, move),
      to: deployment.findNode(move.to),
    }));
    const carried = carryOut(stated);
    for (const { workload, move, to } of carried) moved.set(replicaId(workload, move), to);
    return { stated, carried };
  });
}

/** Tells replicas apart: names are unique within a workload. */
export function replicaId(workload: number, { replica }: Move): string {
  return `${workload} ${replica}`;
}

function findReplica(deployment: Deployment, moved: Map<string, number>, move: Move): ReplicaAt | undefined {
  const workload = deployment.findWorkload(move.workload);
  const replica = workload === undefined ? undefined : deployment.findReplica(workload, move.replica);
  if (workload === undefined || replica === undefined) return undefined;
  const { node: start, movable } = replica;
  return { workload, start, movable, at: moved.get(replicaId(workload, move)) ?? start };
}

function carryOut(stated: readonly ReplayedMove[]): CarriedMove[] {
  const carried: CarriedMove[] = [];
  const latest = new Map<string, CarriedMove>();
  for (const { move, replica, to } of stated) {
    if (replica === undefined || to === undefined || to === replica.at) continue;
    const { workload, start, movable, at: from } = replica;
    const arrival = { move, workload, start, from, to, movable, last: true };
    const earlier = latest.get(replicaId(workload, move));
    if (earlier) earlier.last = false;
    latest.set(replicaId(workload, move), arrival);
    carried.push(arrival);
  }
  return carried;
}
