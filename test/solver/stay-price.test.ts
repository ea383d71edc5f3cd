import { expect, test } from 'vitest';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { exact } from '../../src/solver/exact/exact.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { evaluate, levelsOf } from '../../src/solver/levels.ts';
import { runStrategy } from '../../src/solver/run-strategy.ts';
import { reachable } from './brute-force.ts';
import { instance } from './brute-force-compare.ts';

/** The best plan that moves a workload, by the price of its staying, against all plans that there are. */

const OPTIONS: Options[] = [
  { objective: { kind: 'weighted', alpha: '0' } },
  { objective: { kind: 'weighted', alpha: '0.5' } },
  { objective: { kind: 'lexicographic' } },
  { objective: { kind: 'weighted', alpha: '0' }, maxMoves: 2 },
  { objective: { kind: 'weighted', alpha: '1' }, maxSlots: 1 },
];

test('exact and ilp find the best plan that moves a given workload, or prove that there is none', async () => {
  const engine = createEngine(loadHighsNode);
  const counts = { asked: 0, possible: 0, dearer: 0, ilp: 0 };
  const instances = process.env['RESTOW_LONG'] ? 1000 : 60;
  for (let i = 0; i < instances; i++) {
    const snapshot = instance(i);
    const options: Options = { ...OPTIONS[i % OPTIONS.length], latencyIn: LATENCY_MODES[i % 3] };
    const resolved = resolveOptions(snapshot, options);
    const problem = toProblem(snapshot, resolved);
    const penalty = problem.price.reduce((sum, price) => sum + price, 1) + problem.alpha * 20;
    const reached = reachable(snapshot, resolved.latencyIn);
    for (const [workload, name] of problem.workloadNames.entries()) {
      const asked = { ...problem, stayPrice: { workload, price: penalty } };
      const best = reached
        .filter(({ slots, moves }) => slots <= resolved.maxSlots && moves <= resolved.maxMoves)
        .map(({ price, moves, slots, moved }) => {
          const extra = moved.has(name) ? 0 : penalty;
          return levelsOf(problem, { price: Number(price / problem.moneyUnit) + extra, moves, slots });
        })
        .reduce((a, b) => (isLower(b, a) ? b : a));
      const strategies = i % 4 === 0 ? [exact, ilp] : [exact];
      for (const strategy of strategies) {
        const run = await runStrategy(asked, strategy, 50_000_000, engine);
        const context = `instance ${i} ${strategy.name} ${name} ${JSON.stringify(options)}`;
        expect(run.bounds[0], context).toBeGreaterThanOrEqual(Math.min(best[0], penalty));
        if (best[0] >= penalty) continue;
        expect(run.proved, context).toBe(true);
        expect(levelsOf(asked, evaluate(asked, run.schedule)), context).toEqual(best);
      }
      counts.asked++;
      counts.ilp += strategies.length - 1;
      if (best[0] >= penalty) continue;
      counts.possible++;
      if (best[0] > levelsOf(problem, evaluate(problem, new Int32Array(0)))[0]) counts.dearer++;
    }
  }
  expect(counts.asked).toBeGreaterThan(instances);
  expect(counts.possible / counts.asked).toBeGreaterThan(0.3);
  expect(counts.possible / counts.asked).toBeLessThan(0.9);
  expect(counts.dearer).toBeGreaterThan(10);
  expect(counts.ilp).toBeGreaterThan(10);
}, 600_000);

function isLower(a: readonly number[], b: readonly number[]): boolean {
  const level = a.findIndex((value, at) => value !== b[at]);
  return level >= 0 && a[level] < b[level];
}
