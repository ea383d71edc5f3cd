import { describe, expect, test } from 'vitest';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import {
  createEngine,
  type Engine,
  loadHighsNode,
  type Mip,
  type MipResult,
} from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { evaluate, levelsOf } from '../../src/solver/levels.ts';
import { reachable } from './brute-force.ts';
import { bestReached, levels } from './brute-force-compare.ts';
import { tightSnapshot } from './brute-force-tight.ts';

/** HiGHS with a fault put in: whatever it says, nothing false may come out as proved. */

const highs = createEngine(loadHighsNode);

function faulty(spoil: (result: MipResult, mip: Mip) => MipResult): Engine {
  return {
    solve: async (mip, limits) => spoil(await highs.solve(mip, limits), mip),
    reset: () => highs.reset(),
  };
}

const questions: Options[] = [
  { objective: { kind: 'weighted', alpha: '0.1' } },
  { objective: { kind: 'lexicographic' } },
];

interface Outcomes {
  /** Questions that take HiGHS to be proved, and what became of them. */
  asked: number;
  proved: number;
  failed: number;
  /** Answers that are better than possible, proofs of what is not best, bounds above the best. */
  wrong: string[];
}

/** Problems, and the values of the best plan by brute force. */
const cases = Array.from({ length: 24 }, (_, seed) => tightSnapshot(seed)).flatMap((snapshot) => {
  const reached = reachable(snapshot, 'slots');
  return questions.map((options) => ({
    problem: toProblem(snapshot, resolveOptions(snapshot, options)),
    best: levels(snapshot, options, bestReached(snapshot, options, reached)),
  }));
});

async function outcomes(engine: Engine): Promise<Outcomes> {
  const total: Outcomes = { asked: 0, proved: 0, failed: 0, wrong: [] };
  for (const { problem, best } of cases) {
    let calls = 0;
    const counted: Engine = {
      ...engine,
      solve: (mip, limits) => {
        calls++;
        return engine.solve(mip, limits);
      },
    };
    const result = await ilp.step(problem, ilp.start(problem), 1e9, counted);
    const inUnits = (amounts: readonly number[]) =>
      amounts.map((amount, level) => BigInt(amount) * (level === 0 ? problem.moneyUnit : 1n));
    const value = inUnits(levelsOf(problem, evaluate(problem, result.best)));
    const isBest = String(value) === String(best);
    if (value[0] < best[0]) total.wrong.push(`${value} is better than ${best}, which is best`);
    if (result.proved && !isBest) total.wrong.push(`${value} is proved, but ${best} is best`);
    if (inUnits(result.bounds)[0] > best[0]) total.wrong.push(`bound ${result.bounds} above ${best}`);
    if (calls === 0) continue;
    total.asked++;
    if (result.proved) total.proved++;
    if (result.engineFailed !== undefined) total.failed++;
  }
  return total;
}

const nothing = { values: null, objective: null, bound: Number.NEGATIVE_INFINITY };

describe('a fault of HiGHS never gives a wrong proof', () => {
  test('without a fault, all is proved', async () => {
    const { asked, proved, failed, wrong } = await outcomes(highs);
    expect({ failed, wrong }).toEqual({ failed: 0, wrong: [] });
    expect(asked).toBeGreaterThan(15);
    expect(proved).toBe(asked);
  });

  test('a program called infeasible, although its start is a solution', async () => {
    const engine = faulty((result) => ({
      ...result,
      ...nothing,
      status: 'infeasible',
      bound: Number.POSITIVE_INFINITY,
    }));
    const { asked, failed, proved, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    expect(failed).toBe(asked);
    expect(proved).toBe(0);
  });

  test('a crash', async () => {
    const engine = faulty((result) => ({ ...result, ...nothing, status: 'failed', message: 'aborted' }));
    const { asked, failed, proved, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    expect(failed).toBe(asked);
    expect(proved).toBe(0);
  });

  test('values that are off by rounding are read as what they mean', async () => {
    const engine = faulty((result) => ({
      ...result,
      values: result.values?.map((value, column) => value + (column % 2 ? 3e-7 : -3e-7)) ?? null,
    }));
    const { asked, proved, failed, wrong } = await outcomes(engine);
    expect({ failed, wrong }).toEqual({ failed: 0, wrong: [] });
    expect(proved).toBe(asked);
  });

  test('values that break a row are not taken', async () => {
    const engine = faulty((result) => ({
      ...result,
      values: result.values?.map((value) => value + 1) ?? null,
    }));
    const { proved, asked, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    expect(proved).toBeLessThan(asked);
  });

  test('a bound 1e-7 too high does not prove the start, which is not the best', async () => {
    const engine = faulty((result, mip) => ({
      ...result,
      values: mip.start ?? null,
      bound: result.bound + 1e-7,
    }));
    const { proved, asked, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    expect(proved).toBeLessThan(asked);
  });

  test('a bound above a known solution is noticed and counts nothing', async () => {
    const engine = faulty((result) => ({ ...result, bound: result.bound + 1000 }));
    const { asked, failed, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    expect(failed).toBe(asked);
  });

  test('a bound that is no number counts nothing', async () => {
    const engine = faulty((result) => ({ ...result, bound: Number.NaN }));
    const { asked, proved, wrong } = await outcomes(engine);
    expect(wrong).toEqual([]);
    // Some plans reach the bound that needs no HiGHS.
    expect(proved).toBeLessThan(asked / 2);
  });
});
