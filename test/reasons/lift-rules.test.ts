import { expect, test } from 'vitest';
import { RULES } from '../../src/model/plan.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { LIFT_RULES, lift, obstaclesOf } from '../../src/reasons/lift-rules.ts';
import { drawnQuestion } from './drawn-question.ts';

/** Rules that say what a plan is, and one that chooses no other plan: nothing of them stands in the way. */
const NOT_LIFTED = ['moved', 'one-move', 'contiguous', 'minimum-saving', 'claims', 'saving-curve'];

test('every rule that can stand in the way can be lifted', () => {
  const lifted = LIFT_RULES.map(({ rule }) => rule);
  expect([...lifted, ...NOT_LIFTED].sort()).toEqual([...RULES].sort());
});

test('what is lifted is a good snapshot, and no obstacle any more, whatever else is lifted', () => {
  for (let i = 0; i < 80; i++) {
    const question = drawnQuestion(i);
    const obstacles = obstaclesOf(question);
    const some = obstacles.filter((_, at) => (at + i) % 3 !== 0);
    const free = lift(question, some);
    expect(readSnapshot(structuredClone(free.snapshot)), `question ${i}`).toHaveProperty('snapshot');
    const left = obstaclesOf(free);
    for (const one of some) expect(left, `question ${i}`).not.toContainEqual(one);
  }
});
