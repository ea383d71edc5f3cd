import { expect, test } from 'vitest';
import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { Question } from '../../src/model/read-question.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { construct } from '../../src/reasons/construct.ts';
import { type Demand, does, onlyDemand } from '../../src/reasons/demand.ts';
import { isImpossible } from '../../src/reasons/impossible.ts';
import { lift, obstaclesOf } from '../../src/reasons/lift-rules.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { evaluate } from '../../src/solver/levels.ts';
import { runStrategy } from '../../src/solver/run-strategy.ts';
import { drawnQuestion } from './drawn-question.ts';

/** Plans that are built do what is demanded, and what is called impossible is: against the integer program. */

const engine = createEngine(loadHighsNode);
const LONG = process.env['RESTOW_LONG'] !== undefined;

function problemOf({ snapshot, options }: Question) {
  return toProblem(snapshot, resolveOptions(snapshot, options));
}

function demandsOf({ snapshot }: Question): Demand[] {
  return [
    ...problemOf({ snapshot, options: {} }).workloadNames.map((workload) => ({
      kind: 'move' as const,
      workload,
    })),
    ...snapshot.nodes.map(({ name }) => ({ kind: 'empty' as const, nodes: [name] })),
  ];
}

test('what is built does what is demanded, and what is called impossible no plan does', async () => {
  const counts = { built: 0, impossible: 0, possible: 0, asked: 0 };
  for (let i = 0; i < (LONG ? 400 : 40); i++) {
    const drawn = drawnQuestion(i + 20_000);
    const plain = { snapshot: canonicalSnapshot(drawn.snapshot), options: drawn.options };
    for (const question of [plain, lift(plain, obstaclesOf(plain))]) {
      const problem = problemOf(question);
      for (const demand of demandsOf(question)) {
        const context = `question ${i} ${JSON.stringify(demand)}`;
        const { schedule } = construct(problem, demand);
        const asked = onlyDemand(problem, demand);
        const run = await runStrategy(asked, ilp, 20_000_000, engine);
        const possible = evaluate(asked, run.schedule).price === 0;
        if (!possible && run.bounds[0] === 0) continue;
        counts.asked++;
        counts.possible += possible ? 1 : 0;
        if (schedule) {
          expect(does(problem, demand, schedule), context).toBe(true);
          expect(possible, context).toBe(true);
          counts.built++;
        }
        if (isImpossible(problem, demand)) {
          expect(possible, context).toBe(false);
          counts.impossible++;
        }
      }
    }
  }
  console.log(counts);
  expect(counts.built).toBeGreaterThan(counts.possible * 0.7);
  expect(counts.impossible).toBeGreaterThan((counts.asked - counts.possible) * 0.3);
}, 600_000);
