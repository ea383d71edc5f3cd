import { expect, test } from 'vitest';
import { money } from '../../src/model/decimal.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { Question } from '../../src/model/read-question.ts';
import { explain } from '../../src/reasons/explain.ts';
import type { Reason } from '../../src/reasons/explanation.ts';
import { lift } from '../../src/reasons/lift-rules.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { type Reached, reachable } from '../solver/brute-force.ts';
import { levels } from '../solver/brute-force-compare.ts';
import { type Claim, claimsOf, fixedQuestion } from './demanded.ts';
import { drawnQuestion } from './drawn-question.ts';

/** What reasons say of feasibility and of amounts, against all plans that the checker lets through. */

const LONG = process.env['RESTOW_LONG'] !== undefined;
const engine = createEngine(loadHighsNode);

/** All plans within the budgets. */
function plansOf({ snapshot, options }: Question): Reached[] {
  const { latencyIn, maxMoves, maxSlots } = resolveOptions(snapshot, options);
  return reachable(snapshot, latencyIn, options).filter(
    ({ moves, slots }) => moves <= maxMoves && slots <= maxSlots,
  );
}

function does({ used, moved }: Reached, { kind, name }: Claim): boolean {
  return kind === 'empty' ? !used.has(name) : moved.has(name);
}

/** The lowest levels of some plans. */
function lowest({ snapshot, options }: Question, plans: readonly Reached[]): bigint[] {
  return plans
    .map((plan) => levels(snapshot, options, plan))
    .reduce((a, b) => {
      const at = a.findIndex((value, level) => value !== b[level]);
      return at >= 0 && b[at] < a[at] ? b : a;
    });
}

function savingIs({ amount }: Reason, question: Question, claim: Claim, plans: readonly Reached[]): boolean {
  const best = lowest(question, plans);
  const demanded = lowest(
    question,
    plans.filter((plan) => does(plan, claim)),
  );
  const level = best.findIndex((value, at) => value !== demanded[at]);
  const more = level < 0 ? 0n : demanded[level] - best[level];
  const said = level <= 0 ? money(amount?.value ?? '') : BigInt(amount?.value ?? '');
  return amount?.least ? said === more : said > more;
}

test('brute force agrees on what is possible without the reasons, and on what it costs', async () => {
  const counts = { claims: 0, obstacles: 0, savings: 0 };
  const instances = LONG ? 520 : 25;
  for (let i = 5000; i < 5000 + instances; i++) {
    const question = drawnQuestion(i);
    const { explanation } = await explain(question, { workLimit: 100_000_000 }, engine, 'test');
    const fixed = fixedQuestion(question, explanation.plan);
    const known = new Map<string, Reached[]>();
    const plans = (lifted: readonly Reason[]) => {
      const key = lifted.map(({ rule, subject }) => `${rule} ${subject}`).join();
      const found = known.get(key) ?? plansOf(lift(fixed, lifted));
      known.set(key, found);
      return found;
    };
    for (const claim of claimsOf(explanation)) {
      if (!claim.proved || claim.reasons[0]?.rule === 'nowhere') continue;
      const context = `question ${i} ${claim.kind} ${claim.name}: ${claim.reasons.map(({ message }) => message).join(' + ')}`;
      const obstacles = claim.reasons.filter(({ rule }) => rule !== 'saving');
      const saving = claim.reasons.find(({ rule }) => rule === 'saving');
      const free = plans(obstacles);
      expect(
        free.some((plan) => does(plan, claim)),
        context,
      ).toBe(true);
      for (const obstacle of obstacles) {
        const others = plans(obstacles.filter((one) => one !== obstacle));
        expect(
          others.some((plan) => does(plan, claim)),
          `${context}, with ${obstacle.message}`,
        ).toBe(false);
      }
      // Levels of brute force know no bill of kept nodes and no drain.
      const { keep, drain } = question.options;
      if (saving && !keep && !drain)
        expect(savingIs(saving, lift(fixed, obstacles), claim, free), context).toBe(true);
      counts.claims++;
      counts.obstacles += obstacles.length;
      counts.savings += saving ? 1 : 0;
    }
  }
  expect(counts.claims).toBeGreaterThan(instances * 2.5);
  expect(counts.obstacles).toBeGreaterThan(instances);
  expect(counts.savings).toBeGreaterThan(instances);
}, 1_800_000);
