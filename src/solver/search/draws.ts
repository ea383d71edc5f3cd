import type { Problem } from '../../model/problem.ts';

/** Draws of the search: xorshift32 (Marsaglia, Xorshift RNGs, 2003), so that its whole state is one word. */
export class Draws {
  /** Never 0. */
  state: number;

  constructor(state: number) {
    this.state = state | 0 || 1;
  }

  /** A whole number from 0 to `below` − 1. */
  below(below: number): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return Math.floor(((x >>> 0) / 2 ** 32) * below);
  }
}

/** The same problem always draws the same: FNV-1a over what it is made of. */
export function seedOf({ price, capacity, groupNode, groupCount, groupWorkload }: Problem): number {
  let hash = 0x811c9dc5;
  for (const list of [price, capacity, groupWorkload, groupNode, groupCount]) {
    for (const value of list) hash = Math.imul(hash ^ (value | 0), 0x01000193);
  }
  return hash;
}
