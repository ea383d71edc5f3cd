import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const twoOfTwo = {
  nodes: nodesOf({ n1: { cpu: 2 }, n2: { cpu: 2 }, n3: { cpu: 2 } }),
  workloads: [workloadOf('a', { cpu: 2 }, { n1: 1 }), workloadOf('b', { cpu: 2 }, { n2: 1 })],
};

test.each([
  {
    title: 'counts old copies in full while they are replaced',
    plan: planOf(['a-0 n1>n2', 'b-0 n2>n1']),
    expected: ['1: n1 cpu by 2', '1: n2 cpu by 2'],
  },
  {
    title: 'holds when room is made a slot before',
    plan: planOf(['b-0 n2>n3'], ['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'is broken when room is made in the same slot',
    plan: planOf(['b-0 n2>n3', 'a-0 n1>n2']),
    expected: ['1: n2 cpu by 2'],
  },
  {
    title: 'counts the old copy of a recreate move: others may arrive first',
    plan: planOf(['b-0 n2>n3 recreate', 'a-0 n1>n2']),
    expected: ['1: n2 cpu by 2'],
  },
  {
    title: 'counts the new copy of a recreate move',
    plan: planOf(['b-0 n2>n3', 'a-0 n1>n2 recreate']),
    expected: ['1: n2 cpu by 2'],
  },
  {
    title: 'is reported in every slot in which something arrives',
    plan: planOf(['a-0 n1>n2'], ['b-0 n2>n1']),
    expected: ['1: n2 cpu by 2'],
  },
])('transient-capacity $title', ({ plan, expected }) => {
  expect(broken('transient-capacity', twoOfTwo, plan)).toEqual(expected);
});

test('transient-capacity gives back at once what is not transient', () => {
  const change = planOf(['a-0 n1>n2', 'b-0 n2>n1']);
  expect(
    broken('transient-capacity', { ...twoOfTwo, resources: { cpu: { transient: false } } }, change),
  ).toEqual([]);
  const other = { ...twoOfTwo, resources: { cpu: { transient: true }, memory: { transient: false } } };
  expect(broken('transient-capacity', other, change)).toEqual(['1: n1 cpu by 2', '1: n2 cpu by 2']);
});

test('transient-capacity counts both copies as pods', () => {
  const snapshot = {
    nodes: nodesOf({ n1: { pods: 1 }, n2: { pods: 1 } }),
    workloads: [workloadOf('a', {}, { n1: 1 }), workloadOf('b', {}, { n2: 1 })],
  };
  expect(broken('transient-capacity', snapshot, planOf(['a-0 n1>n2', 'b-0 n2>n1']))).toEqual([
    '1: n1 pods by 1',
    '1: n2 pods by 1',
  ]);
});

test('transient-capacity adds to what is inherited only what arrivals request', () => {
  const snapshot = {
    nodes: nodesOf({ n1: { cpu: 9, memory: 9 }, n2: { cpu: 1, memory: 5 } }),
    workloads: [
      workloadOf('a', { memory: 1 }, { n1: 1 }),
      workloadOf('c', { cpu: '100m' }, { n1: 1 }),
      workloadOf('b', { cpu: 2 }, { n2: 1 }),
    ],
  };
  expect(broken('transient-capacity', snapshot, planOf(['a-0 n1>n2']))).toEqual([]);
  expect(broken('transient-capacity', snapshot, planOf(['c-0 n1>n2']))).toEqual(['1: n2 cpu by 1100m']);
});
