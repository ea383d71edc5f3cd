import { expect, test } from 'vitest';
import { resolveOptions } from '../../src/model/options.ts';
import type { Question } from '../../src/model/read-question.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { explain } from '../../src/reasons/explain.ts';
import { LIFT_RULES } from '../../src/reasons/lift-rules.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { evaluate } from '../../src/solver/levels.ts';
import { runStrategy } from '../../src/solver/run-strategy.ts';
import { solve } from '../../src/solver/solve.ts';
import { type Claim, claimsOf, fixedQuestion, properSubsets, without } from './demanded.ts';
import { drawnQuestion } from './drawn-question.ts';

/** The reasons are minimal: the best plan does what was not done when all are lifted, and never when some are not. */

const LONG = process.env['RESTOW_LONG'] !== undefined;
const engine = createEngine(loadHighsNode);

/** Whether the best plan of a question empties the node, or moves the workload. */
async function isDone({ snapshot, options }: Question, { kind, name }: Claim): Promise<boolean> {
  const limited = { ...options, workLimit: 100_000_000 };
  let { plan, rejected } = await solve(snapshot, limited, engine, 'test');
  // Each of the two now and then gives up: `exact` on latency between slots, `ilp` where HiGHS does.
  for (const strategy of ['exact', 'ilp'] as const) {
    expect(rejected).toEqual([]);
    if (plan.status !== 'optimal')
      ({ plan, rejected } = await solve(snapshot, { ...limited, strategy }, engine, 'test'));
  }
  expect([plan.status, ...rejected]).toEqual(['optimal']);
  if (kind === 'empty') return !plan.placement.some(({ nodes }) => name in nodes);
  return plan.slots.some(({ moves }) => moves.some(({ workload }) => workload === name));
}

/** By the integer program: whether any plan does it, whatever it costs. */
async function isPossible({ snapshot, options }: Question, { kind, name }: Claim): Promise<boolean> {
  const problem = toProblem(snapshot, resolveOptions(snapshot, options));
  const price = problem.price.map((_, n) => (kind === 'empty' && problem.nodeNames[n] === name ? 1 : 0));
  const stayPrice = { workload: problem.workloadNames.indexOf(name), price: 1 };
  const asked = { ...problem, price, alpha: 0, ...(kind === 'move' && { stayPrice }) };
  const run = await runStrategy(asked, ilp, 100_000_000, engine);
  const missed = evaluate(asked, run.schedule).price;
  expect(missed === 0 || run.bounds[0] > 0).toBe(true);
  return missed === 0;
}

test('lifting all reasons makes the best plan do it, lifting some never does', async () => {
  const counts = new Map<string, number>();
  let claims = 0;
  let several = 0;
  let unproved = 0;
  for (let i = 0; i < (LONG ? 1200 : 60); i++) {
    const question = drawnQuestion(i);
    const { explanation } = await explain(question, { workLimit: 100_000_000 }, engine, 'test');
    const fixed = fixedQuestion(question, explanation.plan);
    for (const claim of claimsOf(explanation)) {
      const context = `question ${i} ${claim.kind} ${claim.name}: ${claim.reasons.map(({ message }) => message).join(' + ')}`;
      if (!claim.proved) {
        unproved++;
        continue;
      }
      for (const { rule } of claim.reasons) counts.set(rule, (counts.get(rule) ?? 0) + 1);
      if (claim.reasons[0]?.rule === 'nowhere') {
        expect(fixed.snapshot.nodes.length, context).toBe(1);
        continue;
      }
      claims++;
      several += claim.reasons.length > 1 ? 1 : 0;
      expect(claim.reasons.length, context).toBeGreaterThan(0);
      // To want a workload moved, or a node emptied before those that are drained, has no place in the public format.
      const isInside = claim.kind === 'move' || question.options.drain !== undefined;
      const pays = isInside && claim.reasons.some(({ rule }) => rule === 'saving');
      const all = without(fixed, claim, claim.reasons);
      expect(await (pays ? isPossible(all, claim) : isDone(all, claim)), context).toBe(true);
      for (const some of properSubsets(claim.reasons)) {
        const lifted = without(fixed, claim, some);
        const whatever = pays && some.some(({ rule }) => rule === 'saving');
        const done = await (whatever ? isPossible(lifted, claim) : isDone(lifted, claim));
        expect(done, `${context} without ${some.map(({ message }) => message).join(' + ')}`).toBe(false);
      }
    }
  }
  console.log(`reasons of ${claims} claims`, Object.fromEntries(counts));
  expect(claims).toBeGreaterThan(LONG ? 3000 : 150);
  expect(unproved / claims).toBeLessThan(0.02);
  expect(several / claims).toBeGreaterThan(0.1);
  if (LONG) for (const { rule } of LIFT_RULES) expect(counts.get(rule) ?? 0, rule).toBeGreaterThan(0);
}, 1_200_000);
