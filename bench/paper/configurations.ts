import { createHash } from 'node:crypto';
import type { Call, Snapshot } from '../../src/model/snapshot.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS } from '../../src/workloads/parameters.ts';

/** How many microservices on how many nodes: the paper's small scenario (Fig. 5 and 6) and its large one (Fig. 7). */
export const SIZES = {
  '32x10': { applications: 8, nodes: 10, locations: [2, 5] },
  '100x27': { applications: 25, nodes: 27, locations: [2, 3, 4, 5] },
} as const;
export type Size = keyof typeof SIZES;

/** P_n: the price of the location, or that times the cpu of the node. */
export type Pricing = 'unit' | 'capacity';

/**
 * Seeds that nobody chose: the first is the first 32 bits of SHA-256 of `<commit> <size> <R>`, the others follow.
 * @param commit 40 hexadecimal digits
 */
export function seedsOf(commit: string, size: Size, locations: number, count: number): number[] {
  const digest = createHash('sha256').update(`${commit} ${size} ${locations}`).digest();
  return Array.from({ length: count }, (_, i) => digest.readUInt32BE(0) + i);
}

/** The same seed gives the same deployment in both pricings, but for the prices. */
export function configuration(size: Size, locations: number, pricing: Pricing, seed: number): Snapshot {
  const { applications, nodes } = SIZES[size];
  return generateWorkload({ ...PAPER_PARAMETERS, applications, nodes, locations, pricing, seed });
}

/** Whether some pair of locations would break the limit of a call. What is left holds wherever the replicas are. */
function canBreak(snapshot: Snapshot): (call: Call) => boolean {
  const slowest = Math.max(...(snapshot.latency?.pairs ?? []).map(({ microseconds }) => microseconds));
  return ({ maxLatencyMicroseconds }) => (maxLatencyMicroseconds ?? slowest) < slowest;
}

/** How many calls have a limit that can break: the paper's colocation constraints in the narrow sense. */
export function breakableCalls(snapshot: Snapshot): number {
  return (snapshot.calls ?? []).filter(canBreak(snapshot)).length;
}

/** The same deployment without the calls whose limit cannot break: what may be done to it stays the same. */
export function withBreakableCalls(snapshot: Snapshot): Snapshot {
  return { ...snapshot, calls: (snapshot.calls ?? []).filter(canBreak(snapshot)) };
}
