import { latencyTable, locationOf } from '../latency-table.ts';
import type { Snapshot } from '../snapshot.ts';

/** Locations by number and the latency between them. */
export interface Network {
  readonly locations: number;
  /** Location of a node, [node]. */
  readonly of: readonly number[];
  /** Microseconds; Infinity when unknown, which no limit allows and no limit is raised to. */
  delay(from: number, to: number): number;
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
  const locations = numbers.size;
  // Keyed by both numbers in one: only what is given takes memory, and a look-up hashes no text.
  const known = new Map<number, number>();
  const put = (from: string, to: string) => {
    const [g, h, value] = [numbers.get(from), numbers.get(to), table.get(from, to)];
    if (g !== undefined && h !== undefined && value !== undefined) known.set(g * locations + h, value);
  };
  for (const { from, to } of snapshot.latency?.pairs ?? []) {
    put(from, to);
    put(to, from);
  }
  return {
    locations,
    of,
    delay: (from, to) => known.get(from * locations + to) ?? (from === to ? 0 : Number.POSITIVE_INFINITY),
  };
}
