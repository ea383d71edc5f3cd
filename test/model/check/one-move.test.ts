import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, violations, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: { cpu: 9 }, n2: { cpu: 9 }, n3: { cpu: 2 } }),
  workloads: [workloadOf('a', { cpu: 1 }, { n1: 2 }), workloadOf('b', { cpu: 1 }, { n1: 1 })],
};

test.each([
  {
    title: 'holds when each replica moves once',
    plan: planOf(['a-0 n1>n2'], ['a-1 n1>n2', 'b-0 n1>n2']),
    expected: [],
  },
  {
    title: 'is broken by a second move, and named for its slot',
    plan: planOf(['a-0 n1>n2'], ['a-1 n1>n2'], ['a-0 n2>n3']),
    expected: ['3: default/a a-0 by 1'],
  },
  {
    title: 'counts all further moves',
    plan: planOf(['a-0 n1>n2'], ['a-0 n2>n3'], ['a-0 n3>n1']),
    expected: ['2: default/a a-0 by 2'],
  },
  {
    title: 'holds in one slot, too',
    plan: planOf(['a-0 n1>n2', 'a-0 n1>n3']),
    expected: ['1: default/a a-0 by 1'],
  },
  {
    title: 'does not count moves that do not happen',
    plan: planOf(['a-0 n1>n2', 'a-0 n1>n4']),
    expected: [],
  },
])('one-move $title', ({ plan, expected }) => {
  expect(broken('one-move', snapshot, plan)).toEqual(expected);
});

test('several moves of a replica in one slot each bring a copy, and the last one counts', () => {
  const moves = ['a-0 n1>n3', 'a-1 n1>n3', 'a-0 n1>n3', 'a-0 n1>n2'];
  const found = violations(snapshot, planOf(moves, ['a-0 n2>n3']));
  // Three copies in slot 1 on n3 with room for two; in slot 2 it is left with a-1 and the arriving a-0.
  expect(found.map(({ rule, slot, subject, excess }) => `${rule} ${slot} ${subject} ${excess}`)).toEqual([
    'max-moves 0 maxMoves 2',
    'transient-capacity 1 n3 cpu 1',
    'one-move 1 default/a a-0 3',
  ]);
});
