import { expect, test } from 'vitest';
import { type Answered, contradictionsOf } from '../../bench/agree/compare.ts';

const held = { passes: true, proved: false, cut: false };
const exact: Answered = { ...held, strategy: 'exact', values: [10n], bounds: [10n], proved: true };
const search: Answered = { ...held, strategy: 'search', values: [12n], bounds: [8n] };
const baseline: Answered = { ...held, strategy: 'recreate', values: [3n], bounds: [0n], passes: false };

test('answers that can all be true contradict nothing; a plan that breaks rules beats nobody', () => {
  expect(contradictionsOf([exact, search, baseline])).toEqual([]);
  const cut = { ...exact, values: [13n], bounds: [8n], proved: false, cut: true };
  expect(contradictionsOf([cut, search])).toEqual([]);
});

test.each([
  [
    [exact, { ...search, values: [9n] }],
    ['search is better than exact', 'exact: called optimal', 'exact: its bound'],
  ],
  [
    [
      { ...exact, proved: false, bounds: [8n] },
      { ...search, values: [9n] },
    ],
    ['search is better than exact'],
  ],
  [[exact, { ...search, bounds: [11n] }], ['search: its bound is above']],
  [[exact, { ...search, passes: false }], ['search: its plan breaks a rule']],
  [[exact, { ...search, proved: true }], ['search: called optimal, but exact is better']],
  [
    [
      { ...exact, values: [10n, 3n, 1n] },
      { ...search, values: [10n, 2n, 1n] },
    ],
    ['search is better than exact', 'exact: called optimal'],
  ],
])('what cannot be is said', (answers, expected) => {
  const found = contradictionsOf(answers);
  expect(found.map((text, i) => text.startsWith(expected[i]))).toEqual(expected.map(() => true));
});
