import { describe, expect, test } from 'vitest';
import { compareStrategies } from '../../bench/agree/compare.ts';
import { question } from '../../bench/agree/questions.ts';
import { SMALL_SHAPES } from '../../bench/agree/shapes.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';

const SEEDS = process.env['RESTOW_LONG'] === '1' ? 20 : 1;

/** A small part of `npm run bench:agree`. */
describe.each(Object.keys(SMALL_SHAPES))('%s', (shape) => {
  test('no strategy contradicts another, and the exact answer is best', { timeout: 600_000 }, async () => {
    const engine = createEngine(loadHighsNode);
    let best = 0;
    for (let i = 0; i < SEEDS; i++) {
      const { snapshot, options } = question(shape, 500 + i);
      const { answers, contradictions } = await compareStrategies(
        snapshot,
        { ...options, workLimit: 1_000_000 },
        engine,
      );
      expect(contradictions).toEqual([]);
      if (answers.some(({ strategy, proved }) => strategy === 'exact' && proved)) best += 1;
    }
    expect(best).toBeGreaterThan(0.5 * SEEDS);
  });
});
