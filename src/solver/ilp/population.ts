import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/** Replicas of a workload, all of them or those that started in one location. */
export interface ReplicaClass {
  readonly workload: number;
  /** The location where they all started; undefined when they are not told apart. */
  readonly start: number | undefined;
  readonly groups: readonly number[];
  /** Replicas. */
  readonly size: number;
}

/** Locations of one class, and all those of another that each of them is related to. */
interface Alike {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Where the replicas of a class are in a slot, as sums of moves. */
export class Population {
  readonly #draft: Draft;
  /** Copies count (`copies`): an old copy is still where it was during its slot. */
  readonly #copies: boolean;
  readonly #classes = new Map<string, ReplicaClass[]>();
  readonly #present = new Map<string, Sum>();

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#copies = draft.problem.latencyIn === 'copies' && !draft.relaxed;
  }

  /** The replicas of a workload as one class, or one class per start location. */
  classes(workload: number, split: boolean): ReplicaClass[] {
    const key = `${workload} ${split}`;
    const classes = this.#classes.get(key) ?? this.#classesOf(workload, split);
    this.#classes.set(key, classes);
    return classes;
  }

  /** Pairs of groups of two workloads: what it takes to look at where all their replicas start. */
  startPairs(workload: number, other: number): number {
    const { groupStart } = this.#draft.problem;
    return (groupStart[workload + 1] - groupStart[workload]) * (groupStart[other + 1] - groupStart[other]);
  }

  #classesOf(workload: number, split: boolean): ReplicaClass[] {
    const { groupStart, groupNode, groupCount, location } = this.#draft.problem;
    const members = new Map<number | undefined, number[]>();
    for (let group = groupStart[workload]; group < groupStart[workload + 1]; group++) {
      const start = split ? location[groupNode[group]] : undefined;
      members.set(start, [...(members.get(start) ?? []), group]);
    }
    return Array.from(members, ([start, groups]) => ({
      workload,
      start,
      groups,
      size: groups.reduce((sum, group) => sum + groupCount[group], 0),
    }));
  }

  /** Whether `hasOne` is a sum of moves by itself. */
  needsNoColumn({ size, groups }: ReplicaClass): boolean {
    return size === 1 || groups.every((group) => this.#draft.moves.leaving[group].length === 0);
  }

  /** The locations of one class, those together that are related to the same locations of another. */
  alike(one: ReplicaClass, other: ReplicaClass, related: (place: number, other: number) => boolean): Alike[] {
    const others = this.#places(other);
    const alike = new Map<string, { from: number[]; to: number[] }>();
    const places = this.#places(one);
    this.#draft.program.effort(places.length * others.length);
    for (const place of places) {
      const to = others.filter((candidate) => related(place, candidate));
      const key = to.join();
      const entry = alike.get(key) ?? { from: [], to };
      entry.from.push(place);
      alike.set(key, entry);
    }
    return [...alike.values()];
  }

  /** Locations where a replica of the class is or can get, sorted. */
  #places({ groups }: ReplicaClass): number[] {
    const { problem, moves } = this.#draft;
    const places = new Set<number>();
    for (const group of groups) {
      places.add(problem.location[problem.groupNode[group]]);
      for (const { target } of moves.leaving[group]) places.add(problem.location[target]);
    }
    return [...places].sort((a, b) => a - b);
  }

  /**
   * Replicas of a class that are in one of some locations: after the slot, or, when copies count, with any copy
   * during it. No replica is counted twice, although it may have both its copies there.
   */
  alive(replicas: ReplicaClass, places: readonly number[], slot: number): Sum {
    const left = this.#copies ? slot - 1 : slot;
    const sum = new Sum();
    for (const { count, isInside, inward, outward } of this.#members(replicas, places)) {
      if (isInside) addTaken(sum.addConstant(count), outward, 1, left, -1);
      else addTaken(sum, inward, 1, slot, 1);
    }
    return sum;
  }

  /** The same, without those that move in the slot when copies count. */
  staying(replicas: ReplicaClass, places: readonly number[], slot: number): Sum {
    if (!this.#copies) return this.alive(replicas, places, slot);
    const sum = new Sum();
    for (const { count, isInside, inward, outward } of this.#members(replicas, places)) {
      if (isInside) addTaken(addTaken(sum.addConstant(count), outward, 1, slot, -1), inward, slot, slot, -1);
      else addTaken(sum, inward, 1, slot - 1, 1);
    }
    return sum;
  }

  /** The groups of a class as some locations see them: in them at the start or not, with the routes into and out of them. */
  #members({ groups }: ReplicaClass, places: readonly number[]) {
    const { problem, moves, program } = this.#draft;
    const within = new Set(places);
    const isWithin = (node: number) => within.has(problem.location[node]);
    return groups.map((group) => {
      const routes = moves.leaving[group];
      program.effort(routes.length);
      return {
        count: problem.groupCount[group],
        isInside: isWithin(problem.groupNode[group]),
        inward: routes.filter(({ target }) => isWithin(target)),
        outward: routes.filter(({ target }) => !isWithin(target)),
      };
    });
  }

  /** 1 when `alive` is above 0: as it is when it can't be above 1 (or is known), otherwise a column for it. */
  hasOne(replicas: ReplicaClass, places: readonly number[], slot: number): Sum {
    const key = `${replicas.workload} ${replicas.start} ${slot} ${places.join()}`;
    const present = this.#present.get(key) ?? this.#presence(replicas, places, slot);
    this.#present.set(key, present);
    return present;
  }

  #presence(replicas: ReplicaClass, places: readonly number[], slot: number): Sum {
    const alive = this.alive(replicas, places, slot);
    if (replicas.size === 1) return alive;
    if (alive.terms.size === 0) return new Sum().addConstant(Math.min(alive.constant, 1));
    const { program } = this.#draft;
    const column = program.column(1);
    program.indicate(alive, replicas.size, column);
    return new Sum().add(column, 1);
  }
}
