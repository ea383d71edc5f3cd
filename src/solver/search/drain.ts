import type { Board } from './board.ts';
import type { Holes } from './holes.ts';
import type { NodeGroups } from './node-groups.ts';
import type { Weights } from './weights.ts';

/**
 * Empties a node as a whole: every replica on it goes, the largest first, to the node that it fits best. When one finds
 * no room, nothing moves.
 */
export function drain(
  board: Board,
  weights: Weights,
  groups: NodeGroups,
  holes: Holes,
  node: number,
): boolean {
  const mark = board.mark();
  const touched: number[] = [];
  for (const group of bySize(board, weights, groups.on(node))) {
    while (board.left[group] > 0) {
      const [target, slot] = holes.best(group);
      if (target < 0) {
        board.rollBack(mark);
        for (const changed of touched) holes.refresh(changed);
        return false;
      }
      board.move(group, target, slot, 1);
      holes.refresh(target);
      touched.push(target);
    }
  }
  return true;
}

function bySize({ problem: { groupWorkload } }: Board, { size }: Weights, groups: Int32Array): Int32Array {
  return groups.slice().sort((a, b) => size[groupWorkload[b]] - size[groupWorkload[a]] || a - b);
}

/** The slots in which replicas are sent off: what finds room then has a later one. */
const LATEST = 2;

/** Sends off what another node is so much better for that the move pays. */
export function sendOff(
  board: Board,
  weights: Weights,
  groups: NodeGroups,
  holes: Holes,
  node: number,
): void {
  const { groupWorkload, groupMovable } = board.problem;
  const latest = Math.min(LATEST, board.slots - 1);
  for (const group of bySize(board, weights, groups.on(node))) {
    const workload = groupWorkload[group];
    if (!groupMovable[group] || weights.relief(workload, node) <= 0) continue;
    while (board.left[group] > 0) {
      const [target, slot] = holes.best(group, latest);
      if (target < 0 || weights.menuOf[target] === weights.menuOf[node]) break;
      board.move(group, target, slot, 1);
      holes.refresh(target);
    }
  }
  holes.refresh(node);
}
