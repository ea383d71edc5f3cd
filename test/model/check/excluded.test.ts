import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {}, n3: {} }),
  workloads: [workloadOf('a', {}, { n1: 2, n2: 1 }), workloadOf('b', {}, { n1: 1 })],
};

test.each([
  { title: 'nothing', exclude: {}, expected: [] },
  { title: 'another workload', exclude: { workloads: ['b'] }, expected: [] },
  {
    title: 'the workload',
    exclude: { workloads: ['default/a'] },
    expected: ['1: default/a by 1', '2: default/a by 1'],
  },
  { title: 'a target', exclude: { nodes: ['n3'] }, expected: ['1: n3 by 1', '2: n3 by 1'] },
  { title: 'a source', exclude: { nodes: ['n2'] }, expected: ['2: n2 by 1'] },
  {
    title: 'both',
    exclude: { nodes: ['n1'], workloads: ['a'] },
    expected: ['1: default/a by 1', '1: n1 by 1', '2: default/a by 1'],
  },
])('excluded is $title', ({ exclude, expected }) => {
  const plan = planOf(['a-0 n1>n3', 'a-1 n1>n3'], ['a-2 n2>n3']);
  expect(broken('excluded', snapshot, plan, { exclude })).toEqual(expected);
});

test('what is excluded counts for no default, and is echoed by full name, sorted, once', () => {
  const exclude = { nodes: ['n2', 'n1', 'n2'], workloads: ['b', 'default/b'] };
  expect(resolveOptions(snapshot, { exclude })).toMatchObject({
    maxMoves: 0,
    exclude: { nodes: ['n1', 'n2'], workloads: ['default/b'] },
  });
  expect(resolveOptions(snapshot, { exclude: { nodes: ['n2'] } }).maxMoves).toBe(3);
  expect(resolveOptions(snapshot, { exclude: { workloads: ['a'] } }).maxMoves).toBe(1);
});
