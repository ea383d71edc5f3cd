import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import type { Problem } from '../../../src/model/problem.ts';
import { toProblem } from '../../../src/model/to-problem.ts';
import { heuristic, heuristicSchedule } from '../../../src/solver/heuristic/heuristic.ts';
import { evaluate, levelsOf } from '../../../src/solver/levels.ts';
import type { StepResult } from '../../../src/solver/strategy.ts';
import { largerSnapshot } from '../../generate/larger-snapshot.ts';
import { noEngine } from '../planned.ts';

const SEEDS = Array.from({ length: 400 }, (_, seed) => seed);

function problemOf(seed: number, maxSlots?: number): Problem {
  const snapshot = largerSnapshot(seed);
  return toProblem(snapshot, resolveOptions(snapshot, maxSlots === undefined ? {} : { maxSlots }));
}

/** Runs to the end in steps of a given size; between two steps the state goes through bytes at an odd address. */
async function inSteps(problem: Problem, work: number): Promise<StepResult & { steps: number }> {
  let state = heuristic.start(problem);
  for (let steps = 1, total = 0; ; steps++) {
    const result = await heuristic.step(problem, state, work, noEngine);
    total += result.work;
    if (result.done) return { ...result, work: total, steps };
    const stored = new Uint8Array(result.state.length + 1);
    stored.set(result.state, 1);
    state = stored.subarray(1);
  }
}

test('the answer and the work do not depend on how the work is divided into steps', async () => {
  let divided = 0;
  for (const seed of SEEDS) {
    const problem = problemOf(seed);
    const whole = await inSteps(problem, Number.POSITIVE_INFINITY);
    const { steps, ...result } = await inSteps(problem, 1);
    expect({ ...result, steps: 1 }).toEqual(whole);
    expect(heuristicSchedule(problem)).toEqual(whole.best);
    if (steps > 1) divided++;
  }
  expect(divided).toBeGreaterThan(SEEDS.length / 3);
});

test('of all numbers of slots that it could stop after, the best is the answer', () => {
  let several = 0;
  for (const seed of SEEDS) {
    const value = (maxSlots?: number) => {
      const problem = problemOf(seed, maxSlots);
      return levelsOf(problem, evaluate(problem, heuristicSchedule(problem)))[0];
    };
    const { slots } = evaluate(problemOf(seed), heuristicSchedule(problemOf(seed)));
    const prefixes = Array.from({ length: slots + 2 }, (_, maxSlots) => value(maxSlots));
    expect(value()).toBe(Math.min(...prefixes));
    if (slots > 1) several++;
  }
  expect(several).toBeGreaterThan(SEEDS.length / 50);
});
