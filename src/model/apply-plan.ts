import type { Move, PlanClaim } from './plan.ts';
import { replicasOf } from './replicas.ts';
import { type Snapshot, type Workload, workloadKey } from './snapshot.ts';

type Slots = Pick<PlanClaim, 'slots'>;

/**
 * The snapshot once all slots of a plan are done. Workloads of which a replica moves list their replicas by name from
 * then on, so that a name keeps meaning the same replica; the rest is untouched.
 * @throws RangeError when a move names a replica that does not exist or is not where the move starts
 */
export function applyPlan(snapshot: Snapshot, { slots }: Slots): Snapshot {
  const moves = Map.groupBy(
    slots.flatMap((slot) => slot.moves),
    ({ workload }) => workload,
  );
  const workloads = snapshot.workloads.map((workload) => {
    const own = moves.get(workloadKey(workload));
    moves.delete(workloadKey(workload));
    return own ? { ...workload, replicas: carriedOut(workload, own) } : workload;
  });
  for (const [workload] of moves) throw new RangeError(`there is no workload ${workload}`);
  return { ...snapshot, workloads };
}

function carriedOut(workload: Workload, moves: readonly Move[]): Workload['replicas'] {
  const replicas = replicasOf(workload);
  const nodes = new Map(replicas.map(({ name, node }) => [name, node]));
  const moved = new Set(moves.map(({ replica }) => replica));
  for (const { replica, from, to } of moves) {
    if (nodes.get(replica) !== from)
      throw new RangeError(`${workloadKey(workload)} ${replica} is not on ${from}`);
    nodes.set(replica, to);
  }
  // What the workload says of all, no replica repeats; what has moved requests what the workload says.
  return replicas.map(({ name, movable, movableReason, variant: { requests, volumes } = {} }) => ({
    name,
    node: nodes.get(name) as string,
    ...(!movable && workload.movable !== false && { movable }),
    ...(movableReason !== undefined && movableReason !== workload.movableReason && { movableReason }),
    ...(requests && !moved.has(name) && { requests }),
    ...(volumes && { volumes }),
  }));
}

/**
 * The way back: the slots in reverse, every move turned round, nothing claimed. It leads from `applyPlan(snapshot, plan)` to
 * the placement of `snapshot`.
 *
 * A slot and its reverse have the same copies, so where nothing was inherited at the start the inverse of a plan that
 * holds breaks no rule, but for `priced-target`: a node of unknown price that the plan has emptied is not opened
 * again. An inherited breach that a plan has mended is no longer inherited when it is to be taken back.
 */
export function invertPlan({ slots }: Slots): PlanClaim {
  const turned = slots.map(({ moves }) => ({
    moves: moves.map((move) => ({ ...move, from: move.to, to: move.from })),
  }));
  return { slots: turned.reverse() };
}
