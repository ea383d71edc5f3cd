import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { drawWorkload } from '../../src/workloads/draw-workload.ts';
import { SMALL_SHAPES } from './shapes.ts';

/** A small deployment of a shape, and options that take turns with the seed. */
export function question(shape: string, seed: number): { snapshot: Snapshot; options: Options } {
  const drawn = drawWorkload({ ...SMALL_SHAPES[shape], seed });
  if ('errors' in drawn) throw new RangeError(`${shape} ${seed}: ${drawn.errors[0].message}`);
  const alpha = [undefined, '0', '0.1', '0.5'][seed % 4];
  return {
    snapshot: drawn.snapshot,
    options: {
      objective: seed % 5 === 4 ? { kind: 'lexicographic' } : { kind: 'weighted', ...(alpha && { alpha }) },
      latencyIn: LATENCY_MODES[seed % 3],
      keepSpread: seed % 2 === 1,
      ...(seed % 7 === 6 && { maxSlots: 1 }),
      ...(seed % 11 === 10 && { maxMoves: 3 }),
    },
  };
}
