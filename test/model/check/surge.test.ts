import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = { nodes: nodesOf({ n1: {}, n2: {} }), workloads: [workloadOf('a', {}, { n1: 2 })] };

test.each([
  { title: 'holds for surge moves', plan: planOf(['a-0 n1>n2', 'a-1 n1>n2']), expected: [] },
  {
    title: 'is broken by a recreate move',
    plan: planOf(['a-0 n1>n2'], ['a-1 n1>n2 recreate']),
    expected: ['2: default/a a-1 by 1'],
  },
])('surge $title', ({ plan, expected }) => {
  expect(broken('surge', snapshot, plan)).toEqual(expected);
});
