import type { MipLimits, MipResult } from '../highs.ts';
import type { Mip } from '../mip.ts';

/** Limits of one HiGHS call, and what it has cost. */

const MEBIBYTE = 2 ** 20;
/** Larger programs are not built. */
export const MOST_NON_ZEROS = 400_000;
const FIRST_NODES = 500;
const FIRST_CALLBACKS = 1_000;
/** Programs up to this size, at the first attempt, stay far below the limit of the heap. */
const SMALL_NON_ZEROS = 20_000;

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

/** Work units of a call, about a microsecond each. */
export function workOf(mip: Mip, { iterations, nodes, callbacks }: MipResult): number {
  return Math.ceil(
    2_000 + mip.index.length / 2 + iterations * (20 + mip.rows / 20) + nodes * 200 + callbacks * 100,
  );
}
