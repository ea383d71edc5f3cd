import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [
    workloadOf('a', {}, { n1: 2 }),
    { ...workloadOf('db', {}, { n1: 1 }), mode: 'recreate' as const },
  ],
};
const both = planOf(['a-0 n1>n2', 'db-0 n1>n2 recreate']);

test.each([
  {
    title: 'holds for surge moves',
    plan: planOf(['a-0 n1>n2', 'a-1 n1>n2']),
    allowRecreate: false,
    expected: [],
  },
  { title: 'holds for a recreate move that is allowed', plan: both, allowRecreate: true, expected: [] },
  {
    title: 'is broken by a recreate move that is not',
    plan: both,
    allowRecreate: false,
    expected: ['1: default/db db-0 by 1'],
  },
  {
    title: 'is broken by another mode than the one of the workload',
    plan: planOf(['db-0 n1>n2'], ['a-1 n1>n2 recreate']),
    allowRecreate: true,
    expected: ['1: default/db db-0 by 1', '2: default/a a-1 by 1'],
  },
])('surge $title', ({ plan, allowRecreate, expected }) => {
  expect(broken('surge', snapshot, plan, { allowRecreate })).toEqual(expected);
});
