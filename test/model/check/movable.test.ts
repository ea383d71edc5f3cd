import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const plan = planOf(['a-0 n1>n2', 'b-0 n1>n2'], ['a-1 n1>n2']);

test.each([
  { movable: undefined, expected: [] },
  { movable: true, expected: [] },
  { movable: false, expected: ['1: default/a a-0 by 1', '2: default/a a-1 by 1'] },
])('movable is asked of the workload of each replica that moves: $movable', ({ movable, expected }) => {
  const workloads = [{ ...workloadOf('a', {}, { n1: 2 }), movable }, workloadOf('b', {}, { n1: 1 })];
  expect(broken('movable', { nodes: nodesOf({ n1: {}, n2: {} }), workloads }, plan)).toEqual(expected);
});

test('movable says nothing of a move to where the replica is', () => {
  const workloads = [{ ...workloadOf('a', {}, { n1: 1 }), movable: false }];
  expect(broken('movable', { nodes: nodesOf({ n1: {} }), workloads }, planOf(['a-0 n1>n1']))).toEqual([]);
});
