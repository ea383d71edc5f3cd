import { describe, expect, test } from 'vitest';
import { LATENCY_MODES, resolveOptions } from '../../../src/model/options.ts';
import type { Problem, Schedule } from '../../../src/model/problem.ts';
import { toProblem } from '../../../src/model/to-problem.ts';
import { heuristic } from '../../../src/solver/heuristic/heuristic.ts';
import { evaluate } from '../../../src/solver/levels.ts';
import { EMPTY_SCHEDULE } from '../../../src/solver/schedule.ts';
import { savingCurve } from '../../../src/solver/search/curve.ts';
import { search } from '../../../src/solver/search/index.ts';
import type { Strategy } from '../../../src/solver/strategy.ts';
import { largerSnapshot } from '../../generate/larger-snapshot.ts';
import { withSideRules } from '../../generate/side-rules.ts';
import { noEngine } from '../planned.ts';
import { brokenSideRules } from './reference.ts';

const isLong = process.env['RESTOW_LONG'] === '1';

async function answerOf(strategy: Strategy, problem: Problem): Promise<Schedule> {
  let result = await strategy.step(problem, strategy.start(problem), 300_000, noEngine);
  for (let work = 0; !result.done && work < 3; work++)
    result = await strategy.step(problem, result.state, 300_000, noEngine);
  return result.best;
}

function problemOf(seed: number): Problem {
  const snapshot = largerSnapshot(seed);
  const latencyIn = LATENCY_MODES[seed % LATENCY_MODES.length];
  const objective = seed % 4 === 0 ? ({ kind: 'lexicographic' } as const) : ({ kind: 'weighted' } as const);
  return withSideRules(toProblem(snapshot, resolveOptions(snapshot, { latencyIn, objective })), seed);
}

/** How many plans save money, take more than 4 slots, and would be cheaper without the rules. */
async function checked(strategy: Strategy, seeds: number) {
  const found = { saving: 0, inManySlots: 0, freed: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const problem = problemOf(seed);
    const schedule = await answerOf(strategy, problem);
    expect(brokenSideRules(problem, schedule), `seed ${seed}`).toEqual([]);
    const { price, slots } = evaluate(problem, schedule);
    if (slots > 4) found.inManySlots += 1;
    if (price < evaluate(problem, EMPTY_SCHEDULE).price) found.saving += 1;
    const { rows, points } = savingCurve(problem, schedule, slots);
    for (const { length } of points) {
      const part = Int32Array.from(
        rows
          .slice(0, length)
          .toSorted((a, b) => a[2] - b[2])
          .flat(),
      );
      expect(brokenSideRules(problem, part), `seed ${seed}, ${length} rows`).toEqual([]);
    }
    const snapshot = largerSnapshot(seed);
    const free = toProblem(snapshot, resolveOptions(snapshot, {}));
    if (evaluate(free, await answerOf(strategy, { ...problem, ...rulesOf(free) })).price < price)
      found.freed += 1;
  }
  return found;
}

function rulesOf({ domainRules, budgets, floors, sourcesPerSlot, recreate }: Problem) {
  return { domainRules, budgets, floors, sourcesPerSlot, recreate };
}

describe('no plan breaks a side rule, and no part of one', () => {
  test('heuristic', { timeout: 600_000 }, async () => {
    const seeds = isLong ? 10_000 : 1_000;
    const found = await checked(heuristic, seeds);
    expect(found.saving).toBeGreaterThan(0.3 * seeds);
    expect(found.freed).toBeGreaterThan(0.1 * seeds);
    expect(found.inManySlots).toBeGreaterThan(0);
  });

  test('search', { timeout: 600_000 }, async () => {
    const seeds = isLong ? 2_000 : 100;
    const found = await checked(search, seeds);
    expect(found.saving).toBeGreaterThan(0.3 * seeds);
    expect(found.freed).toBeGreaterThan(0.1 * seeds);
    expect(found.inManySlots).toBeGreaterThan(0);
  });
});
