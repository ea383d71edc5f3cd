import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: { cpu: 9 }, n2: { cpu: 9 }, n3: { cpu: 9 } }),
  workloads: [workloadOf('a', { cpu: 1 }, { n1: 2, n2: 1 })],
};

test.each([
  {
    title: 'holds for a replica that goes from where it is',
    plan: planOf(['a-0 n1>n2', 'a-2 n2>n1']),
    expected: [],
  },
  {
    title: 'is broken by an unknown replica',
    plan: planOf(['a-3 n1>n2']),
    expected: ['1: default/a a-3 by 1'],
  },
  {
    title: 'is broken by an unknown workload',
    plan: planOf(['b-0 n1>n2']),
    expected: ['1: default/b b-0 by 1'],
  },
  { title: 'is broken by a wrong origin', plan: planOf(['a-0 n2>n3']), expected: ['1: default/a a-0 by 1'] },
  {
    title: 'is broken by an unknown target',
    plan: planOf(['a-0 n1>n4']),
    expected: ['1: default/a a-0 by 1'],
  },
  {
    title: 'is broken by an unknown origin',
    plan: planOf(['a-0 n4>n2']),
    expected: ['1: default/a a-0 by 1'],
  },
  { title: 'is broken by staying', plan: planOf(['a-0 n1>n1']), expected: ['1: default/a a-0 by 1'] },
  {
    title: 'takes a replica in a later slot from where earlier ones have put it',
    plan: planOf(['a-0 n1>n2'], ['a-0 n2>n3']),
    expected: [],
  },
  {
    title: 'takes all moves of a slot from where replicas are before it',
    plan: planOf(['a-0 n1>n2', 'a-0 n2>n3']),
    expected: ['1: default/a a-0 by 1'],
  },
  {
    title: 'goes on from where a replica with a wrong origin really was',
    plan: planOf(['a-0 n3>n2'], ['a-0 n2>n3'], ['a-0 n2>n1']),
    expected: ['1: default/a a-0 by 1', '3: default/a a-0 by 1'],
  },
  {
    title: 'is reported once per replica and slot',
    plan: planOf(['a-0 n2>n3', 'a-0 n3>n2']),
    expected: ['1: default/a a-0 by 1'],
  },
])('moved $title', ({ plan, expected }) => {
  expect(broken('moved', snapshot, plan)).toEqual(expected);
});

test('moved knows replicas by the names they have, or else by node and number', () => {
  const replicas = [
    { node: 'n2', name: 'web-x' },
    { node: 'n1', name: 'web-y' },
  ];
  const named = {
    nodes: snapshot.nodes,
    workloads: [{ namespace: 'shop', name: 'web', requests: {}, replicas }],
  };
  const move = { workload: 'shop/web', replica: 'web-y', from: 'n1', to: 'n3', mode: 'surge' as const };
  expect(broken('moved', named, { slots: [{ moves: [move] }] })).toEqual([]);
  const numbered = { ...move, replica: 'web-0' };
  expect(broken('moved', named, { slots: [{ moves: [numbered] }] })).toEqual(['1: shop/web web-0 by 1']);
});
