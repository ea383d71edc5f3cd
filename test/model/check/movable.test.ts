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

test('a replica may say so itself', () => {
  const replicas = [
    { node: 'n1', name: 'a-0', movable: false },
    { node: 'n1', name: 'a-1', movable: true },
  ];
  const workloads = [
    { name: 'a', requests: {}, replicas },
    { ...workloadOf('b', {}, { n1: 1 }), movable: true },
  ];
  expect(broken('movable', { nodes: nodesOf({ n1: {}, n2: {} }), workloads }, plan)).toEqual([
    '1: default/a a-0 by 1',
  ]);
});

test('of replicas without names those that may move are counted first', () => {
  const workloads = [{ name: 'a', requests: {}, replicas: [{ node: 'n1', movable: false }, { node: 'n1' }] }];
  const both = planOf(['a-0 n1>n2', 'a-1 n1>n2']);
  expect(broken('movable', { nodes: nodesOf({ n1: {}, n2: {} }), workloads }, both)).toEqual([
    '1: default/a a-1 by 1',
  ]);
});

test('movable says nothing of a move to where the replica is', () => {
  const workloads = [{ ...workloadOf('a', {}, { n1: 1 }), movable: false }];
  expect(broken('movable', { nodes: nodesOf({ n1: {} }), workloads }, planOf(['a-0 n1>n1']))).toEqual([]);
});
