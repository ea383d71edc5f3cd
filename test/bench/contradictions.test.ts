import { expect, test } from 'vitest';
import { contradictions } from '../../bench/exact/contradictions.ts';
import type { Solved } from '../../bench/exact/solved.ts';

const answer = (over: Partial<Solved>): Solved => ({
  solver: 'a',
  maxSlots: 3,
  proved: false,
  value: 10,
  price: 10,
  bound: 8,
  moves: 1,
  slots: 1,
  cpuSeconds: 0,
  wrong: [],
  ...over,
});

test('a bound above the checked plan of another solver is reported', () => {
  const found = contradictions([answer({}), answer({ solver: 'b', bound: 10.1, value: 10.1 })]);
  expect(found).toEqual(['b has the bound 10.1, but a a plan of 10']);
});

test('a bound says nothing of plans with more slots than the solver may use', () => {
  expect(contradictions([answer({ slots: 4 }), answer({ solver: 'b', bound: 11, value: 11 })])).toEqual([]);
});

test('a plan that breaks a rule is reported, and contradicts no bound', () => {
  const broken = answer({ wrong: ['n1 is full'] });
  expect(contradictions([broken, answer({ solver: 'b', bound: 11, value: 11 })])).toEqual(['a: n1 is full']);
});

test('equal values and bounds are no contradiction, nor is an answer without a plan', () => {
  expect(contradictions([answer({ bound: 10 }), answer({ solver: 'b', value: undefined })])).toEqual([]);
});
