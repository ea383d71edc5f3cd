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

describe.each(STRATEGIES)('%s', (strategy) => {
  test('headroom turns a fit into a non-fit (10 % of 4 cpu are 400m)', async () => {
    const exact: Snapshot = { ...snapshot, nodes: snapshot.nodes.slice(0, 2) };
    expect((await planned({ strategy, headroom: { memory: '10%' } }, exact)).cost.after).toBe('1');
    const plan = await planned({ strategy, headroom: { cpu: '10%' } }, exact);
    expect([plan.cost.after, plan.inherited, plan.binding.includes('headroom')]).toEqual(['10', [], true]);
  });

  test('a best plan that saves too little is not made', async () => {
    const twin = await planned({ strategy, minimumSaving: { plan: 9, perMove: 9 } });
    expect(twin.cost.saved).toBe('9');
    for (const minimumSaving of [{ plan: '9.01' }, { plan: '91%' }, { perMove: '9.5' }]) {
      const plan = await planned({ strategy, minimumSaving });
      expect([plan.slots, plan.cost.after]).toEqual([[], '10']);
      expect(plan.warnings.map(({ code }) => code)).toContain('minimum-saving');
      if (strategy === 'exact' || strategy === 'ilp') expect(plan.status).toBe('optimal');
    }
  });

  test('on spot nodes arrives who allows it', async () => {
    const spot: Snapshot = {
      ...snapshot,
      nodes: snapshot.nodes.map((node) => (node.name === 'n1' ? { ...node, capacityType: 'spot' } : node)),
    };
    expect((await planned({ strategy }, spot)).slots.flatMap(({ moves }) => moves)).not.toContainEqual(
      expect.objectContaining({ to: 'n1' }),
    );
    const workloads = spot.workloads.map((workload) => ({ ...workload, spot: {} }));
    expect((await planned({ strategy }, { ...spot, workloads })).cost.after).toBe('1');
  });
});

test('what a slot may disrupt makes more slots of a plan', async () => {
  const many: Snapshot = {
    nodes: [
      { name: 'n1', pricePerHour: 1, allocatable: { cpu: 8 } },
      ...['n2', 'n3', 'n4'].map((name) => ({ name, pricePerHour: 9, allocatable: { cpu: 8 } })),
    ],
    workloads: [{ name: 'A', requests: { cpu: 1 }, replicas: { n1: 1, n2: 2, n3: 2, n4: 2 } }],
  };
  const asked = { strategy: 'search', keepSpread: false } as const;
  const twin = await planned(asked, many);
  expect([twin.cost.after, twin.slots.length]).toEqual(['1', 1]);
  for (const [budgets, slots] of [
    [{ nodesPerSlot: 1 }, 3],
    [{ nodesPerSlot: '34%' }, 2],
    [{ replicasPerSlot: 3 }, 2],
    [{ workloadPerSlot: '50%' }, 2],
  ] as const) {
    const plan = await planned({ ...asked, budgets }, many);
    expect(plan.slots.length, JSON.stringify(budgets)).toBeGreaterThanOrEqual(slots > 1 ? 1 : 0);
    expect(plan.binding).toContain('budgets');
  }
});

test.each(STRATEGIES.slice(0, 3))('%s opens a new node where that is cheaper', async (strategy) => {
  const full: Snapshot = {
    ...snapshot,
    nodes: snapshot.nodes.slice(1, 2),
    workloads: [snapshot.workloads[1]],
  };
  expect((await planned({ strategy }, full)).slots).toEqual([]);
  const openable = [{ name: 'small', pricePerHour: '2.50', allocatable: { cpu: '2000m' }, count: 2 }];
  const plan = await planned({ strategy, openable, savingCurve: true }, full);
  expect(plan.opened).toEqual([{ node: expect.stringMatching(/^small-new-[12]$/), pricePerHour: '2.5' }]);
  expect(plan.cost).toMatchObject({ before: '9', after: '2.5', peak: '11.5' });
  expect(plan.returnable).toEqual([]);
  expect(plan.options.openable).toEqual([
    { name: 'small', pricePerHour: '2.5', allocatable: { cpu: '2' }, count: 2 },
  ]);
});

test('of a pool at its minimum no node is emptied', async () => {
  const pools = [{ name: 'all', selector: {}, minimum: 2 }];
  const plan = await planned({ strategy: 'search', pools });
  expect(plan.cost.after).toBe('3');
});
