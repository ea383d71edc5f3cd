import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = { nodes: nodesOf({ n1: {}, n2: {} }), workloads: [workloadOf('a', {}, { n1: 2 })] };

test.each([
  { title: 'holds without slots', plan: planOf(), expected: [] },
  { title: 'holds when every slot has moves', plan: planOf(['a-0 n1>n2'], ['a-1 n1>n2']), expected: [] },
  {
    title: 'is broken by a hole',
    plan: planOf(['a-0 n1>n2'], [], ['a-1 n1>n2']),
    expected: ['2: moves by 1'],
  },
  {
    title: 'is broken by empty slots at the ends',
    plan: planOf([], ['a-0 n1>n2'], []),
    expected: ['1: moves by 1', '3: moves by 1'],
  },
])('contiguous $title', ({ plan, expected }) => {
  expect(broken('contiguous', snapshot, plan)).toEqual(expected);
});
