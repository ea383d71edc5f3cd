import { latencyTable, locationOf } from '../latency-table.ts';
import type { Snapshot } from '../snapshot.ts';

/** Locations by number and the latency between them in microseconds; unknown is Infinity, which no limit allows. */
export interface Network {
  readonly locations: number;
  /** Location of a node, [node]. */
  readonly of: readonly number[];
  delay(from: number, to: number): number;
  /** Least latency to any of some locations. */
  least(from: number, to: ReadonlySet<number>): number;
}

export function network(
  nodes: readonly { name: string; location?: string | undefined }[],
  snapshot: Snapshot,
): Network {
  const numbers = new Map<string, number>();
  const of = nodes.map((node) => {
    const location = locationOf(node);
    const number = numbers.get(location) ?? numbers.size;
    numbers.set(location, number);
    return number;
  });
  const table = latencyTable(snapshot);
  // Only what is known takes memory: locations may be as many as nodes.
  const known = Array.from(
    numbers.keys(),
    (location, number) => new Map([[number, table.get(location, location) ?? 0]]),
  );
  const put = (from: string, to: string) => {
    const [g, h, value] = [numbers.get(from), numbers.get(to), table.get(from, to)];
    if (g !== undefined && h !== undefined && value !== undefined) known[g].set(h, value);
  };
  for (const { from, to } of snapshot.latency?.pairs ?? []) {
    put(from, to);
    put(to, from);
  }
  return {
    locations: numbers.size,
    of,
    delay: (from, to) => known[from].get(to) ?? Number.POSITIVE_INFINITY,
    least: (from, to) => {
      let best = Number.POSITIVE_INFINITY;
      if (known[from].size < to.size) {
        for (const [place, delay] of known[from]) if (delay < best && to.has(place)) best = delay;
      } else {
        for (const place of to) best = Math.min(best, known[from].get(place) ?? best);
      }
      return best;
    },
  };
}
