import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** JSON of the plans for {@link questions}, solved in Node. */
    nodePlans: string[];
  }
}

export interface Question {
  snapshot: Snapshot;
  options: Options;
}

/** Questions of every kind of option: tiny ones solved to the end, larger ones cut off by their work limit. */
export function questions(): Question[] {
  const tiny = Array.from({ length: 36 }, (_, seed) => ({
    snapshot: tinySnapshot(seed),
    options: choices(seed),
  }));
  const larger = Array.from({ length: 8 }, (_, seed) => ({
    snapshot: largerSnapshot(seed),
    options: { ...choices(seed), workLimit: 300_000 },
  }));
  return [...tiny, ...larger];
}

function choices(seed: number): Options {
  return {
    strategy: seed % 4 === 0 ? 'heuristic' : seed % 4 === 1 ? 'auto' : 'ilp',
    latencyIn: LATENCY_MODES[seed % 3],
    objective: seed % 5 === 0 ? { kind: 'lexicographic' } : { kind: 'weighted' },
  };
}
