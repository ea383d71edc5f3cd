import { expect, test } from 'vitest';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import {
  add,
  type Comparison,
  compare,
  FIRST_LIMITED,
  limitedObjectives,
  NOTHING_COMPARED,
  objectives,
} from './brute-force-compare.ts';
import { compareMixed, FIRST_MIXED } from './brute-force-rules.ts';

/** A sample of what `npm run test:brute` compares in full. */

async function compareAll(first: number, count: number, questions: typeof objectives): Promise<Comparison> {
  const engine = createEngine(loadHighsNode);
  let total = NOTHING_COMPARED;
  for (let i = first; i < first + count; i++) total = add(total, await compare(i, questions(i), engine));
  return total;
}

test('the integer program finds and proves the best of all plans that the checker lets through', async () => {
  const { faults, questions, moving, severalSlots, latencyMatters, inherited } = await compareAll(
    0,
    100,
    objectives,
  );
  expect(faults).toEqual([]);
  expect(questions).toBe(600);
  expect(moving / questions).toBeGreaterThan(0.3);
  expect(severalSlots).toBeGreaterThan(15);
  expect(latencyMatters).toBeGreaterThan(5);
  expect(inherited).toBeGreaterThan(10);
}, 300_000);

test('the same within maxSlots and maxMoves', async () => {
  const { faults, questions, limited } = await compareAll(FIRST_LIMITED, 16, limitedObjectives);
  expect(faults).toEqual([]);
  expect(questions).toBe(288);
  expect(limited).toBeGreaterThan(10);
}, 300_000);

test('exact and the integer program prove the best of all plans where all rules are mixed', async () => {
  const engine = createEngine(loadHighsNode);
  let total = NOTHING_COMPARED;
  // In the last ones replicas of a workload run with several requests on one node.
  const sample = [...Array.from({ length: 60 }, (_, i) => FIRST_MIXED + i), 22_878, 24_672, 24_977];
  for (const i of sample) total = add(total, await compareMixed(i, engine));
  expect(total.faults).toEqual([]);
  expect(total.moving).toBeGreaterThan(10);
}, 300_000);
