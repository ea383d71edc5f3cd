import { describe, expect, test } from 'vitest';
import { type BudgetRule, disruptionsAllowedWithSurge } from '../../src/kubernetes/disruption-budget.ts';
import {
  budget,
  controller,
  converted,
  deployment,
  faultsOf,
  list,
  node,
  pod,
  reasonsOf,
} from './objects.ts';

/** Healthy pods and the scale before the surge copy comes, and whether one more makes an eviction possible. */
const table: [BudgetRule, { healthy: number; scale: number }, number][] = [
  [{ minAvailable: { pods: 1 } }, { healthy: 1, scale: 1 }, 1],
  [{ minAvailable: { pods: 3 } }, { healthy: 3, scale: 3 }, 1],
  [{ minAvailable: { pods: 3 } }, { healthy: 2, scale: 3 }, 0],
  [{ minAvailable: { pods: 4 } }, { healthy: 3, scale: 3 }, 0],
  [{ minAvailable: { pods: 0 } }, { healthy: 0, scale: 1 }, 1],
  [{ maxUnavailable: { pods: 0 } }, { healthy: 3, scale: 3 }, 0],
  [{ maxUnavailable: { pods: 1 } }, { healthy: 3, scale: 3 }, 1],
  [{ maxUnavailable: { pods: 1 } }, { healthy: 2, scale: 3 }, 0],
  [{ maxUnavailable: { pods: 2 } }, { healthy: 2, scale: 3 }, 1],
  [{ maxUnavailable: { pods: 9 } }, { healthy: 0, scale: 3 }, 1],
  [{ maxUnavailable: { percent: 0 } }, { healthy: 3, scale: 3 }, 0],
  [{ maxUnavailable: { percent: 25 } }, { healthy: 10, scale: 10 }, 3],
  [{ maxUnavailable: { percent: 1 } }, { healthy: 3, scale: 3 }, 1],
  [{ maxUnavailable: { percent: 100 } }, { healthy: 3, scale: 3 }, 4],
  [{ minAvailable: { percent: 100 } }, { healthy: 3, scale: 3 }, 0],
  [{ minAvailable: { percent: 99 } }, { healthy: 3, scale: 3 }, 0],
  [{ minAvailable: { percent: 75 } }, { healthy: 3, scale: 3 }, 1],
  [{ minAvailable: { percent: 50 } }, { healthy: 1, scale: 1 }, 1],
  [{ minAvailable: { percent: 51 } }, { healthy: 1, scale: 1 }, 0],
  [{ minAvailable: { percent: 50 } }, { healthy: 2, scale: 4 }, 0],
  [{ minAvailable: { percent: 0 } }, { healthy: 1, scale: 1 }, 2],
  [{}, { healthy: 3, scale: 3 }, 0],
];

test.each(table)('%j with %j and a surge copy allows %i', (rule, { healthy, scale }, allowed) => {
  expect(disruptionsAllowedWithSurge(rule, { healthy, scale, pods: scale })).toBe(allowed);
});

test('shares of what has no scale allow nothing, numbers do', () => {
  const count = { healthy: 3, pods: 3, scale: undefined };
  expect(disruptionsAllowedWithSurge({ minAvailable: { percent: 1 } }, count)).toBe(0);
  expect(disruptionsAllowedWithSurge({ maxUnavailable: { pods: 3 } }, count)).toBe(0);
  expect(disruptionsAllowedWithSurge({ minAvailable: { pods: 1 } }, count)).toBe(3);
});

describe('a disruption budget', () => {
  const app = { matchLabels: { app: 'web' } };
  const three = deployment('web', ['n1', 'n1', 'n2']);
  const keeps = (...more: Parameters<typeof list>) =>
    reasonsOf(converted(list(node('n1'), node('n2'), ...more)), 'shop/web');

  test.each([
    ['minAvailable of all, with surge', { minAvailable: 3, selector: app }, []],
    ['maxUnavailable 0', { maxUnavailable: 0, selector: app }, ['disruption-budget']],
    ['minAvailable 100 %', { minAvailable: '100%', selector: app }, ['disruption-budget']],
    ['maxUnavailable 1', { maxUnavailable: 1, selector: app }, []],
    ['an empty selector matches all', { maxUnavailable: 0, selector: {} }, ['disruption-budget']],
    ['no selector matches none', { maxUnavailable: 0 }, []],
    ['another label', { maxUnavailable: 0, selector: { matchLabels: { app: 'api' } } }, []],
    [
      'an expression',
      { maxUnavailable: 0, selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } },
      ['disruption-budget'],
    ],
    [
      'NotIn matches what has no such label',
      { maxUnavailable: 0, selector: { matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['y'] }] } },
      ['disruption-budget'],
    ],
    ['a field that is not known', { maxUnavailable: 3, selector: app, grace: 'yes' }, ['disruption-budget']],
  ])('with %s', (_, spec, reasons) => {
    expect(keeps(three, budget('b', spec))).toEqual(reasons);
  });

  test('of another namespace does not count', () => {
    expect(keeps(three, budget('b', { maxUnavailable: 0, selector: app }, 'other'))).toEqual([]);
  });

  test('beside another one keeps all; alone it does not', () => {
    const one = budget('a', { maxUnavailable: 1, selector: app });
    expect(keeps(three, one, budget('b', { maxUnavailable: 1, selector: {} }))).toEqual([
      'two-disruption-budgets',
    ]);
    expect(keeps(three, one)).toEqual([]);
  });

  test('counts pods that are not Ready', () => {
    const sick = deployment('web', ['n1', 'n1', 'n2']).map((item) =>
      (item['metadata'] as { name: string }).name === 'web-2'
        ? { ...item, status: { phase: 'Running' } }
        : item,
    );
    expect(keeps(sick, budget('b', { minAvailable: 3, selector: app }))).toEqual([
      'disruption-budget',
      'not-ready',
    ]);
    expect(keeps(sick, budget('b', { minAvailable: 2, selector: app }))).toEqual(['not-ready']);
  });

  test('of a share that covers a pod without a scale allows nothing', () => {
    const job = pod('job-1', 'n1', {
      labels: { app: 'web' },
      metadata: controller('batch/v1', 'Job', 'job'),
    });
    const share = budget('b', { minAvailable: '10%', selector: app });
    expect(keeps(three, share)).toEqual([]);
    expect(keeps(three, share, [job])).toEqual(['disruption-budget']);
  });

  test.each([
    [{ minAvailable: '3', selector: app }, 'neither a whole number nor a percentage'],
    [{ minAvailable: -1, selector: app }, 'not a whole number of zero or more'],
    [{ minAvailable: 1.5, selector: app }, 'not a whole number of zero or more'],
    [{ minAvailable: true, selector: app }, 'expected a number, found boolean'],
    [{ selector: { matchExpressions: [{ key: 'app', operator: 'Near' }] } }, 'not one of In, NotIn'],
    [{ selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } }, 'In and NotIn need values'],
    [{ selector: { matchLabels: { 'a/b/c': 'web' } } }, 'not a label'],
    [{ selector: { matchLabels: { app: 'web '.repeat(20) } } }, 'not a label'],
    [
      { selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a b'] }] } },
      'not the key or the value of a label',
    ],
    [{ selector: { matchNames: {} } }, 'a label selector has matchLabels and matchExpressions alone'],
  ])('that says %j is a fault that names it', (spec, fault) => {
    const faults = faultsOf(list(node('n1'), three, budget('b', spec)));
    expect(faults).toEqual([expect.stringContaining(`PodDisruptionBudget shop/b: ${fault}`)]);
  });
});
