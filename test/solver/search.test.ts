import { describe, expect, test } from 'vitest';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Problem, Schedule } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { heuristicSchedule } from '../../src/solver/heuristic/heuristic.ts';
import { better, evaluate, levelsOf } from '../../src/solver/levels.ts';
import { search } from '../../src/solver/search/index.ts';
import type { StepResult } from '../../src/solver/strategy.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { reachable } from './brute-force.ts';
import { violationsOf } from './checked-schedule.ts';
import { noEngine } from './planned.ts';

/** Question number i: every combination of mode, objective and budgets comes up. */
function optionsOf(i: number): Options {
  return {
    latencyIn: LATENCY_MODES[i % 3],
    objective:
      i % 4 === 3 ? { kind: 'lexicographic' } : { kind: 'weighted', alpha: ['0', '0.1', '0.5'][i % 4] },
    ...(i % 5 === 4 && { maxSlots: (i % 3) + 1 }),
    ...(i % 7 === 6 && { maxMoves: (i % 6) + 1 }),
  };
}

interface Answer {
  problem: Problem;
  result: StepResult;
}

async function answer(snapshot: Snapshot, options: Options): Promise<Answer> {
  const problem = toProblem(snapshot, resolveOptions(snapshot, options));
  let result = await search.step(problem, search.start(problem), 1_000_000, noEngine);
  while (!result.done) result = await search.step(problem, result.state, 1_000_000, noEngine);
  return { problem, result };
}

describe('every answer', () => {
  const questions = [
    ...Array.from({ length: 120 }, (_, i) => ({ snapshot: largerSnapshot(i), options: optionsOf(i) })),
    ...Array.from({ length: 300 }, (_, i) => ({ snapshot: tinySnapshot(i), options: optionsOf(i) })),
  ];

  test('passes the checker, and is never worse than the heuristic’s or staying', async () => {
    const counts = { moving: 0, chained: 0, crossing: 0, beaten: 0 };
    for (const { snapshot, options } of questions) {
      const { problem, result } = await answer(snapshot, options);
      expect(
        violationsOf(snapshot, options, problem, result.best),
        JSON.stringify({ options, snapshot }),
      ).toEqual([]);
      const score = evaluate(problem, result.best);
      const other = evaluate(problem, heuristicSchedule(problem));
      expect(better(problem, other, score)).toBe(false);
      if (score.moves > 0) counts.moving += 1;
      if (score.slots > 1) counts.chained += 1;
      if (crosses(problem, result.best)) counts.crossing += 1;
      if (better(problem, score, other)) counts.beaten += 1;
    }
    expect(counts.moving).toBeGreaterThan(150);
    expect(counts.chained).toBeGreaterThan(10);
    expect(counts.crossing).toBeGreaterThan(25);
    expect(counts.beaten).toBeGreaterThan(50);
  });

  test('states bounds that no plan beats', async () => {
    let tight = 0;
    let compared = 0;
    for (let i = 0; i < 60; i++) {
      const snapshot = tinySnapshot(1000 + i);
      const options: Options = { latencyIn: LATENCY_MODES[i % 3], objective: optionsOf(i).objective };
      const { problem, result } = await answer(snapshot, options);
      const values = reachable(snapshot, LATENCY_MODES[i % 3]).map(({ price, moves, slots }) =>
        levelsOf(problem, { price: Number(price / problem.moneyUnit), moves, slots }),
      );
      const least = values.reduce((a, b) => (firstLess(b, a) ? b : a));
      const value = levelsOf(problem, evaluate(problem, result.best));
      expect(firstLess(value, least)).toBe(false);
      for (const [level, bound] of result.bounds.entries()) {
        expect(bound).toBeLessThanOrEqual(least[level]);
        if (value.slice(0, level).some((v, l) => v !== least[l])) break;
      }
      compared += 1;
      if (value.every((v, level) => v === least[level])) tight += 1;
    }
    expect(compared).toBe(60);
    expect(tight).toBeGreaterThan(45);
  });

  test('is the same however the work is divided into steps', async () => {
    let atoms = 0;
    for (let i = 0; i < 12; i++) {
      const snapshot = largerSnapshot(700 + i);
      const { problem, result } = await answer(snapshot, optionsOf(i));
      let state = search.start(problem);
      let step: StepResult | undefined;
      while (!step?.done) {
        step = await search.step(problem, state, 1, noEngine);
        // A copy: nothing but the bytes is handed on.
        state = step.state.slice();
        atoms += 1;
      }
      expect(step.best).toEqual(result.best);
      expect(step.bounds).toEqual(result.bounds);
    }
    expect(atoms).toBeGreaterThan(100);
  });
});

/** Whether a workload with a limited call leaves its location. */
function crosses(problem: Problem, schedule: Schedule): boolean {
  const tied = new Set([...problem.callFrom, ...problem.callTo]);
  for (let at = 0; at < schedule.length; at += 4) {
    const [group, target] = [schedule[at], schedule[at + 1]];
    const { groupWorkload, groupNode, location } = problem;
    if (tied.has(groupWorkload[group]) && location[groupNode[group]] !== location[target]) return true;
  }
  return false;
}

function firstLess(a: readonly number[], b: readonly number[]): boolean {
  const level = a.findIndex((value, i) => value !== b[i]);
  return level >= 0 && a[level] < b[level];
}
