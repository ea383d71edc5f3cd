import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/model/apply-plan.ts';
import { withoutPlaceholders } from '../../src/model/options/placeholders.ts';
import type { Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { planOf as stated, violations } from '../model/check/shorthand.ts';
import { planOf } from './planned.ts';

const engine = createEngine(loadHighsNode);
const ignore = { ignorePriorityBelow: 0 };

/** n1(4,$10){a1} n2(5,$1){b1, hold 4 of priority −10}: a fits n2 only where hold counts for nothing. */
const held: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
    { name: 'n2', pricePerHour: 1, allocatable: { cpu: 5 } },
  ],
  workloads: [
    { name: 'a', requests: { cpu: 1 }, replicas: { n1: 1 } },
    { name: 'b', requests: { cpu: 1 }, replicas: { n2: 1 } },
    { name: 'hold', requests: { cpu: 4 }, replicas: { n2: 1 }, priority: -10 },
  ],
};

// github.com/aws/karpenter-provider-aws/issues/4452
describe.each(['exact', 'ilp', 'search', 'heuristic'] as const)('%s', (strategy) => {
  test.each<[string, Options, number]>([
    ['ignores what has a lower priority', { ignorePriorityBelow: -9 }, 1],
    ['but not what has that priority', { ignorePriorityBelow: -10 }, 0],
    ['nor anything where nothing is said', {}, 0],
  ])('%s', async (_, options, moves) => {
    const plan = await planOf(held, { strategy, ...options }, engine);
    expect(plan.objective.moves).toBe(moves);
    expect(plan.warnings.some(({ code }) => code === 'placeholder')).toBe(moves > 0);
    const done = applyPlan(held, plan);
    for (let again = 0; again < 2; again++) {
      const next = await planOf(done, { strategy, ...options }, engine);
      expect(next.slots).toEqual([]);
    }
  });
});

test('a node of placeholders alone is empty, and costs nothing that is counted', async () => {
  const alone: Snapshot = { ...held, workloads: [held.workloads[2]] };
  const plan = await planOf(alone, ignore, engine);
  expect(plan.cost.before).toBe('0');
  expect((await planOf(alone, {}, engine)).cost.before).toBe('1');
});

test('the checker sees them without replicas, too', () => {
  const rules = (snapshot: Snapshot, move: string, options: Options) =>
    violations(snapshot, stated([move]), options).map(({ rule }) => rule);
  expect(rules(held, 'a-0 n1>n2', ignore)).toEqual([]);
  expect(rules(held, 'a-0 n1>n2', {})).toContain('node-capacity');
  const alone = { ...held, workloads: [held.workloads[2]] };
  expect(rules(alone, 'hold-0 n2>n1', ignore)).toContain('moved');
  expect(rules(alone, 'hold-0 n2>n1', {})).toEqual([]);
});

test('quotas count them as before', () => {
  const quotas = [{ name: 'q', hard: { 'requests.cpu': 6, pods: 3, memory: 9 }, used: { memory: 1 } }];
  expect(withoutPlaceholders({ ...held, quotas }, 0).quotas?.[0].used).toEqual({
    'requests.cpu': '6',
    pods: '3',
    memory: 1,
  });
  expect(withoutPlaceholders({ ...held, quotas }, -10).quotas).toBe(quotas);
});
