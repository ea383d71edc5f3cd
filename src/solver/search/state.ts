import type { Schedule } from '../../model/problem.ts';
import type { Menus } from './menus.ts';

/** Where the search stands between two atoms. */
export interface State {
  /** Atoms that are done: 0 nothing, 1 the paper's heuristic, 2 the relaxation, 3 a plan built from it; then tries. */
  phase: number;
  done: boolean;
  /** State of the draws. */
  draws: number;
  /** Tries since the last that made the plan better. */
  idle: number;
  /** No plan has price + α · moves (lexicographic: a price) below this, in money units. */
  bound: number;
  menus: Menus;
  /** The plan that is searched on. */
  rows: Schedule;
  /** The heuristic's plan while it is better; empty otherwise. */
  rival: Schedule;
}

const HEADER = 9;

/** Doubles first: header, rates of the menus; then the rows of both plans. */
export function encodeState({ phase, done, draws, idle, bound, menus, rows, rival }: State): Uint8Array {
  const { count, rate, perMove } = menus;
  const head = Float64Array.from([
    phase,
    done ? 1 : 0,
    draws,
    idle,
    bound,
    count,
    rate.length,
    perMove,
    rows.length,
  ]);
  const bytes = new Uint8Array(8 * (HEADER + rate.length) + 4 * (rows.length + rival.length));
  const put = (list: Float64Array | Int32Array, at: number) =>
    bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
  put(head, 0);
  put(rate, 8 * HEADER);
  put(rows, 8 * (HEADER + rate.length));
  put(rival, 8 * (HEADER + rate.length) + 4 * rows.length);
  return bytes;
}

export function decodeState(state: Uint8Array): State {
  // A copy: stored bytes need not lie on a multiple of eight.
  const { buffer } = state.slice();
  const [phase, done, draws, idle, bound, count, rates, perMove, rowWords] = new Float64Array(
    buffer,
    0,
    HEADER,
  );
  const rate = new Float64Array(buffer, 8 * HEADER, rates);
  const words = new Int32Array(buffer, 8 * (HEADER + rates));
  return {
    phase,
    done: done === 1,
    draws,
    idle,
    bound,
    menus: { count, rate, perMove },
    rows: words.slice(0, rowWords),
    rival: words.slice(rowWords),
  };
}
