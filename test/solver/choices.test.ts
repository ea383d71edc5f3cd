import { describe, expect, test } from 'vitest';
import type { Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';

const engine = createEngine(loadHighsNode);
const STRATEGIES = ['exact', 'ilp', 'search', 'heuristic'] as const;

/** n1(4,$1){A2} n2(4,$9){B2} n3(4,$2){}: B fits n1, the dear node goes. */
const snapshot: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 1, allocatable: { cpu: 4 } },
    { name: 'n2', pricePerHour: 9, allocatable: { cpu: 4 } },
    { name: 'n3', pricePerHour: 2, allocatable: { cpu: 4 } },
  ],
  workloads: [
    { name: 'A', requests: { cpu: 2 }, replicas: { n1: 1 } },
    { name: 'B', requests: { cpu: 2 }, replicas: { n2: 1 } },
  ],
};

async function planned(options: Options, given = snapshot) {
  const { plan, rejected } = await solve(
    given,
    { objective: { kind: 'weighted', alpha: 0 }, ...options },
    engine,
    'test',
  );
  expect(rejected).toEqual([]);
  return plan;
}

describe.each(STRATEGIES)('%s', (strategy) => {
  test('twin: without choices the dear node is emptied', async () => {
    const { cost, slots } = await planned({ strategy });
    expect([cost.after, slots[0].emptied]).toEqual(['1', ['n2']]);
  });

  test('a kept node is paid for, so emptying it saves nothing', async () => {
    const { cost, slots, objective } = await planned({ strategy, keep: { nodes: ['n2'] } });
    expect(cost).toMatchObject({ before: '10', saved: strategy === 'heuristic' ? '1' : '1', after: '9' });
    expect(slots.flatMap(({ emptied }) => emptied)).toEqual(['n1']);
    expect(Number(objective.levels[0].bound)).toBeLessThanOrEqual(9);
  });
});

test.each(['exact', 'ilp', 'search'] as const)('%s drains a node though it costs more', async (strategy) => {
  const full: Snapshot = {
    ...snapshot,
    workloads: [...snapshot.workloads, { name: 'C', requests: { cpu: 2 }, replicas: { n1: 1 } }],
  };
  const twin = await planned({ strategy }, full);
  expect(twin.cost.after).toBe('3');
  const plan = await planned({ strategy, drain: { nodes: ['n1'] } }, full);
  expect(plan.unmet).toEqual([]);
  expect(plan.cost).toMatchObject({ before: '10', after: '11', saved: '-1' });
  expect(plan.slots.flatMap(({ emptied }) => emptied)).toEqual(['n1']);
  expect(plan.objective.levels).toMatchObject([
    { name: 'undrained', value: '0', bound: '0' },
    { name: 'weighted', value: '11' },
  ]);
  expect(plan.status).toBe(strategy === 'search' ? plan.status : 'optimal');
});

test('a node that can not be drained stays, is listed, and that is proved', async () => {
  const pinned: Snapshot = {
    ...snapshot,
    workloads: snapshot.workloads.map((workload) => ({ ...workload, movable: workload.name === 'B' })),
  };
  const plan = await planned({ drain: { nodes: ['n1', 'n2', 'n3'] } }, pinned);
  expect(plan.status).toBe('optimal');
  expect(plan.unmet?.map(({ subject, excess }) => `${subject} ${excess}`)).toEqual(['n1 1', 'n2 1']);
  expect(plan.objective.levels[0]).toEqual({ name: 'undrained', value: '2', bound: '2', gap: '0' });
  expect(plan.binding).toContain('drain');
  const open = await planned({ drain: { nodes: ['n1', 'n2'] } }, pinned);
  expect(open.unmet?.map(({ subject }) => subject)).toEqual(['n1']);
  expect(open.cost.after).toBe('3');
});

test('a node may be emptied for maintenance and kept: it is paid for all the while', async () => {
  const plan = await planned({ drain: { nodes: ['n1'] }, keep: { nodes: ['n1'] } });
  expect(plan.unmet).toEqual([]);
  expect(plan.cost).toMatchObject({ before: '10', after: '3' });
});
