import { countOff, hasLeft } from './node-limits.ts';

/**
 * The best pattern of one bin: of candidates with a value and a request per resource, a subset that fits and is worth
 * most. Depth first, guided by tables of what the rest is worth at most when one resource alone counts.
 */
export interface Candidates {
  /** Movers taken together, worth more than 0, best value for size first. */
  readonly members: readonly (readonly number[])[];
  /** Exact integers, [position]. */
  readonly values: Float64Array;
  /** [position * resources + resource] */
  readonly demand: Float64Array;
  /** Positions that may not be taken beside this one, [position]. */
  readonly apart: readonly (readonly number[])[];
  /** Limits of the node that count the members, once for each, [position]. */
  readonly limits: readonly (readonly number[])[];
  readonly tables: readonly Table[];
}

/** best[j * (width + 1) + c]: worth of positions j … in room c, sizes and room divided by `unit` and rounded down. */
interface Table {
  readonly resource: number;
  readonly unit: number;
  readonly width: number;
  readonly best: Float64Array;
}

/** Cells of a table row: few are fast, and enough until a search with them takes too long. */
export const COARSE = 1024;
export const FINE = 8192;
/** Steps of one search; beyond them the table's bound stands for what was not looked at. */
export const MAX_STEPS = 20_000;

export interface Counter {
  steps: number;
}

/** How finely tables guide a search. */
export type Width = typeof COARSE | typeof FINE;

/** Movers that are taken together or not at all, what they are worth and request together. */
export interface Lot {
  readonly members: readonly number[];
  readonly value: number;
  readonly demand: Float64Array;
  readonly limits: readonly number[];
}

/**
 * @param guides resources that get a table, with the most room of them there is
 * @param mayMeet whether two lots may be taken together
 */
export function toCandidates(
  lots: readonly Lot[],
  resources: number,
  guides: readonly { resource: number; room: number }[],
  cells: Width,
  mayMeet: ((a: Lot, b: Lot) => boolean) | undefined,
  counter: Counter,
): Candidates {
  const main = guides.length > 0 ? guides[0].resource : -1;
  const size = (lot: Lot) => (main < 0 ? 0 : lot.demand[main]);
  const sorted = lots
    .filter(({ value }) => value > 0)
    .sort(
      (a, b) => b.value * size(a) - a.value * size(b) || size(b) - size(a) || a.members[0] - b.members[0],
    );
  const values = Float64Array.from(sorted, ({ value }) => value);
  const demand = new Float64Array(sorted.length * resources);
  for (const [j, lot] of sorted.entries()) demand.set(lot.demand, j * resources);
  const tables = guides.map(({ resource, room }): Table => {
    const unit = Math.ceil((room + 1) / cells);
    const width = Math.floor(room / unit);
    const row = width + 1;
    const best = new Float64Array((sorted.length + 1) * row);
    for (let j = sorted.length - 1; j >= 0; j--) {
      const weight = Math.floor(demand[j * resources + resource] / unit);
      const value = values[j];
      const here = j * row;
      const next = here + row;
      const limit = Math.min(weight, row);
      for (let c = 0; c < limit; c++) best[here + c] = best[next + c];
      for (let c = limit; c < row; c++) {
        const taken = value + best[next + c - weight];
        best[here + c] = Math.max(taken, best[next + c]);
      }
    }
    counter.steps += 1.5 * sorted.length * row;
    return { resource, unit, width, best };
  });
  const apart = sorted.map((lot) =>
    mayMeet ? sorted.flatMap((other, j) => (other === lot || mayMeet(lot, other) ? [] : [j])) : [],
  );
  return {
    members: sorted.map(({ members }) => members),
    values,
    demand,
    apart,
    limits: sorted.map(({ limits }) => limits),
    tables,
  };
}

/** Worth of positions `from` … at most, in the room left. */
export function restBound({ tables, values }: Candidates, from: number, room: Float64Array): number {
  let bound = Infinity;
  for (let t = 0; t < tables.length; t++) {
    const { resource, unit, width, best } = tables[t];
    const cells = Math.min(width, Math.floor(room[resource] / unit));
    const worth = best[from * (width + 1) + cells];
    if (worth < bound) bound = worth;
  }
  if (bound < Infinity) return bound;
  let all = 0;
  for (let j = from; j < values.length; j++) all += values[j];
  return all;
}

export interface Found {
  /** No pattern is worth more. */
  bound: number;
  /** The best that was found above the floor, if any. */
  worth: number;
  pattern: Contents | undefined;
  /** Whether the search was too long, so that `bound` may be above the worth of every pattern. */
  isCut: boolean;
}

/** What a pattern holds, beside its bin. */
export interface Contents {
  /** Movers that end there. */
  readonly items: readonly number[];
  /** Those that arrive early, where slots are told apart. */
  readonly early: readonly number[];
  /** Own movers that leave early. */
  readonly leaving: readonly number[];
}

/** A search for the most valuable pattern of a bin. The rooms and lists are as they were when a call returns. */
export interface Search {
  candidates: Candidates;
  resources: number;
  /** 1 where the position may be taken, [position]. */
  usable: Uint8Array;
  /** Positions taken that may not be beside this one, [position]. */
  blocked: Uint8Array;
  /** How many more of its movers each limit of the node takes, [limit]. */
  left: Int32Array;
  /** Part of a candidate's value that only an early arrival has, [position]. */
  bonus: Float64Array;
  room: Float64Array;
  /** Room for early arrivals, part of the room. */
  earlyRoom: Float64Array;
  found: Found;
  items: number[];
  early: number[];
  leaving: number[];
  steps: number;
}

/** Goes through the subsets of positions `from` …, `worth` being what has been taken already. */
export function extend(search: Search, from: number, worth: number): void {
  const { candidates, resources, room, found } = search;
  const { demand, values } = candidates;
  if (worth > found.worth) {
    found.worth = worth;
    found.pattern = {
      items: search.items.slice(),
      early: search.early.slice(),
      leaving: search.leaving.slice(),
    };
  }
  for (let j = from; j < values.length; j++) {
    search.steps += 1;
    const bound = worth + restBound(candidates, j, room);
    if (bound <= found.worth) return;
    if (search.steps > MAX_STEPS) {
      found.isCut = true;
      if (bound > found.bound) found.bound = bound;
      return;
    }
    if (!mayTake(search, j)) continue;
    const skipped = worth + restBound(candidates, j + 1, room);
    take(demand, resources, j, room, -1);
    const taken = worth + values[j] + restBound(candidates, j + 1, room);
    if (taken < skipped) {
      take(demand, resources, j, room, 1);
      extend(search, j + 1, worth);
      if (taken <= found.worth) return;
      take(demand, resources, j, room, -1);
    }
    extendWith(search, j, worth);
    take(demand, resources, j, room, 1);
    if (taken < skipped) return;
  }
}

function mayTake({ candidates, resources, usable, blocked, left, room }: Search, j: number): boolean {
  if (!usable[j] || blocked[j] > 0 || !hasLeft(left, candidates.limits[j])) return false;
  return fits(candidates.demand, resources, j, room);
}

/** Takes a position whose room has been taken: early, where that is worth more and there is room, and late. */
function extendWith(search: Search, j: number, worth: number): void {
  const { candidates, bonus, resources, earlyRoom, blocked, left } = search;
  const { demand, values, members, apart, limits } = candidates;
  const [taken, arrived] = [search.items.length, search.early.length];
  search.items.push(...members[j]);
  for (const other of apart[j]) blocked[other] += 1;
  countOff(left, limits[j], -1);
  if (bonus[j] > 0 && fits(demand, resources, j, earlyRoom)) {
    take(demand, resources, j, earlyRoom, -1);
    search.early.push(...members[j]);
    extend(search, j + 1, worth + values[j]);
    search.early.length = arrived;
    take(demand, resources, j, earlyRoom, 1);
  }
  extend(search, j + 1, worth + values[j] - bonus[j]);
  for (const other of apart[j]) blocked[other] -= 1;
  countOff(left, limits[j], 1);
  search.items.length = taken;
}

export function fits(demand: Float64Array, resources: number, item: number, room: Float64Array): boolean {
  for (let k = 0; k < resources; k++) {
    const request = demand[item * resources + k];
    if (request > 0 && request > room[k]) return false;
  }
  return true;
}

export function take(
  demand: Float64Array,
  resources: number,
  item: number,
  room: Float64Array,
  sign: number,
): void {
  for (let k = 0; k < resources; k++) room[k] += sign * demand[item * resources + k];
}
