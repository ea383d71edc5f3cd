import type { Problem } from '../../model/problem.ts';

/** Rule latency between single items, by location. */
export interface LatencyRules {
  /** 1 where pinned partners let the mover be, [mover * locations + location]. */
  readonly reachable: Uint8Array;
  /** Pairs of movers that may not be everywhere at once (reach `all`). */
  readonly conflicts: readonly Conflict[];
  readonly hasNearest: boolean;
  /** Whether every limit of reach `all` holds when items are on these nodes, [item]. */
  pairsHold(node: Int32Array): boolean;
  /** Whether every limit holds; of reach `nearest`, only items with serves = 1 count as callees, [item]. */
  holds(node: Int32Array, serves?: Uint8Array): boolean;
}

/** Movers u and v, and the location pairs they may not be at: bad[g * locations + h] = 1. */
export interface Conflict {
  readonly u: number;
  readonly v: number;
  readonly bad: Uint8Array;
}

interface Items {
  items: number;
  movers: number;
  workload: Int32Array;
  source: Int32Array;
}

/** Whether a pair of copies may be at (g, h) when it was at (g0, h0) at the start: reach `all`. */
function pairHolds(problem: Problem, call: number, g0: number, h0: number, g: number, h: number): boolean {
  if (g === g0 && h === h0) return true;
  const delay = problem.delay(g, h);
  return delay >= 0 && delay <= Math.max(problem.callLimit[call], problem.delay(g0, h0));
}

export function latencyOf(problem: Problem, items: Items): LatencyRules {
  const { locations, location } = problem;
  const byWorkload: number[][] = Array.from({ length: problem.workloads }, () => []);
  for (let i = 0; i < items.items; i++) byWorkload[items.workload[i]].push(i);
  const home = items.source.map((n) => location[n]);
  const reachable = new Uint8Array(items.movers * locations).fill(1);
  const conflicts: Conflict[] = [];
  const forbid = (i: number, isBad: (g: number) => boolean) => {
    for (let g = 0; g < locations; g++) if (isBad(g)) reachable[i * locations + g] = 0;
  };
  const add = (u: number, v: number, bad: Uint8Array) => {
    if (u < items.movers && v < items.movers) conflicts.push({ u, v, bad });
    else if (u < items.movers) forbid(u, (g) => bad[g * locations + home[v]] === 1);
    else if (v < items.movers) forbid(v, (h) => bad[home[u] * locations + h] === 1);
  };
  for (let call = 0; call < problem.callFrom.length; call++) {
    if (problem.callNearest[call]) continue;
    const badOf = badPairs(problem, call);
    for (const u of byWorkload[problem.callFrom[call]]) {
      for (const v of byWorkload[problem.callTo[call]]) {
        const bad = badOf(home[u], home[v]);
        if (bad.includes(1)) add(u, v, bad);
      }
    }
  }
  const nearest = nearestCalls(problem, byWorkload, home);
  const pairsHold = (node: Int32Array) =>
    conflicts.every(({ u, v, bad }) => !bad[location[node[u]] * locations + location[node[v]]]);
  const holds = (node: Int32Array, serves?: Uint8Array) =>
    pairsHold(node) && nearest.every((rule) => rule((item) => location[node[item]], serves));
  return { reachable, conflicts, hasNearest: nearest.length > 0, pairsHold, holds };
}

/** The location pairs that a pair of the call may not be at, by where it was at the start. */
function badPairs(problem: Problem, call: number): (g0: number, h0: number) => Uint8Array {
  const { locations } = problem;
  const tables = new Map<number, Uint8Array>();
  return (g0, h0) => {
    const known = tables.get(g0 * locations + h0);
    if (known) return known;
    const bad = new Uint8Array(locations * locations);
    for (let g = 0; g < locations; g++) {
      for (let h = 0; h < locations; h++) {
        bad[g * locations + h] = pairHolds(problem, call, g0, h0, g, h) ? 0 : 1;
      }
    }
    tables.set(g0 * locations + h0, bad);
    return bad;
  };
}

type Where = (item: number) => number;

/** Reach `nearest`: one rule per call, told where every item is. */
function nearestCalls(
  problem: Problem,
  byWorkload: readonly number[][],
  home: Int32Array,
): ((at: Where, serves?: Uint8Array) => boolean)[] {
  return [...problem.callFrom.keys()]
    .filter((call) => problem.callNearest[call])
    .map((call) => {
      const callees = byWorkload[problem.callTo[call]];
      const callers = byWorkload[problem.callFrom[call]].map((item) => {
        const known = callees
          .map((callee) => problem.delay(home[item], home[callee]))
          .filter((delay) => delay >= 0);
        const limit =
          known.length > 0 ? Math.max(problem.callLimit[call], Math.min(...known)) : problem.callLimit[call];
        return { item, limit, unknown: known.length === 0 };
      });
      const places = new Set(callees.map((callee) => home[callee]));
      return (at: Where, serves?: Uint8Array) =>
        callers.every(({ item, limit, unknown }) => {
          const g = at(item);
          return callees.some((callee) => {
            if (serves && !serves[callee]) return false;
            const h = at(callee);
            const delay = problem.delay(g, h);
            return (delay >= 0 && delay <= limit) || (unknown && g === home[item] && places.has(h));
          });
        });
    });
}
