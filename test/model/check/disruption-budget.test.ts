import { expect, test } from 'vitest';
import type { DisruptionBudget } from '../../../src/model/namespace-rules.ts';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshotOf = (budget: Partial<DisruptionBudget>, replicas = 3): Snapshot => ({
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [
    workloadOf('a', {}, { n1: replicas }),
    { ...workloadOf('db', {}, { n1: 3 }), mode: 'recreate' },
  ],
  disruptionBudgets: [{ name: 'a', workloads: ['a'], ...budget }],
});
const surge = (count: number) => planOf(Array.from({ length: count }, (_, i) => `a-${i} n1>n2`));
const recreate = (count: number) => planOf(Array.from({ length: count }, (_, i) => `db-${i} n1>n2 recreate`));

test.each([
  // A new copy is Ready before the old one goes: any number of them may.
  { budget: { minAvailable: 3 }, moves: surge(3), excess: 0 },
  { budget: { minAvailable: 4 }, moves: surge(1), excess: 1 },
  { budget: { minAvailable: 3, healthy: 2 }, moves: surge(1), excess: 1 },
  // Of what is unavailable, surge gives no more: 3 + 1 wanted, 4 − 1 must stay.
  { budget: { maxUnavailable: 1 }, moves: surge(1), excess: 0 },
  { budget: { maxUnavailable: 1 }, moves: surge(2), excess: 1 },
  { budget: { maxUnavailable: 0 }, moves: surge(1), excess: 1 },
  { budget: { maxUnavailable: 2, healthy: 2 }, moves: surge(2), excess: 1 },
  { budget: { maxUnavailable: 1, expected: 4 }, moves: surge(1), excess: 1 },
  // ⌈0.67 · (3 + 1)⌉ = 3 of 3, ⌈0.67 · (3 + 2)⌉ = 4.
  { budget: { minAvailable: '67%' }, moves: surge(1), excess: 0 },
  { budget: { minAvailable: '67%' }, moves: surge(2), excess: 1 },
  { budget: { minAvailable: '100%' }, moves: surge(1), excess: 1 },
  // (3 + 1) − ⌈0.25 · 4⌉ = 3; (3 + 2) − ⌈0.25 · 5⌉ = 3; (3 + 3) − ⌈0.25 · 6⌉ = 4.
  { budget: { maxUnavailable: '25%' }, moves: surge(2), excess: 0 },
  { budget: { maxUnavailable: '25%' }, moves: surge(3), excess: 1 },
  // Recreated replicas are down.
  { budget: { workloads: ['db'], minAvailable: 2 }, moves: recreate(1), excess: 0 },
  { budget: { workloads: ['db'], minAvailable: 2 }, moves: recreate(3), excess: 2 },
  { budget: { workloads: ['db'], maxUnavailable: '50%' }, moves: recreate(2), excess: 0 },
  { budget: { workloads: ['db'], minAvailable: '100%' }, moves: recreate(1), excess: 1 },
  { budget: { workloads: ['db'], minAvailable: 1 }, moves: surge(3), excess: 0 },
])('disruption-budget $budget', ({ budget, moves, excess }) => {
  expect(broken('disruption-budget', snapshotOf(budget), moves, { allowRecreate: true })).toEqual(
    excess === 0 ? [] : [`1: default/a by ${excess}`],
  );
});

test('disruption-budget of a single replica: surge keeps it, recreate does not', () => {
  const single = (workloads: string[]) => ({
    ...snapshotOf({ workloads, minAvailable: 1 }, 1),
    workloads: [
      workloadOf('a', {}, { n1: 1 }),
      { ...workloadOf('db', {}, { n1: 1 }), mode: 'recreate' as const },
    ],
  });
  expect(broken('disruption-budget', single(['a']), surge(1))).toEqual([]);
  expect(broken('disruption-budget', single(['db']), recreate(1), { allowRecreate: true })).toEqual([
    '1: default/a by 1',
  ]);
});

test('disruption-budget lets nothing go that two of them cover', () => {
  const { disruptionBudgets = [], ...rest } = snapshotOf({ minAvailable: 0 });
  const second = { name: 'b', workloads: ['a', 'db'], minAvailable: 0 };
  const both = { ...rest, disruptionBudgets: [...disruptionBudgets, second] };
  expect(broken('disruption-budget', both, surge(1))).toEqual(['1: default/a by 1']);
  expect(broken('disruption-budget', both, recreate(1), { allowRecreate: true })).toEqual([]);
});
