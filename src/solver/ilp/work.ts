import type { MipLimits, MipResult } from '../highs.ts';
import type { Mip } from '../mip.ts';

/** Limits of one HiGHS call, and what it has cost. */

const MEBIBYTE = 2 ** 20;
/** Larger programs are not built. */
export const MOST_NON_ZEROS = 400_000;
const FIRST_NODES = 400;
const FIRST_CALLBACKS = 400;
/** Programs up to this size, at the first attempt, stay far below the limit of the heap. */
const SMALL_NON_ZEROS = 5_000;

/** Every further attempt at a program has twice the limits: in all it costs at most twice the attempt that succeeds. */
export function limitsOf(attempt: number): MipLimits {
  return {
    nodes: FIRST_NODES * 2 ** attempt,
    callbacks: FIRST_CALLBACKS * 2 ** attempt,
    heapBytes: 64 * MEBIBYTE,
    nonZeros: MOST_NON_ZEROS,
  };
}

/**
 * Whether the WASM heap could matter for how a call ends. Such a call gets an instance of its own, so that it does not
 * depend on what was solved before, here or in another isolate.
 */
export function isLarge(mip: Mip, attempt: number): boolean {
  return attempt > 0 || mip.index.length > SMALL_NON_ZEROS;
}

/**
 * Work units of a call, about a microsecond each: fitted by least squares to the CPU time of 146 calls on programs of
 * 70 to 24,000 non-zeros in Node (half of them are within a factor of 1.7).
 */
export function workOf(mip: Mip, { iterations, callbacks }: MipResult): number {
  return 5_000 + 5 * mip.index.length + 60 * iterations + 4_000 * callbacks;
}
