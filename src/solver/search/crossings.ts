import type { Problem } from '../../model/problem.ts';
import { Reaches } from './reaches.ts';

/** Replicas of a workload that started in one location and are moved to another one. */
interface Crossing {
  readonly start: number;
  readonly now: number;
  readonly slot: number;
  count: number;
}

/** What is known of a workload's replicas that started in a location, [workload * locations + start]. */
interface Cached {
  /** The stamp and the slot for which `known` says to which locations the answer is known, and `allowed` what it is. */
  readonly stamp: Int32Array;
  readonly slot: Int32Array;
  readonly known: Int32Array;
  readonly allowed: Int32Array;
  /** How many of them never leave the location. */
  readonly stays: Int32Array;
}

/** Where replicas of a workload are at some time: pairs [start location, location now]. */
type Classes = readonly (readonly [start: number, now: number])[];

/** After the last slot. */
const END = Number.POSITIVE_INFINITY;
/** Locations that fit into the bits of one word. */
const MOST_CACHED_LOCATIONS = 31;
const MOST_CACHED = 4_000_000;

/**
 * Rule latency for a schedule that changes. A replica that stays in its location breaks nothing; only those that
 * cross to another location are kept, per workload, and looked at when a workload that calls it or that it calls
 * crosses.
 *
 * Stricter than the rule in one place: under `copies` a callee of a `nearest` call never leaves its location and
 * one replica per location and slot does not move, as a caller there needs a callee that doesn't.
 */
export class Crossings {
  readonly #problem: Problem;
  readonly #reaches: Reaches;
  readonly #crossings = new Map<number, Crossing[]>();
  /** Moves of held workloads, keyed by workload, location and slot. */
  readonly #moving = new Map<number, number>();
  /** Changes whenever what a workload may do can have changed, [workload]. */
  readonly #stamp: Int32Array;
  readonly #cached: Cached | undefined;

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#reaches = new Reaches(problem);
    this.#stamp = new Int32Array(problem.workloads).fill(1);
    const size = problem.workloads * problem.locations;
    if (problem.locations > MOST_CACHED_LOCATIONS || size > MOST_CACHED) return;
    const list = () => new Int32Array(size);
    this.#cached = { stamp: list(), slot: list(), known: list(), allowed: list(), stays: list() };
    const { groupWorkload, groupNode, groupCount, locations, location } = problem;
    for (let group = 0; group < problem.groups; group++)
      this.#cached.stays[groupWorkload[group] * locations + location[groupNode[group]]] += groupCount[group];
  }

  /** Whether a limited call ties the workload to another one. */
  isTied(workload: number): boolean {
    return this.#reaches.callsOf(workload).length > 0;
  }

  /** How many more replicas may move within the location in the slot. */
  allowance(workload: number, location: number, slot: number): number {
    if (!this.#reaches.held[workload]) return Number.POSITIVE_INFINITY;
    const replicas = this.#reaches.replicasAt(workload, location);
    return replicas - 1 - (this.#moving.get(this.#movingKey(workload, location, slot)) ?? 0);
  }

  /** Whether so many replicas that started in a location may be in another one (or back) from a slot on. */
  may(workload: number, start: number, now: number, slot: number, count: number): boolean {
    if (this.#reaches.held[workload]) return start === now;
    const cached = this.#cached;
    const at = workload * this.#problem.locations + start;
    const leavesNobody = this.#reaches.serves[workload] && !(cached && cached.stays[at] > count);
    if (!cached || leavesNobody) return this.#mayIn(workload, start, now, slot, count);
    if (cached.stamp[at] !== this.#stamp[workload] || cached.slot[at] !== slot) {
      cached.stamp[at] = this.#stamp[workload];
      cached.slot[at] = slot;
      cached.known[at] = 0;
    }
    const bit = 1 << now;
    if ((cached.known[at] & bit) === 0) {
      const allowed = this.#mayBe(workload, start, now, slot);
      cached.known[at] |= bit;
      cached.allowed[at] = allowed ? cached.allowed[at] | bit : cached.allowed[at] & ~bit;
    }
    return (cached.allowed[at] & bit) !== 0;
  }

  /** Counts replicas in, or out when negative. Not asked whether they may. */
  change(workload: number, start: number, now: number, slot: number, count: number): void {
    if (!this.isTied(workload)) return;
    if (this.#reaches.held[workload]) {
      const key = this.#movingKey(workload, start, slot);
      this.#moving.set(key, (this.#moving.get(key) ?? 0) + count);
    }
    if (start === now) return;
    if (this.#cached) this.#cached.stays[workload * this.#problem.locations + start] -= count;
    const list = this.#crossings.get(workload) ?? [];
    const found = list.find((entry) => entry.start === start && entry.now === now && entry.slot === slot);
    if (found) found.count += count;
    else list.push({ start, now, slot, count });
    this.#crossings.set(
      workload,
      list.filter((entry) => entry.count > 0),
    );
    this.#stamp[workload] += 1;
    for (const call of this.#reaches.callsOf(workload)) this.#stamp[this.#partner(call, workload)] += 1;
  }

  /**
   * Whether every call still holds now that replicas of a workload have been taken back from one location to another.
   * It does where the workload is at both all the time anyway.
   */
  holdsBack(workload: number, start: number, now: number): boolean {
    if (this.#cached) {
      const { stays } = this.#cached;
      const at = workload * this.#problem.locations;
      const wasHere = stays[at + start] > 1;
      if (wasHere && (!this.#reaches.serves[workload] || stays[at + now] > 0)) return true;
    }
    return this.holds(workload);
  }

  /** Whether every call of the workload holds in every slot that counts. */
  holds(workload: number): boolean {
    return this.#reaches.callsOf(workload).every((call) => this.#callHolds(call, 1));
  }

  #partner(call: number, workload: number): number {
    const { callFrom, callTo } = this.#problem;
    return callFrom[call] === workload ? callTo[call] : callFrom[call];
  }

  #movingKey(workload: number, location: number, slot: number): number {
    return (slot * this.#problem.workloads + workload) * this.#problem.locations + location;
  }

  #mayIn(workload: number, start: number, now: number, slot: number, count: number): boolean {
    if (start !== now && !this.#reaches.serves[workload]) return this.#mayBe(workload, start, now, slot);
    // Callees that leave may leave callers behind: tried out as a whole.
    if (start !== now) this.change(workload, start, now, slot, count);
    const holds = this.#reaches.callsOf(workload).every((call) => this.#callHolds(call, slot));
    if (start !== now) this.change(workload, start, now, slot, -count);
    return holds && this.#mayBe(workload, start, now, slot);
  }

  /** Whether a replica of the class would fit into every call, beside everything else as it is. */
  #mayBe(workload: number, start: number, now: number, slot: number): boolean {
    const { callFrom, callNearest } = this.#problem;
    return this.#reaches.callsOf(workload).every((call) => {
      const partner = this.#partner(call, workload);
      const isCaller = callFrom[call] === workload;
      if (callNearest[call] && !isCaller) return true;
      return this.#times(slot, workload, partner).every((time) => {
        const others = this.#classesAt(partner, time);
        if (callNearest[call]) return this.#reaches.serve(call, start, now, others);
        return others.every(([otherStart, other]) =>
          isCaller
            ? this.#reaches.allows(call, start, otherStart, now, other)
            : this.#reaches.allows(call, otherStart, start, other, now),
        );
      });
    });
  }

  #callHolds(call: number, slot: number): boolean {
    const { callFrom, callTo, callNearest } = this.#problem;
    const [from, to] = [callFrom[call], callTo[call]];
    return this.#times(slot, from, to).every((time) => {
      const callers = this.#classesAt(from, time);
      const callees = this.#classesAt(to, time);
      if (callNearest[call])
        return callers.every(([start, now]) => this.#reaches.serve(call, start, now, callees));
      return callers.every(([start, now]) =>
        callees.every(([otherStart, other]) => this.#reaches.allows(call, start, otherStart, now, other)),
      );
    });
  }

  /** The slots that have to be looked at from one on: nothing changes after the last crossing. */
  #times(slot: number, a: number, b: number): number[] {
    if (this.#problem.latencyIn === 'end') return [END];
    let last = slot;
    for (const workload of [a, b])
      for (const entry of this.#crossings.get(workload) ?? []) last = Math.max(last, entry.slot);
    return Array.from({ length: last - slot + 1 }, (_, i) => slot + i);
  }

  #classesAt(workload: number, time: number): Classes {
    const entries = this.#crossings.get(workload);
    const starts = this.#reaches.startsOf(workload);
    if (!entries || entries.length === 0) return starts;
    // Under `copies` an old copy is alive during its slot.
    const gone = this.#problem.latencyIn === 'copies' ? time - 1 : time;
    const classes: [number, number][] = [];
    for (const [start] of starts) {
      let staying = this.#reaches.replicasAt(workload, start);
      for (const entry of entries) if (entry.start === start && entry.slot <= gone) staying -= entry.count;
      if (staying > 0) classes.push([start, start]);
    }
    for (const { start, now, slot } of entries) if (slot <= time) classes.push([start, now]);
    return classes;
  }
}
