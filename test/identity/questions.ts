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

/** Seeds of tiny snapshots: the first ones, and ones in which something moves. */
const TINY = [0, 1, 2, 3, 4, 5, 9, 13, 17, 18, 21, 29, 30, 37];

/** Questions of every kind of option; the last one is cut off by its work limit. */
export function questions(): Question[] {
  const tiny = TINY.map((seed) => ({ snapshot: tinySnapshot(seed), options: choices(seed) }));
  const larger = [3, 5].map((seed) => ({
    snapshot: largerSnapshot(seed),
    options: { strategy: 'ilp' } as const,
  }));
  const others = (['exact', 'search'] as const).flatMap((strategy) =>
    [3, 5].map((seed) => ({
      snapshot: largerSnapshot(seed),
      options: { strategy, latencyIn: 'end' } as const,
    })),
  );
  const cut = { snapshot: largerSnapshot(5), options: { strategy: 'ilp', workLimit: 1 } } as const;
  return [...tiny, ...larger, ...others, cut];
}

function choices(seed: number): Options {
  return {
    strategy: seed % 4 === 0 ? 'heuristic' : seed % 4 === 1 ? 'auto' : 'ilp',
    latencyIn: LATENCY_MODES[seed % 3],
    objective: seed % 5 === 0 ? { kind: 'lexicographic' } : { kind: 'weighted' },
  };
}
