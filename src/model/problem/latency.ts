import { locationOf } from '../latency-table.ts';
import { byName } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { type Node, refKey, type Snapshot } from '../snapshot.ts';

/** Where the nodes are. Locations are sorted by name. */
export function locationsOf(nodes: readonly Node[]): { names: string[]; location: Int32Array } {
  const names = [...new Set(nodes.map(locationOf))].sort(byName);
  const index = new Map(names.map((name, g) => [name, g]));
  return { names, location: Int32Array.from(nodes, (node) => index.get(locationOf(node)) ?? -1) };
}

type Calls = Pick<Problem, 'callFrom' | 'callTo' | 'callLimit' | 'callNearest'>;

/** Calls with a limit between workloads that both have replicas, sorted by caller and callee. */
export function limitedCalls(snapshot: Snapshot, workloadIndex: ReadonlyMap<string, number>): Calls {
  const calls = (snapshot.calls ?? [])
    .flatMap(({ from, to, maxLatencyMicroseconds: limit, reach }) => {
      const caller = workloadIndex.get(refKey(from));
      const callee = workloadIndex.get(refKey(to));
      if (limit === undefined || caller === undefined || callee === undefined) return [];
      return [{ caller, callee, limit, nearest: reach === 'nearest' }];
    })
    .sort((a, b) => a.caller - b.caller || a.callee - b.callee);
  return {
    callFrom: Int32Array.from(calls, ({ caller }) => caller),
    callTo: Int32Array.from(calls, ({ callee }) => callee),
    callLimit: Float64Array.from(calls, ({ limit }) => limit),
    callNearest: Uint8Array.from(calls, ({ nearest }) => (nearest ? 1 : 0)),
  };
}

/** Above the largest latency of the format (one hour), and below 2^32. */
const UNKNOWN = 0xffff_ffff;

/**
 * Latency by location index. The matrix is dense, but only over locations that pairs name: every other location is
 * known to itself alone.
 */
export function delaysOf(snapshot: Snapshot, locationNames: readonly string[]): Problem['delay'] {
  const pairs = snapshot.latency?.pairs ?? [];
  const named = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  const rows = new Map<string, number>();
  for (const name of locationNames) if (named.has(name)) rows.set(name, rows.size);
  const size = rows.size;
  const row = Int32Array.from(locationNames, (name) => rows.get(name) ?? -1);

  const matrix = new Uint32Array(size * size).fill(UNKNOWN);
  for (let i = 0; i < size; i++) matrix[i * size + i] = 0;
  const put = (from: string, to: string, microseconds: number) => {
    const i = rows.get(from);
    const j = rows.get(to);
    if (i !== undefined && j !== undefined) matrix[i * size + j] = microseconds;
  };
  if (snapshot.latency?.symmetric !== false)
    for (const pair of pairs) put(pair.to, pair.from, pair.microseconds);
  for (const pair of pairs) put(pair.from, pair.to, pair.microseconds);

  return (g, h) => {
    if (row[g] < 0 || row[h] < 0) return g === h ? 0 : -1;
    const microseconds = matrix[row[g] * size + row[h]];
    return microseconds === UNKNOWN ? -1 : microseconds;
  };
}
