import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const workloads = [workloadOf('a', {}, { n1: 1, n2: 1 })];

test.each([
  { title: 'may be left', plan: planOf(['a-1 n2>n1']), expected: [] },
  { title: 'takes nothing, in any slot', plan: planOf(['a-0 n1>n3'], ['a-1 n2>n1']), expected: [] },
  { title: 'takes nothing', plan: planOf(['a-0 n1>n2']), expected: ['1: n2 by 1'] },
  {
    title: 'does not take back what left it',
    plan: planOf(['a-1 n2>n1'], ['a-1 n1>n2']),
    expected: ['2: n2 by 1'],
  },
])('an unschedulable node $title', ({ plan, expected }) => {
  const nodes = nodesOf({ n1: {}, n2: {}, n3: {} });
  nodes[1].unschedulable = true;
  expect(broken('node-unschedulable', { nodes, workloads }, plan)).toEqual(expected);
  nodes[1].unschedulable = false;
  expect(broken('node-unschedulable', { nodes, workloads }, plan)).toEqual([]);
});

test('a toleration does not open it', () => {
  const nodes = nodesOf({ n1: {}, n2: {} });
  nodes[1].unschedulable = true;
  const tolerant = [{ ...workloads[0], tolerations: [{ operator: 'Exists' as const }] }];
  expect(broken('node-unschedulable', { nodes, workloads: tolerant }, planOf(['a-0 n1>n2']))).toEqual([
    '1: n2 by 1',
  ]);
});
