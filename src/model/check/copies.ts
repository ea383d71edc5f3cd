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

/** Walks through the slots of a plan. All lists are without repetition. */
export interface CopiesWalk {
  /** Where the replicas are after the slots carried out so far. */
  placed(workload: number): CopyClass[];
  /** All copies alive in the slot to come: new ones, and old ones except those that mode `recreate` ends first. */
  alive(workload: number, movers: Movers): CopyClass[];
  /** The replicas that do not move in the slot to come. */
  resting(workload: number, movers: Movers): CopyClass[];
  carryOut(movers: Movers): void;
}

/** Replicas per class, keyed by start * locations + now; no zeros. */
type Tally = Map<number, number>;

export function walkCopies({ workloads, network: { of, locations } }: Deployment): CopiesWalk {
  const tallies = new Map<number, Tally>();
  const add = (tally: Tally, start: number, now: number, count: number) => {
    const key = of[start] * locations + of[now];
    const sum = (tally.get(key) ?? 0) + count;
    if (sum > 0) tally.set(key, sum);
    else tally.delete(key);
  };
  const tallyOf = (workload: number) => {
    let tally = tallies.get(workload);
    if (!tally) {
      tally = new Map();
      for (const { node, count } of workloads[workload].counts) add(tally, node, node, count);
      tallies.set(workload, tally);
    }
    return tally;
  };
  const classes = (tally: Tally): CopyClass[] =>
    [...tally.keys()].map((key) => ({ start: Math.floor(key / locations), now: key % locations }));
  const during = (workload: number, movers: Movers, change: (tally: Tally, move: CarriedMove) => void) => {
    const moves = movers.get(workload) ?? [];
    const tally = moves.length > 0 ? new Map(tallyOf(workload)) : tallyOf(workload);
    for (const move of moves) change(tally, move);
    return classes(tally);
  };
  return {
    placed: (workload) => classes(tallyOf(workload)),
    alive: (workload, movers) =>
      during(workload, movers, (tally, { start, from, to, last, move }) => {
        add(tally, start, to, 1);
        if (last && move.mode === 'recreate') add(tally, start, from, -1);
      }),
    resting: (workload, movers) =>
      during(workload, movers, (tally, { start, from, last }) => {
        if (last) add(tally, start, from, -1);
      }),
    carryOut: (movers) => {
      for (const [workload, moves] of movers) {
        const tally = tallyOf(workload);
        for (const { start, from, to, last } of moves) {
          if (!last) continue;
          add(tally, start, from, -1);
          add(tally, start, to, 1);
        }
      }
    },
  };
}
