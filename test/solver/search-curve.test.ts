import { expect, test } from 'vitest';
import { resolveOptions } from '../../src/model/options.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { evaluate } from '../../src/solver/levels.ts';
import { planWithin, savingCurve } from '../../src/solver/search/curve.ts';
import { search } from '../../src/solver/search/index.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { violationsOf } from './checked-schedule.ts';
import { noEngine } from './planned.ts';

test('every point of the saving curve passes the checker, and saves more with more moves', async () => {
  let points = 0;
  let inOneSlot = 0;
  for (let i = 0; i < 40; i++) {
    const snapshot = largerSnapshot(300 + i);
    const options = { objective: { kind: 'weighted', alpha: '0' } } as const;
    const problem = toProblem(snapshot, resolveOptions(snapshot, options));
    const { best } = await search.step(problem, search.start(problem), 10_000_000, noEngine);
    for (const slots of [1, problem.maxSlots]) {
      const curve = savingCurve(problem, best, slots);
      for (const [k, { score }] of curve.points.entries()) {
        const plan = planWithin(curve, score.moves);
        expect(evaluate(problem, plan)).toEqual(score);
        expect(score.slots).toBeLessThanOrEqual(slots);
        expect(violationsOf(snapshot, options, problem, plan)).toEqual([]);
        if (k === 0) continue;
        expect(score.price).toBeLessThan(curve.points[k - 1].score.price);
        expect(score.moves).toBeGreaterThan(curve.points[k - 1].score.moves);
        points += 1;
        if (slots === 1) inOneSlot += 1;
      }
      if (slots > 1) expect(curve.points.at(-1)?.score.price).toBe(evaluate(problem, best).price);
    }
  }
  expect(points).toBeGreaterThan(100);
  expect(inOneSlot).toBeGreaterThan(40);
});

test('no move at all is the cheapest plan of no moves', () => {
  const snapshot = largerSnapshot(1);
  const problem = toProblem(snapshot, resolveOptions(snapshot, {}));
  expect(planWithin(savingCurve(problem, new Int32Array(0), 3), 0)).toHaveLength(0);
});
