import type { MipLimits, MipResult } from '../highs.ts';
import type { Mip } from '../mip.ts';

/** Limits of one HiGHS call, and what it has cost. */

const MEBIBYTE = 2 ** 20;
/** Larger programs are not built: presolve, which can't be stopped, would take more than 80 MiB of WASM memory. */
export const MOST_NON_ZEROS = 150_000;
/** Work units of building a program up to the point where it turns out too large. */
export const WORK_OF_BUILDING = 2 * MOST_NON_ZEROS;
const FIRST_NODES = 400;
/** Work units of a first attempt that stays at its callbacks. */
const FIRST_WORK = 1_500_000;
/** As many as the root of the search takes before it branches. */
const FEWEST_CALLBACKS = 50;
/** Programs up to this size, at the first attempt, stay far below the limit of the heap. */
const SMALL_NON_ZEROS = 5_000;

/** Every further attempt at a program has twice the limits: in all it costs at most twice the attempt that succeeds. */
export function limitsOf(mip: Mip, failures: number): MipLimits {
  const callbacks = Math.max(FEWEST_CALLBACKS, Math.floor(FIRST_WORK / workOfCallback(mip)));
  return {
    nodes: FIRST_NODES * 2 ** failures,
    callbacks: callbacks * 2 ** failures,
    heapBytes: 64 * MEBIBYTE,
    nonZeros: MOST_NON_ZEROS,
  };
}

/**
 * Whether the WASM heap could matter for how a call ends. Such a call gets an instance of its own, so that it does not
 * depend on what was solved before, here or in another isolate.
 */
export function isLarge(mip: Mip, failures: number): boolean {
  return failures > 0 || mip.index.length > SMALL_NON_ZEROS;
}

/**
 * Work units of a call, about a microsecond each: fitted to the CPU time of 190 calls in Node, on a busy machine, on
 * programs of 70 to 100,000 non-zeros. Most are within a factor of two; the first of a process, which compiles
 * HiGHS, takes a second more.
 */
export function workOf(mip: Mip, { iterations, callbacks }: MipResult): number {
  const nonZeros = mip.index.length;
  const work = 6_000 + 20 * nonZeros + iterations * (50 + nonZeros / 100) + callbacks * workOfCallback(mip);
  return Math.ceil(work);
}

function workOfCallback(mip: Mip): number {
  return 1_500 + 0.6 * mip.index.length;
}
