import { expect, test } from 'vitest';
import { applyPlan, invertPlan } from '../../src/model/apply-plan.ts';
import { countsOf } from '../../src/model/placement.ts';
import type { Move } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';

const snapshot: Snapshot = {
  nodes: ['n1', 'n2', 'n3'].map((name) => ({ name, allocatable: { cpu: 4 } })),
  workloads: [
    { name: 'web', requests: { cpu: 1 }, replicas: { n1: 2, n2: 1 } },
    { namespace: 'shop', name: 'web', requests: { cpu: 1 }, replicas: { n1: 1 } },
  ],
};
const move = (workload: string, replica: string, from: string, to: string): Move => ({
  workload,
  replica,
  from,
  to,
  mode: 'surge',
});
const plan = {
  slots: [
    { moves: [move('default/web', 'web-1', 'n1', 'n2')] },
    { moves: [move('default/web', 'web-2', 'n2', 'n3'), move('default/web', 'web-0', 'n1', 'n3')] },
  ],
};

test('a plan that is applied leaves each replica by its name where its last move ends, and the rest as it was', () => {
  const before = structuredClone(snapshot);
  const after = applyPlan(snapshot, plan);
  expect(snapshot).toEqual(before);
  expect(after.workloads[0].replicas).toEqual([
    { name: 'web-0', node: 'n3' },
    { name: 'web-1', node: 'n2' },
    { name: 'web-2', node: 'n3' },
  ]);
  expect(after.workloads[1]).toBe(snapshot.workloads[1]);
  expect(after.nodes).toBe(snapshot.nodes);
});

test('the inverted plan leads back, slot by slot', () => {
  const back = invertPlan(plan);
  expect(
    back.slots.map(({ moves }) => moves.map(({ replica, from, to }) => `${replica} ${from}>${to}`)),
  ).toEqual([['web-2 n3>n2', 'web-0 n3>n1'], ['web-1 n2>n1']]);
  const again = applyPlan(applyPlan(snapshot, plan), back);
  expect(again.workloads.map(countsOf)).toEqual(snapshot.workloads.map(countsOf));
  expect(invertPlan(back)).toEqual(plan);
});

test.each([
  ['default/web web-0 is not on n2', move('default/web', 'web-0', 'n2', 'n3')],
  ['default/web web-9 is not on n1', move('default/web', 'web-9', 'n1', 'n3')],
  ['there is no workload shop/cart', move('shop/cart', 'cart-0', 'n1', 'n3')],
])('a plan for another snapshot is not applied: %s', (message, wrong) => {
  expect(() => applyPlan(snapshot, { slots: [{ moves: [wrong] }] })).toThrow(new RangeError(message));
});
