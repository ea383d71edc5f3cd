import { drawsOf, type Random } from '../../src/workloads/random.ts';

export type { Random };

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for test instances. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Small random draws. Neighbouring seeds are spread first, so instance n + 1 does not look like instance n. */
export function random(seed: number): Random {
  return drawsOf(mulberry32(Math.imul(seed + 1, 0x9e3779b1)));
}
