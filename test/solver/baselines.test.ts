import { expect, test } from 'vitest';
import { resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { Scheduler } from '../../src/solver/baselines/scheduler.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';

const engine = createEngine(loadHighsNode);
const node = (name: string, pricePerHour: number, location: string, cpu = 10) => ({
  name,
  pricePerHour,
  location,
  allocatable: { cpu },
});

/** Two locations, the cheap one full of something else; w calls v. */
const SNAPSHOT: Snapshot = {
  nodes: [node('a1', 1, 'a'), node('a2', 1, 'a'), node('b1', 4, 'b')],
  workloads: [
    { name: 'fill', requests: { cpu: 8 }, replicas: { a1: 1 }, movable: false },
    { name: 'v', requests: { cpu: 1 }, replicas: { b1: 1 }, movable: false },
    { name: 'w', requests: { cpu: 2 }, replicas: { b1: 2 } },
  ],
  latency: { pairs: [{ from: 'a', to: 'b', microseconds: 500 }] },
  calls: [{ from: 'w', to: 'v', maxLatencyMicroseconds: 100 }],
};

const schedulerOf = (snapshot: Snapshot) => new Scheduler(toProblem(snapshot, resolveOptions(snapshot, {})));

test('scores add up as kube-scheduler adds them: fullest, cheapest, then partners', () => {
  // For one more w (2 cpu): a1 100 + 2·100 + 0, a2 20 + 2·100 + 0, b1 70 + 2·1 + 2·100.
  const { calls: _, ...alone } = SNAPSHOT;
  expect(schedulerOf(alone).nodeFor(2)).toBe(0);
  const scheduler = schedulerOf(SNAPSHOT);
  expect(scheduler.nodeFor(2)).toBe(0);
  // With a1 full: a2 20 + 200 + 0 against b1 70 + 2 + 200.
  scheduler.add(2, 0, 1);
  expect(scheduler.nodeFor(2)).toBe(2);
});

test('a pod that fits nowhere has no node, and one that fits exactly has', () => {
  const scheduler = schedulerOf(SNAPSHOT);
  scheduler.add(2, 1, 5);
  scheduler.add(2, 2, 2);
  expect(scheduler.use[2]).toBe(9);
  expect(scheduler.nodeFor(2)).toBe(0);
  scheduler.add(2, 0, 1);
  expect(scheduler.nodeFor(2)).toBe(-1);
});

test('RC deletes first and so breaks rules: they are listed, the status says so, nothing is rejected', async () => {
  const { plan, rejected } = await solve(SNAPSHOT, { strategy: 'recreate' }, engine, 'test');
  expect(rejected).toEqual([]);
  expect(plan).toMatchObject({ status: 'infeasible', stoppedBy: 'strategy-end', strategy: 'recreate' });
  expect(plan.slots).toMatchObject([{ moves: [{ replica: 'w-0', to: 'a1', mode: 'recreate' }] }]);
  const rules = plan.violations?.map(({ rule, subject }) => `${rule} ${subject}`);
  expect(rules).toEqual(['latency default/w -> default/v', 'surge default/w w-0']);
});

test('RU rolls the dearest location over while old copies are there, and what does not fit waits a slot', async () => {
  const crowded: Snapshot = {
    nodes: [node('a1', 1, 'a', 3), node('b1', 4, 'b', 5), node('b2', 4, 'b', 4)],
    workloads: [
      { name: 'big', requests: { cpu: 3 }, replicas: { b1: 1 } },
      { name: 'mid', requests: { cpu: 3 }, replicas: { b2: 1 } },
      { name: 'small', requests: { cpu: 2 }, replicas: { b1: 1 } },
    ],
  };
  const { plan } = await solve(crowded, { strategy: 'rolling-update' }, engine, 'test');
  const moves = plan.slots.map((slot) => slot.moves.map(({ replica, to }) => `${replica} to ${to}`));
  expect(moves).toEqual([['big-0 to a1'], ['mid-0 to b1'], ['small-0 to b2']]);
  expect(plan.status).toBe('feasible');
});

test('baselines never break capacity while they have room, and say of every plan what it breaks', async () => {
  const found = { recreate: 0, 'rolling-update': 0 };
  for (const strategy of ['recreate', 'rolling-update'] as const) {
    for (let seed = 0; seed < 100; seed++) {
      const { plan, rejected } = await solve(
        largerSnapshot(seed),
        { strategy, latencyIn: 'end' },
        engine,
        'test',
      );
      expect(rejected).toEqual([]);
      expect(plan.status === 'infeasible').toBe(plan.violations !== undefined);
      const rules = new Set(plan.violations?.map(({ rule }) => rule));
      expect(rules.has('claims')).toBe(false);
      if (strategy === 'rolling-update') expect(rules.has('transient-capacity')).toBe(false);
      if (rules.has('latency')) found[strategy]++;
    }
  }
  // The paper's point: both break latency limits, RC more of them.
  expect(found.recreate).toBeGreaterThan(20);
  expect(found['rolling-update']).toBeGreaterThan(5);
}, 120_000);

test('what a baseline takes away gives back what it runs with, not what a new copy requests', () => {
  const nodes = [{ name: 'n1', pricePerHour: 1, allocatable: { cpu: 4 } }];
  const replicas = [{ name: 'a-0', node: 'n1', requests: { cpu: 3 } }];
  const scheduler = schedulerOf({ nodes, workloads: [{ name: 'a', requests: { cpu: 1 }, replicas }] });
  const before = scheduler.use[0];
  scheduler.leave(0, 1);
  scheduler.add(0, 0);
  expect(scheduler.use[0] * 3).toBe(before);
  expect(before).toBeGreaterThan(0);
});
