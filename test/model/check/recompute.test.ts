import { expect, test } from 'vitest';
import { checkPlan } from '../../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../../src/model/options.ts';
import type { PlanClaim } from '../../../src/model/plan.ts';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { nodesOf, planOf, workloadOf } from './shorthand.ts';

function recomputed(snapshot: Snapshot, plan: PlanClaim, options: Options = {}) {
  return checkPlan(snapshot, resolveOptions(snapshot, options), plan).recomputed;
}

const priced = (prices: Record<string, string | number | undefined>): Snapshot['nodes'] =>
  Object.entries(prices).map(([name, pricePerHour]) => ({ name, pricePerHour, allocatable: {} }));

test('cost is that of the nodes in use, after each slot and while copies coexist', () => {
  const snapshot = {
    nodes: priced({ n1: 10, n2: '0.1', n3: '0.2' }),
    workloads: [workloadOf('a', {}, { n1: 2 })],
  };
  const { cost, slots } = recomputed(snapshot, planOf(['a-0 n1>n2'], ['a-1 n1>n3']));
  expect(cost).toEqual({
    currency: 'USD',
    before: '10',
    after: '0.3',
    saved: '9.7',
    savedPercent: '97',
    peak: '10.3',
  });
  expect(slots.map(({ cost, peakCost, emptied }) => ({ cost, peakCost, emptied }))).toEqual([
    { cost: '10.1', peakCost: '10.1', emptied: [] },
    { cost: '0.3', peakCost: '10.3', emptied: ['n1'] },
  ]);
});

test('a node of unknown price is in no sum', () => {
  const snapshot = {
    nodes: priced({ n1: undefined, n2: 3 }),
    workloads: [workloadOf('a', {}, { n1: 1, n2: 1 })],
  };
  const { cost } = recomputed(snapshot, planOf(['a-1 n2>n1']));
  expect([cost.before, cost.after, cost.peak]).toEqual(['3', '0', '3']);
});

test.each([
  { before: '3', after: '2', saved: '1', savedPercent: '33.33' },
  { before: '3', after: '4', saved: '-1', savedPercent: '-33.34' },
  { before: '0', after: '4', saved: '-4', savedPercent: '0' },
])(
  'what is saved of $before an hour when $after are left is rounded down',
  ({ before, after, saved, savedPercent }) => {
    const snapshot = {
      nodes: priced({ n1: before, n2: after }),
      workloads: [workloadOf('a', {}, { n1: 1 })],
    };
    const { cost } = recomputed({ ...snapshot, currency: 'EUR' }, planOf(['a-0 n1>n2']));
    expect(cost).toMatchObject({ currency: 'EUR', saved, savedPercent });
  },
);

test('a node that is used again later is not emptied before', () => {
  const snapshot = {
    nodes: priced({ n1: 1, n2: 1, n3: 1 }),
    workloads: [workloadOf('a', {}, { n1: 1, n2: 1 })],
  };
  const { slots } = recomputed(snapshot, planOf(['a-0 n1>n3'], ['a-1 n2>n1'], ['a-1 n1>n3']));
  expect(slots.map(({ emptied }) => emptied)).toEqual([[], ['n2'], ['n1']]);
});

test('the fullest node is that of the highest share, the first by name among equals', () => {
  const nodes = nodesOf({
    n4: { cpu: 4, gpu: 0 },
    n3: { cpu: 2, gpu: 1 },
    n2: { cpu: 4 },
    n1: { cpu: 8, pods: 4 },
  });
  const workloads = [
    workloadOf('a', { cpu: 1 }, { n1: 2, n3: 1 }),
    workloadOf('b', { cpu: 2, gpu: 1 }, { n2: 1 }),
  ];
  const { slots } = recomputed({ nodes, workloads }, planOf(['a-0 n1>n4'], ['a-1 n1>n3']));
  // n2 has no gpu at all: its use is above any share. Both copies of a-0 are on n1 and n4; n3 fills up in slot 2.
  expect(slots.map(({ peakUse }) => peakUse)).toEqual([
    [
      { resource: 'cpu', node: 'n2', used: '2', allocatable: '4' },
      { resource: 'gpu', node: 'n2', used: '1', allocatable: '0' },
      { resource: 'pods', node: 'n1', used: '2', allocatable: '4' },
    ],
    [
      { resource: 'cpu', node: 'n3', used: '2', allocatable: '2' },
      { resource: 'gpu', node: 'n2', used: '1', allocatable: '0' },
      { resource: 'pods', node: 'n1', used: '1', allocatable: '4' },
    ],
  ]);
});

test('the terms of the weighted objective are price and α times moves and slots', () => {
  const snapshot = { nodes: priced({ n1: 10, n2: 1 }), workloads: [workloadOf('a', {}, { n1: 2 })] };
  const plan = planOf(['a-0 n1>n2'], ['a-1 n1>n2']);
  expect(recomputed(snapshot, plan, { objective: { kind: 'weighted', alpha: '0.25' } }).objective).toEqual({
    moves: 2,
    slots: 2,
    price: '1',
    disruption: '1',
    levels: [{ name: 'weighted', value: '2' }],
  });
  expect(recomputed(snapshot, plan, { objective: { kind: 'lexicographic' } }).objective).toEqual({
    moves: 2,
    slots: 2,
    price: '1',
    levels: [
      { name: 'price', value: '1' },
      { name: 'moves', value: '2' },
      { name: 'slots', value: '2' },
    ],
  });
});

test('placement names all workloads, and the nodes that have replicas', () => {
  const workloads = [
    workloadOf('b', {}, { n1: 1 }),
    { ...workloadOf('a', {}, { n1: 2, n2: 1 }), namespace: 'shop' },
    workloadOf('none', {}, { n1: 0 }),
  ];
  const plan = planOf(['b-0 n1>n2']);
  expect(recomputed({ nodes: priced({ n1: 1, n2: 1 }), workloads }, plan).placement).toEqual([
    { workload: 'default/b', nodes: { n2: 1 } },
    { workload: 'default/none', nodes: {} },
    { workload: 'shop/a', nodes: { n1: 2, n2: 1 } },
  ]);
});

test('nodes that are empty at the start and billed can be returned', () => {
  const nodes = priced({ n1: 1, n4: undefined, n3: '2.50', n2: 2 });
  nodes[3].billedWhenEmpty = false;
  const snapshot = { nodes, workloads: [workloadOf('a', {}, { n1: 1 })] };
  const expected = [{ node: 'n3', pricePerHour: '2.5' }, { node: 'n4' }];
  expect(recomputed(snapshot, planOf()).returnable).toEqual(expected);
  // They are what is empty before the plan, not after it.
  expect(recomputed(snapshot, planOf(['a-0 n1>n3'])).returnable).toEqual(expected);
});

test('what is inherited are overcommitted nodes and calls beyond their plain limit', () => {
  const nodes = nodesOf({ n2: { cpu: '500m' }, n1: { pods: 1, memory: 2 }, n3: { cpu: 9, memory: 9 } });
  const workloads = [
    workloadOf('a', { cpu: 1 }, { n2: 1 }),
    workloadOf('b', { memory: 1 }, { n1: 2, n3: 1 }),
  ];
  const latency = { pairs: [{ from: 'n2', to: 'n3', microseconds: 9 }] };
  const calls = [
    { from: 'a', to: 'b', maxLatencyMicroseconds: 5, reach: 'nearest' as const },
    { from: 'b', to: 'a', maxLatencyMicroseconds: 5 },
  ];
  const { inherited, calls: kept } = recomputed({ nodes, workloads, latency, calls }, planOf(['a-0 n2>n3']));
  expect(inherited.map(({ rule, slot, subject, excess }) => `${rule} ${slot} ${subject} ${excess}`)).toEqual([
    'node-capacity 0 n1 pods 1',
    'node-capacity 0 n2 cpu 500m',
    'latency 0 default/a -> default/b 4',
    'latency 0 default/b -> default/a unknown',
  ]);
  // a is now beside one b, which is enough for the call that needs the nearest.
  expect(kept).toEqual({ limited: 2, keptBefore: 0, keptAfter: 1 });
});
