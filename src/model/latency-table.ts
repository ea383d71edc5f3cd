import type { Snapshot } from './snapshot.ts';

/**
 * Latency between locations as the snapshot states it: 0 within a location unless given; a pair given one way holds
 * both ways when `symmetric` (the default) and the other way is not given; anything else is unknown.
 */
export interface LatencyTable {
  /** Microseconds from one location to another, or undefined when unknown. */
  get(from: string, to: string): number | undefined;
}

export function latencyTable(snapshot: Snapshot): LatencyTable {
  const known = new Map<string, Map<string, number>>();
  const put = (from: string, to: string, value: number) => {
    const row = known.get(from) ?? new Map<string, number>();
    known.set(from, row.set(to, value));
  };
  const pairs = snapshot.latency?.pairs ?? [];
  if (snapshot.latency?.symmetric !== false)
    for (const { from, to, microseconds } of pairs) put(to, from, microseconds);
  for (const { from, to, microseconds } of pairs) put(from, to, microseconds);
  return { get: (from, to) => known.get(from)?.get(to) ?? (from === to ? 0 : undefined) };
}

/** Where a node is: its location, or the node itself when it has none. */
export function locationOf(node: { name: string; location?: string | undefined }): string {
  return node.location ?? node.name;
}
