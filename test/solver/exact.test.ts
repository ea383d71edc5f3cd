import { describe, expect, test } from 'vitest';
import { LATENCY_MODES, type LatencyMode, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { supports } from '../../src/solver/exact/exact.ts';
import { heuristicSchedule } from '../../src/solver/heuristic/heuristic.ts';
import { better, evaluate, levelsOf } from '../../src/solver/levels.ts';
import { search } from '../../src/solver/search/index.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS } from '../../src/workloads/parameters.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { violationsOf } from './checked-schedule.ts';
import { againstBruteForce, answer, isLower } from './exact-answer.ts';
import { noEngine } from './planned.ts';

/** Question number i: every combination of objective and budgets comes up. */
function optionsOf(i: number, latencyIn: LatencyMode): Options {
  return {
    latencyIn,
    objective:
      i % 4 === 3 ? { kind: 'lexicographic' } : { kind: 'weighted', alpha: ['0', '0.1', '0.5'][i % 4] },
    ...(i % 5 === 4 && { maxSlots: (i % 3) + 1 }),
    ...(i % 7 === 6 && { maxMoves: (i % 6) + 1 }),
  };
}

describe('on tiny deployments, against brute force', () => {
  const count = process.env['RESTOW_LONG'] ? 3000 : 120;

  test.each(LATENCY_MODES)(
    'a proved answer is the best there is, and no bound is above it (%s)',
    async (latencyIn) => {
      const counts = { proved: 0, moving: 0 };
      for (let i = 0; i < count; i++) {
        const snapshot = tinySnapshot(i);
        const options = optionsOf(i, latencyIn);
        const { score, proved } = await againstBruteForce(snapshot, options, `instance ${i}`);
        counts.proved += proved ? 1 : 0;
        counts.moving += score.moves > 0 ? 1 : 0;
      }
      expect(counts.proved).toBeGreaterThanOrEqual(count * (latencyIn === 'end' ? 1 : 0.99));
      expect(counts.moving).toBeGreaterThan(count * 0.15);
    },
    600_000,
  );
});

describe('on deployments of the paper’s size', () => {
  const options: Options = { objective: { kind: 'weighted', alpha: '0.1' }, latencyIn: 'end' };
  const questions = [2, 5].flatMap((locations) =>
    [1, 2].map((seed) => generateWorkload({ ...PAPER_PARAMETERS, locations, seed: 7000 + seed })),
  );

  test('every plan is proved for all numbers of slots, passes the checker and beats the heuristic’s or equals it', async () => {
    for (const snapshot of questions) {
      const problem = toProblem(snapshot, resolveOptions(snapshot, options));
      const result = await answer(problem, 20_000_000);
      expect(result.proved).toBe(true);
      expect(violationsOf(snapshot, options, problem, result.best)).toEqual([]);
      const other = evaluate(problem, heuristicSchedule(problem));
      expect(better(problem, other, evaluate(problem, result.best))).toBe(false);
    }
  }, 600_000);

  test('any division into steps gives the same bytes', async () => {
    const [snapshot] = questions;
    const problem = toProblem(snapshot, resolveOptions(snapshot, options));
    const whole = await answer(problem, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    const single = await answer(problem, Number.POSITIVE_INFINITY, 1);
    expect(single.best).toEqual(whole.best);
    expect(single.bounds).toEqual(whole.bounds);
    expect(single.state).toEqual(whole.state);
  }, 600_000);
});

test('on fragmented deployments of every feature the plan passes the checker and the bound is below it', async () => {
  const counts = { proved: 0, moving: 0, several: 0 };
  const questions = process.env['RESTOW_LONG'] ? 200 : 18;
  for (let i = 0; i < questions; i++) {
    const snapshot = largerSnapshot(i);
    const options = optionsOf(i, LATENCY_MODES[i % 3]);
    const problem = toProblem(snapshot, resolveOptions(snapshot, options));
    const result = await answer(problem, 300_000, 50_000);
    expect(violationsOf(snapshot, options, problem, result.best)).toEqual([]);
    const score = evaluate(problem, result.best);
    expect(isLower(levelsOf(problem, score), result.bounds)).toBe(false);
    counts.proved += result.proved ? 1 : 0;
    counts.moving += score.moves > 0 ? 1 : 0;
    counts.several += score.slots > 1 ? 1 : 0;
  }
  expect(counts.proved).toBeGreaterThan(questions * 0.5);
  expect(counts.moving).toBeGreaterThan(questions * 0.5);
  expect(counts.several).toBeGreaterThan(questions * 0.1);
}, 600_000);

test('a problem that is too large is answered by the heuristic, with a bound', async () => {
  const snapshot: Snapshot = {
    nodes: ['a', 'b'].map((name) => ({ name, allocatable: { cpu: 1000 }, pricePerHour: 1 })),
    workloads: [{ name: 'w', requests: { cpu: 1 }, replicas: { a: 300, b: 300 } }],
  };
  const problem = toProblem(snapshot, resolveOptions(snapshot, {}));
  expect(supports(problem)).toBe(false);
  const result = await answer(problem, 1_000_000);
  expect(result.done).toBe(true);
  expect(result.best).toEqual(heuristicSchedule(problem));
});

test('where it is hard, the plan and the bound are no worse than those of search', async () => {
  for (const seed of [1, 2]) {
    const snapshot = generateWorkload({
      ...PAPER_PARAMETERS,
      applications: 25,
      nodes: 27,
      locations: 3,
      seed,
    });
    const problem = toProblem(snapshot, resolveOptions(snapshot, { latencyIn: 'end' }));
    const result = await answer(problem, 1, 1);
    const other = await search.step(problem, search.start(problem), 1_000_000, noEngine);
    expect(
      isLower(
        levelsOf(problem, evaluate(problem, other.best)),
        levelsOf(problem, evaluate(problem, result.best)),
      ),
    ).toBe(false);
    expect(isLower(result.bounds, other.bounds)).toBe(false);
    expect(result.bounds[0]).toBeGreaterThan(0);
  }
}, 600_000);
