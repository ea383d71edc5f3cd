import type { Problem, Schedule } from '../../model/problem.ts';
import { priceBound } from '../levels.ts';

/** Where the search stands between two atoms. It is kept as UTF-8 JSON: whole numbers and short texts only. */
export interface State {
  /** Whether the heuristic has run. */
  started: boolean;
  /** Whether nothing is left to do. */
  done: boolean;
  /** The best schedule, flat (`Schedule`). */
  best: number[];
  /** No end state is cheaper, in money units (`levels.ts`). */
  priceBound: number;
  /** Position in `phasesOf`. */
  phase: number;
  /** Bounds of the levels whose phase is over. */
  bounds: number[];
  /** No plan of at most so many slots beats `best` in this phase. */
  covered: number;
  /** Slots of the model at hand, failed attempts at it, and its bound on the phase. */
  slots: number;
  attempt: number;
  slotBound: number;
  /** Whether more attempts at this model are no use. */
  stuck: boolean;
  relaxed: Relaxed;
  /** Solution of the relaxation that has not been tried as a plan, flat. */
  hint: number[];
  /** Options that may keep the answer from being better. */
  binding: string[];
  /** Value of the first phase, while it is open whether 'maxMoves' is rightly among them. */
  doubtful?: number;
  engineFailed?: string;
}

/** What is known of the relaxation without slots in this phase. */
export interface Relaxed {
  /** A bound on the phase, slots not counted, for plans of at least `leastMoves` moves. */
  bound: number;
  leastMoves: number;
  attempt: number;
  /** Whether more attempts would give no better bound. */
  closed: boolean;
  /** Asking for at least so many moves gives no better bound either: the solution found has them. */
  moves: number;
}

export function initialState(problem: Problem): State {
  return {
    started: false,
    done: false,
    best: [],
    priceBound: priceBound(problem),
    phase: 0,
    bounds: [],
    covered: 0,
    slots: 1,
    attempt: 0,
    slotBound: 0,
    stuck: false,
    relaxed: unsolved(0),
    hint: [],
    binding: [],
  };
}

export function unsolved(bound: number, leastMoves = 0): Relaxed {
  return { bound, leastMoves, attempt: 0, closed: false, moves: 0 };
}

export function bestOf({ best }: State): Schedule {
  return Int32Array.from(best);
}

export function encodeState(state: State): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(state));
}

export function decodeState(bytes: Uint8Array): State {
  return JSON.parse(new TextDecoder().decode(bytes)) as State;
}
