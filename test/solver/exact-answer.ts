import { expect } from 'vitest';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { exact } from '../../src/solver/exact/exact.ts';
import { evaluate, levelsOf, type Score } from '../../src/solver/levels.ts';
import type { StepResult } from '../../src/solver/strategy.ts';
import { reachable } from './brute-force.ts';
import { violationsOf } from './checked-schedule.ts';
import { noEngine } from './planned.ts';

/** Steps of the given size until it is done or has spent the limit. */
export async function answer(problem: Problem, limit: number, step = 1_000_000): Promise<StepResult> {
  let result = await exact.step(problem, exact.start(problem), step, noEngine);
  for (let work = result.work; !result.done && work < limit; work += result.work) {
    result = await exact.step(problem, result.state, step, noEngine);
  }
  return result;
}

/** The lowest levels that brute force reaches within the budgets. */
export function lowestLevels(snapshot: Snapshot, options: Options, problem: Problem): number[] {
  const { latencyIn, maxSlots, maxMoves } = resolveOptions(snapshot, options);
  return reachable(snapshot, latencyIn)
    .filter(({ slots, moves }) => slots <= maxSlots && moves <= maxMoves)
    .map(({ price, moves, slots }) =>
      levelsOf(problem, { price: Number(price / problem.moneyUnit), moves, slots }),
    )
    .reduce((low, levels) => (isLower(levels, low) ? levels : low));
}

export function isLower(a: readonly number[], b: readonly number[]): boolean {
  const level = a.findIndex((value, l) => value !== b[l]);
  return level >= 0 && a[level] < b[level];
}

/** Asserts that the answer keeps every rule, that no bound is above the best there is, and that a proved one is it. */
export async function againstBruteForce(
  snapshot: Snapshot,
  options: Options,
  name: string,
): Promise<{ score: Score; proved: boolean }> {
  const problem = toProblem(snapshot, resolveOptions(snapshot, options));
  const { best, bounds, proved } = await answer(problem, 5_000_000);
  const context = `${name} ${JSON.stringify(options)}`;
  expect(violationsOf(snapshot, options, problem, best), context).toEqual([]);
  const lowest = lowestLevels(snapshot, options, problem);
  expect(isLower(lowest, bounds), context).toBe(false);
  const score = evaluate(problem, best);
  if (proved) expect(levelsOf(problem, score), context).toEqual(lowest);
  return { score, proved };
}
