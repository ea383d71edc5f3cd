/** A seeded source of small random draws: the same seed gives the same draws on every machine. */
export interface Random {
  /** A whole number from low to high, both included. */
  int(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A new list of the same members in random order. */
  shuffled<T>(list: readonly T[]): T[];
}

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

export function random(seed: number): Random {
  // Neighbouring seeds are spread first, so instance n + 1 does not look like instance n.
  const next = mulberry32(Math.imul(seed + 1, 0x9e3779b1));
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
