import type { Board } from './board.ts';
import type { Weights } from './weights.ts';

/** What room that is left over counts beside its shape. */
const ROOM = 0.001;

/**
 * How badly a replica fits a node: the angle between what it requests and what is free there in the end, every resource
 * weighted by what it is worth, so that no node runs out of one resource while another is left over (dot product
 * greedy, Panigrahy et al., Heuristics for Vector Bin Packing, 2011); of equal ones the smaller room.
 */
export function misfit(board: Board, { resource }: Weights, workload: number, target: number): number {
  const { resources, demand } = board.problem;
  const { free } = board;
  let dot = 0;
  let room = 0;
  let size = 0;
  for (let k = 0; k < resources; k++) {
    const a = resource[k] * free[target * resources + k];
    const b = resource[k] * demand[workload * resources + k];
    dot += a * b;
    room += a * a;
    size += b * b;
  }
  return 1 - dot / Math.sqrt(room * size || 1) + ROOM * Math.sqrt(room / (size || 1));
}

/** The first slot, up to a latest one, in which a replica may move to a node, of those in use and one more; 0 when there is none. */
export function firstSlot(board: Board, group: number, target: number, latest = board.slots): number {
  board.looks += 1;
  if (!board.isOpen(group, target)) return 0;
  const workload = board.problem.groupWorkload[group];
  const last = Math.min(board.last + 1, latest);
  for (let slot = board.firstFit(workload, target); slot <= last; slot++)
    if (
      board.isWithinBudgets(group, slot) &&
      board.mayReach(group, target, slot) &&
      board.keepsSides(group, target, slot)
    )
      return slot;
  return 0;
}
