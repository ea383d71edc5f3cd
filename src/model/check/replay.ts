import type { Move, PlanClaim } from '../plan.ts';
import type { Volume } from '../volumes.ts';
import type { Deployment } from './deployment.ts';
import type { Requests } from './requests.ts';

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
  /** What it requests just before the slot. */
  readonly requests: Requests;
  readonly volumes: readonly Volume[];
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
  /** What the old copy requests: once moved, a replica requests what its workload says. */
  readonly released: Requests;
  readonly volumes: readonly Volume[];
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
  const { node: start, movable, volumes } = replica;
  const at = moved.get(replicaId(workload, move));
  const requests = at === undefined ? replica.requests : deployment.workloads[workload].requests;
  return { workload, start, movable, volumes, requests, at: at ?? start };
}

function carryOut(stated: readonly ReplayedMove[]): CarriedMove[] {
  const carried: CarriedMove[] = [];
  const latest = new Map<string, CarriedMove>();
  for (const { move, replica, to } of stated) {
    if (replica === undefined || to === undefined || to === replica.at) continue;
    const { workload, start, movable, volumes, requests: released, at: from } = replica;
    const arrival = { move, workload, start, from, to, movable, released, volumes, last: true };
    const earlier = latest.get(replicaId(workload, move));
    if (earlier) earlier.last = false;
    latest.set(replicaId(workload, move), arrival);
    carried.push(arrival);
  }
  return carried;
}
