import { expect, test } from 'vitest';
import { type Options, resolveOptions } from '../../../src/model/options.ts';
import type { Problem } from '../../../src/model/problem.ts';
import { toProblem } from '../../../src/model/to-problem.ts';
import { exact } from '../../../src/solver/exact/exact.ts';
import { createEngine, loadHighsNode } from '../../../src/solver/highs.ts';
import { ilp } from '../../../src/solver/ilp/index.ts';
import { evaluate, levelsOf } from '../../../src/solver/levels.ts';
import type { StepResult, Strategy } from '../../../src/solver/strategy.ts';
import { withSideRules } from '../../generate/mixed-side-rules.ts';
import { tinySnapshot } from '../../generate/tiny-snapshot.ts';
import { tightSnapshot } from '../brute-force-tight.ts';
import { lowestLevels } from './all-plans.ts';

/** Problem i: every combination of objective and limits comes up; no latency limits. */
function sideProblem(i: number): Problem {
  const { calls: _, ...snapshot } = i % 2 === 0 ? tinySnapshot(i) : tightSnapshot(i);
  const options: Options = {
    objective:
      i % 4 === 3 ? { kind: 'lexicographic' } : { kind: 'weighted', alpha: ['0', '0.1', '0.5'][i % 4] },
    ...(i % 5 === 4 && { maxSlots: (i % 3) + 1 }),
    ...(i % 7 === 6 && { maxMoves: (i % 6) + 1 }),
  };
  return withSideRules(toProblem(snapshot, resolveOptions(snapshot, options)), i);
}

const FIRST = Number(process.env['RESTOW_FIRST'] ?? 0);

async function compareAll(strategy: Strategy, count: number): Promise<{ moving: number; matters: number }> {
  const engine = createEngine(loadHighsNode);
  const counts = { moving: 0, matters: 0 };
  for (let i = FIRST; i < FIRST + count; i++) {
    const problem = sideProblem(i);
    if (problem.movableReplicas === 0) continue;
    const lowest = lowestLevels(problem);
    let result: StepResult | undefined;
    do {
      result = await strategy.step(problem, result?.state ?? strategy.start(problem), 1, engine);
      expect(isHigher(result.bounds, lowest), `bounds of ${i}`).toBe(false);
    } while (!result.done);
    expect(levelsOf(problem, evaluate(problem, result.best)), `value of ${i}`).toEqual(lowest);
    expect(result.proved, `proof of ${i}`).toBe(true);
    counts.moving += result.best.length > 0 ? 1 : 0;
    const plain = { ...problem, domainRules: [], budgets: [], floors: [], sourcesPerSlot: Infinity };
    counts.matters += String(lowestLevels(plain)) === String(lowest) ? 0 : 1;
  }
  return counts;
}

test.each([
  { strategy: exact, count: process.env['RESTOW_LONG'] ? 5000 : 150 },
  { strategy: ilp, count: process.env['RESTOW_LONG'] ? 1000 : 50 },
])(
  'with side rules of every form $strategy.name proves the best of all plans',
  async ({ strategy, count }) => {
    const { moving, matters } = await compareAll(strategy, count);
    expect(moving).toBeGreaterThan(count * 0.15);
    expect(matters).toBeGreaterThan(count * 0.1);
  },
  6_000_000,
);

function isHigher(a: readonly number[], b: readonly number[]): boolean {
  const level = a.findIndex((value, l) => value !== b[l]);
  return level >= 0 && a[level] > b[level];
}
