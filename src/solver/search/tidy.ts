import { better } from '../levels.ts';
import type { Board } from './board.ts';
import { firstSlot } from './fit.ts';

/** Takes back moves that nothing needs: off nodes that are not emptied by them, when their room is still there. */
export function takeBackUseless(board: Board): void {
  const { groupNode } = board.problem;
  for (const [group, target, slot, count] of [...board.rows.all()]) {
    for (let i = 0; i < count && board.hosted[groupNode[group]] > 0; i++)
      if (!board.takeBack(group, target, slot)) break;
  }
  board.settle();
}

/** Moves everything in the last slot to earlier ones, when that spares the slot. */
export function shorten(board: Board): void {
  while (board.last > 1) {
    const before = board.score();
    const mark = board.mark();
    if (!emptySlot(board, board.last) || !better(board.problem, board.score(), before)) {
      board.rollBack(mark);
      break;
    }
  }
  board.settle();
}

function emptySlot(board: Board, last: number): boolean {
  for (const [group, target, slot, count] of [...board.rows.all()]) {
    if (slot !== last) continue;
    for (let i = 0; i < count; i++) {
      if (!board.takeBack(group, target, slot)) return false;
      const earlier = firstSlot(board, group, target);
      if (earlier === 0 || earlier >= last) return false;
      board.move(group, target, earlier, 1);
    }
  }
  return true;
}
