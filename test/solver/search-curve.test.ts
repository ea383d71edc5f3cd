import { expect, test } from 'vitest';
import { LIMITS } from '../../src/model/limits.ts';
import { LATENCY_MODES, resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { evaluate } from '../../src/solver/levels.ts';
import { planWithin, savingCurve } from '../../src/solver/search/curve.ts';
import { search } from '../../src/solver/search/index.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { violationsOf } from './checked-schedule.ts';
import { noEngine, planOf } from './planned.ts';

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

test.each([
  // Of larger deployments one in so many: proofs take long.
  { strategy: 'heuristic', larger: 3 },
  { strategy: 'search', larger: 3 },
  { strategy: 'exact', larger: 30 },
  { strategy: 'ilp', larger: 60 },
] as const)(
  'with the option, $strategy states a curve that ends in its plan, and the exit check lets it through',
  async ({ strategy, larger }) => {
    const engine = createEngine(loadHighsNode);
    let points = 0;
    for (let seed = 0; seed < 120; seed++) {
      const snapshot = seed % larger === 0 ? largerSnapshot(seed) : tinySnapshot(seed);
      const latencyIn = LATENCY_MODES[seed % LATENCY_MODES.length];
      const options = { strategy, latencyIn, savingCurve: true, workLimit: 200_000 };
      const { savingCurve = [], cost } = await planOf(snapshot, options, engine);
      expect(savingCurve[0]).toEqual({ adds: [], moves: 0, slots: 0, cost: cost.before });
      expect(savingCurve.at(-1)?.cost).toBe(cost.after);
      points += savingCurve.length - 1;
    }
    expect(points).toBeGreaterThan(20);
  },
);

test('a curve has at most so many points, of which the last is the plan', async () => {
  const pairs = Array.from({ length: 30 }, (_, i) => i);
  const snapshot: Snapshot = {
    nodes: pairs.flatMap((i) => [
      { name: `dear-${i}`, pricePerHour: 2, allocatable: { cpu: 1 } },
      { name: `cheap-${i}`, pricePerHour: 1, allocatable: { cpu: 1 } },
    ]),
    workloads: pairs.map((i) => ({ name: `w${i}`, requests: { cpu: 1 }, replicas: { [`dear-${i}`]: 1 } })),
  };
  const { savingCurve = [] } = await planOf(snapshot, { strategy: 'search', savingCurve: true });
  expect(savingCurve).toHaveLength(LIMITS.curvePoints);
  expect(savingCurve.at(-1)).toMatchObject({ moves: 30, cost: '30' });
});

test('baselines have no curve, and nobody has one without the option', async () => {
  const snapshot = largerSnapshot(3);
  for (const strategy of ['recreate', 'rolling-update'] as const) {
    const plan = await planOf(snapshot, { strategy, savingCurve: true });
    expect([plan.options.savingCurve, plan.savingCurve]).toEqual([true, undefined]);
  }
  const plan = await planOf(snapshot, { strategy: 'search' });
  expect([plan.options.savingCurve, plan.savingCurve]).toEqual([false, undefined]);
});
