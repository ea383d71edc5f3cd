import { expect, test, vi } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { solve } from '../../src/solver/solve.ts';
import { noEngine } from './planned.ts';

/** Moves the second group onto the first node, room or not, and says that nothing is better. */
const careless = vi.hoisted(() => ({
  name: 'careless',
  summary: 'For this test.',
  start: () => new Uint8Array(0),
  step: async (problem: Problem) => ({
    state: new Uint8Array(0),
    best: Int32Array.of(1, 0, 1, problem.groupCount[1]),
    bounds: [1e6],
    done: true,
    proved: true,
    binding: [],
    work: 5,
  }),
}));
vi.mock(import('../../src/solver/strategies.ts'), () => ({
  STRATEGIES: [careless],
  strategyFor: () => careless,
}));

const snapshot: Snapshot = {
  nodes: [
    { name: 'a', pricePerHour: 1, allocatable: { cpu: 2 } },
    { name: 'b', pricePerHour: 1, allocatable: { cpu: 2 } },
  ],
  workloads: [
    { name: 'u', requests: { cpu: 2 }, replicas: { a: 1 } },
    { name: 'v', requests: { cpu: 1 }, replicas: { b: 1 } },
  ],
};

test('a plan that breaks a rule is not given out: the answer is to stay, with a warning and the breach', async () => {
  const { plan, rejected } = await solve(snapshot, {}, noEngine, 'v');
  expect(rejected.map(({ rule, slot, subject, excess }) => [rule, slot, subject, excess])).toEqual([
    ['node-capacity', 1, 'a cpu', '1'],
    ['transient-capacity', 1, 'a cpu', '1'],
  ]);
  // Nor is its proof believed.
  expect(plan).toMatchObject({ slots: [], status: 'feasible', strategy: 'careless', work: 5 });
  expect(plan.warnings.map(({ code, subject }) => [code, subject])).toEqual([
    ['rejected-by-check', 'node-capacity a cpu'],
  ]);
});
