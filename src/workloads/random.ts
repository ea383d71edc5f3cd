/** A seeded source of draws: the same seed gives the same draws on every machine. */
export interface Random {
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A new list of the same members in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** @param next uniform from 0 to below 1 */
export function drawsOf(next: () => number): Random {
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)],
    shuffled: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(0, i);
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
  };
}

/** sfc32 (Chris Doty-Humphrey, public domain): 128 bits of state, seeded by four words and twelve idle rounds. */
export function random(seed: number): Random {
  let a = seed >>> 0;
  let b = Math.floor(seed / 2 ** 32) >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round++) next();
  return drawsOf(next);
}
