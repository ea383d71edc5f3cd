import type { Call, Snapshot } from '../../src/model/snapshot.ts';
import type { Copy, Replica } from './copies.ts';

/** The rule latency, pair by pair, word for word as in `docs/model.md`. Undefined: unknown. */

export type Delay = (fromNode: string, toNode: string) => number | undefined;

export function delays(snapshot: Snapshot): Delay {
  const place = (node: string) => snapshot.nodes.find(({ name }) => name === node)?.location ?? node;
  const pairs = snapshot.latency?.pairs ?? [];
  const symmetric = snapshot.latency?.symmetric ?? true;
  return (fromNode, toNode) => {
    const [g, h] = [place(fromNode), place(toNode)];
    const given = pairs.find(({ from, to }) => from === g && to === h);
    if (given) return given.microseconds;
    const reverse = pairs.find(({ from, to }) => from === h && to === g);
    if (symmetric && reverse) return reverse.microseconds;
    return g === h ? 0 : undefined;
  };
}

/** Whether two nodes are the same place to everything that latency looks at. */
export function samePlace(snapshot: Snapshot, a: string, b: string): boolean {
  const place = (node: string) => snapshot.nodes.find(({ name }) => name === node)?.location ?? node;
  return place(a) === place(b);
}

/** 0: holds. */
export type Excess = number | 'unknown';

export function worst(all: readonly Excess[]): Excess {
  if (all.includes('unknown')) return 'unknown';
  return Math.max(0, ...all.map(Number));
}

export interface LimitedCall {
  call: Call;
  limit: number;
  callers: Replica[];
  callees: Replica[];
  name: string;
}

export function limitedCalls(snapshot: Snapshot, replicas: readonly Replica[]): LimitedCall[] {
  const full = (ref: string) => (ref.includes('/') ? ref : `default/${ref}`);
  return (snapshot.calls ?? []).flatMap((call) => {
    const callers = replicas.filter(({ workload }) => workload === full(call.from));
    const callees = replicas.filter(({ workload }) => workload === full(call.to));
    if (call.maxLatencyMicroseconds === undefined || callers.length === 0 || callees.length === 0) return [];
    return [
      {
        call,
        limit: call.maxLatencyMicroseconds,
        callers,
        callees,
        name: `${full(call.from)} -> ${full(call.to)}`,
      },
    ];
  });
}

/**
 * How far a call is off with these copies alive, as far as some replicas have changed it: their pairs, or with reach
 * `nearest` the callers among them, and all callers when a callee is among them.
 */
export function callExcess(
  snapshot: Snapshot,
  { call, limit, callees: allCallees }: LimitedCall,
  callers: readonly Copy[],
  callees: readonly Copy[],
  changed: ReadonlySet<Replica>,
): Excess {
  const delay = delays(snapshot);
  if (call.reach !== 'nearest') {
    const pairs = callers.flatMap((m) => callees.map((n) => [m, n] as const));
    const touched = pairs.filter(([m, n]) => changed.has(m.replica) || changed.has(n.replica));
    return worst(touched.map(([m, n]) => pairExcess(snapshot, delay, limit, m, n)));
  }
  const touched = allCallees.some((callee) => changed.has(callee))
    ? callers
    : callers.filter(({ replica }) => changed.has(replica));
  return worst(
    touched.map((m) => {
      const atStart = allCallees
        .map(({ origin }) => delay(m.replica.origin, origin))
        .filter((value) => value !== undefined);
      const callerStays = samePlace(snapshot, m.node, m.replica.origin);
      if (
        atStart.length === 0 &&
        callerStays &&
        callees.some((n) => allCallees.some((c) => samePlace(snapshot, c.origin, n.node)))
      ) {
        return 0;
      }
      const allowed = atStart.length === 0 ? limit : Math.max(limit, Math.min(...atStart));
      const now = callees.map((n) => delay(m.node, n.node)).filter((value) => value !== undefined);
      return now.length === 0 ? 'unknown' : Math.max(0, Math.min(...now) - allowed);
    }),
  );
}

function pairExcess(snapshot: Snapshot, delay: Delay, limit: number, caller: Copy, callee: Copy): Excess {
  const callerStays = samePlace(snapshot, caller.node, caller.replica.origin);
  const calleeStays = samePlace(snapshot, callee.node, callee.replica.origin);
  if (callerStays && calleeStays) return 0;
  const now = delay(caller.node, callee.node);
  if (now === undefined) return 'unknown';
  const before = delay(caller.replica.origin, callee.replica.origin);
  return Math.max(0, now - (before === undefined ? limit : Math.max(limit, before)));
}

/** How far a placement is off the plain limit, whatever was there at the start. */
export function plainCallExcess(
  snapshot: Snapshot,
  { call, limit, callers, callees }: LimitedCall,
  at: ReadonlyMap<Replica, string>,
): Excess {
  const delay = delays(snapshot);
  const to = (caller: Replica) =>
    callees.map((callee) => delay(at.get(caller) as string, at.get(callee) as string));
  const over = (value: number | undefined): Excess =>
    value === undefined ? 'unknown' : Math.max(0, value - limit);
  if (call.reach !== 'nearest') return worst(callers.flatMap((caller) => to(caller).map(over)));
  return worst(
    callers.map((caller) => {
      const known = to(caller).filter((value) => value !== undefined);
      return over(known.length === 0 ? undefined : Math.min(...known));
    }),
  );
}
