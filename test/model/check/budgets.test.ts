import { describe, expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {}, n3: {}, n4: {} }),
  workloads: [workloadOf('a', {}, { n1: 2, n2: 1 }), workloadOf('b', {}, { n1: 1, n3: 1 })],
};
const plan = planOf(['a-0 n1>n4', 'a-1 n1>n4', 'b-0 n1>n4'], ['a-2 n2>n4', 'b-1 n3>n4']);

describe('nodes-per-slot', () => {
  test.each([
    [2, []],
    ['50%', []],
    [1, ['2: nodesPerSlot by 1']],
    ['33%', ['2: nodesPerSlot by 1']],
    [0, ['1: nodesPerSlot by 1', '2: nodesPerSlot by 2']],
  ])('%j: nodes that are left count, not those that are reached', (nodesPerSlot, expected) => {
    expect(broken('nodes-per-slot', snapshot, plan, { budgets: { nodesPerSlot } })).toEqual(expected);
  });
});

describe('replicas-per-slot', () => {
  test.each([
    [3, []],
    ['60%', []],
    [2, ['1: replicasPerSlot by 1']],
    ['40%', ['1: replicasPerSlot by 1']],
    [0, ['1: replicasPerSlot by 3', '2: replicasPerSlot by 2']],
  ])('%j: every slot has its budget anew', (replicasPerSlot, expected) => {
    expect(broken('replicas-per-slot', snapshot, plan, { budgets: { replicasPerSlot } })).toEqual(expected);
  });

  test('a replica that moves twice in a slot counts once, a move that goes nowhere does not', () => {
    const twice = planOf(['a-0 n1>n4', 'a-0 n1>n3', 'a-1 n1>n1']);
    expect(broken('replicas-per-slot', snapshot, twice, { budgets: { replicasPerSlot: 1 } })).toEqual([]);
  });
});

describe('workload-per-slot', () => {
  test.each([
    [2, []],
    ['34%', []],
    ['33%', ['1: default/a by 1']],
    [1, ['1: default/a by 1']],
    [0, ['1: default/a by 2', '1: default/b by 1', '2: default/a by 1', '2: default/b by 1']],
  ])('%j: a percentage is of the replicas of each workload', (workloadPerSlot, expected) => {
    expect(broken('workload-per-slot', snapshot, plan, { budgets: { workloadPerSlot } })).toEqual(expected);
  });
});

test('percentages are rounded up and echoed as numbers: 20 % of 19 nodes are 4', () => {
  const names = Array.from({ length: 19 }, (_, n) => `n${n}`);
  const nodes = nodesOf(Object.fromEntries([...names, 'empty'].map((name) => [name, {}])));
  const counts = Object.fromEntries(names.map((name) => [name, 1]));
  const many = { nodes, workloads: [workloadOf('a', {}, counts)] };
  const budgets = { nodesPerSlot: '20%', replicasPerSlot: '1%', workloadPerSlot: '07%' };
  expect(resolveOptions(many, { budgets }).budgets).toEqual({
    nodesPerSlot: 4,
    replicasPerSlot: 1,
    workloadPerSlot: '7%',
  });
  expect(resolveOptions(many, { budgets: { nodesPerSlot: '100%' } }).budgets).toEqual({ nodesPerSlot: 19 });
  expect(resolveOptions(many, { budgets: {} })).not.toHaveProperty('budgets');
  const sorted = names.toSorted();
  const plan = (count: number) =>
    planOf(Array.from({ length: count }, (_, i) => `a-${i} ${sorted[i]}>empty`));
  expect(broken('nodes-per-slot', many, plan(4), { budgets })).toEqual([]);
  expect(broken('nodes-per-slot', many, plan(5), { budgets })).toEqual(['1: nodesPerSlot by 1']);
});
