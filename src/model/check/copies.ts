import type { Deployment } from './deployment.ts';
import type { CarriedMove } from './replay.ts';

/**
 * Copies of a workload as the rule latency sees them: replicas that started in the same location and are in the
 * same location now are one class. So two workloads of thousands of replicas meet in a handful of pairs.
 */
export interface CopyClass {
  /** Location at the start of the plan. */
  readonly start: number;
  readonly now: number;
}

/** The moves of one slot, per workload that a call with a limit is about. */
export type Movers = ReadonlyMap<number, readonly CarriedMove[]>;

export function moversOf({ callsOf }: Deployment, carried: readonly CarriedMove[]): Movers {
  const movers = new Map<number, CarriedMove[]>();
  for (const move of carried) {
    if (callsOf[move.workload].length === 0) continue;
    const list = movers.get(move.workload);
    if (list) list.push(move);
    else movers.set(move.workload, [move]);
  }
  return movers;
}

/** Copies of one workload at some moment. All lists are without repetition. */
export interface Present {
  readonly all: readonly CopyClass[];
  /** Those of replicas that move in the slot. */
  readonly moving: readonly CopyClass[];
  /** Those that a caller can rely on for as long as the moment lasts. */
  readonly lasting: readonly CopyClass[];
}

/** Walks through the slots of a plan. */
export interface CopiesWalk {
  /** The copies that may be alive in the slot to come: new ones and old ones. */
  during(workload: number, movers: Movers): Present;
  carryOut(movers: Movers): void;
  /** The replicas after the slots carried out so far, the last of which had these movers. */
  after(workload: number, movers: Movers): Present;
  /** The replicas after the slots carried out so far. */
  placed(workload: number): readonly CopyClass[];
}

/** Replicas per class, keyed by start * locations + now; no zeros. */
type Tally = Map<number, number>;

export function walkCopies({ workloads, network: { of, locations } }: Deployment): CopiesWalk {
  const placements = new Map<number, Tally>();
  const lists = new Map<number, CopyClass[]>();
  const add = (tally: Tally, start: number, now: number, count: number) => {
    const key = of[start] * locations + of[now];
    const sum = (tally.get(key) ?? 0) + count;
    if (sum > 0) tally.set(key, sum);
    else tally.delete(key);
  };
  const placement = (workload: number): Tally => {
    let tally = placements.get(workload);
    if (!tally) {
      tally = new Map();
      for (const { node, count } of workloads[workload].counts) add(tally, node, node, count);
      placements.set(workload, tally);
    }
    return tally;
  };
  const classes = (keys: Iterable<number>): CopyClass[] =>
    Array.from(keys, (key) => ({ start: Math.floor(key / locations), now: key % locations }));
  const placed = (workload: number): CopyClass[] => {
    const list = lists.get(workload) ?? classes(placement(workload).keys());
    lists.set(workload, list);
    return list;
  };
  return {
    during: (workload, movers) => {
      const moves = movers.get(workload);
      if (!moves) return { all: placed(workload), moving: [], lasting: placed(workload) };
      const resting: Tally = new Map(placement(workload));
      const moving: Tally = new Map();
      for (const { start, from, to, last } of moves) {
        add(moving, start, to, 1);
        if (!last) continue;
        add(resting, start, from, -1);
        add(moving, start, from, 1);
      }
      const all = new Set([...resting.keys(), ...moving.keys()]);
      return { all: classes(all), moving: classes(moving.keys()), lasting: classes(resting.keys()) };
    },
    carryOut: (movers) => {
      for (const [workload, moves] of movers) {
        const tally = placement(workload);
        for (const { start, from, to, last } of moves) {
          if (!last) continue;
          add(tally, start, from, -1);
          add(tally, start, to, 1);
        }
        lists.delete(workload);
      }
    },
    after: (workload, movers) => {
      const moving: Tally = new Map();
      for (const { start, to, last } of movers.get(workload) ?? []) if (last) add(moving, start, to, 1);
      return { all: placed(workload), moving: classes(moving.keys()), lasting: placed(workload) };
    },
    placed,
  };
}
