import { expect, test } from 'vitest';
import type { Quota } from '../../../src/model/namespace-rules.ts';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const quotaOf = (quota: Partial<Quota>, more: Partial<Snapshot> = {}): Snapshot => ({
  nodes: nodesOf({ n1: { cpu: 9 }, n2: { cpu: 9 } }),
  workloads: [
    workloadOf('a', { cpu: 1, pods: 0 }, { n1: 2 }),
    { ...workloadOf('db', { cpu: 2 }, { n1: 1 }), mode: 'recreate' },
    { ...workloadOf('other', { cpu: 5 }, { n1: 1 }), namespace: 'else' },
  ],
  quotas: [{ name: 'team', hard: {}, ...quota }],
  ...more,
});
const together = planOf(['a-0 n1>n2', 'a-1 n1>n2']);
const apart = planOf(['a-0 n1>n2'], ['a-1 n1>n2']);

test.each([
  { title: 'holds when the new copies just fit', hard: { cpu: 6 }, plan: together, expected: [] },
  {
    title: 'is broken by one milli-core more',
    hard: { 'requests.cpu': '5999m' },
    plan: together,
    expected: ['1: default/team requests.cpu by 1m'],
  },
  { title: 'looks at every slot by itself', hard: { cpu: 5 }, plan: apart, expected: [] },
  {
    title: 'counts pods, whatever they request of pods',
    hard: { pods: 3, 'count/pods': 4 },
    plan: apart,
    expected: ['1: default/team pods by 1', '2: default/team pods by 1'],
  },
  {
    title: 'takes nothing for recreate moves',
    hard: { cpu: 4 },
    plan: planOf(['db-0 n1>n2 recreate']),
    expected: [],
  },
  { title: 'is not exceeded by what stays', hard: { cpu: 1 }, plan: planOf(), expected: [] },
])('resource-quota $title', ({ hard, plan, expected }) => {
  expect(broken('resource-quota', quotaOf({ hard }), plan, { allowRecreate: true })).toEqual(expected);
});

test('resource-quota goes by what is said to be used, and lets no new copy into one that is exceeded', () => {
  const full = quotaOf({ hard: { cpu: 6 }, used: { cpu: 7 } });
  expect(broken('resource-quota', full, planOf(['a-0 n1>n2']))).toEqual(['1: default/team cpu by 2']);
});

test('resource-quota keeps room for replicas that request more once they start anew', () => {
  const replicas = [{ node: 'n1', requests: { cpu: '500m' } }, { node: 'n1' }];
  const grown = (cpu: string) =>
    quotaOf({ hard: { cpu } }, { workloads: [{ name: 'a', requests: { cpu: 1 }, replicas }] });
  expect(broken('resource-quota', grown('3'), planOf(['a-0 n1>n2']))).toEqual([]);
  expect(broken('resource-quota', grown('2999m'), planOf(['a-0 n1>n2']))).toEqual([
    '1: default/team cpu by 1m',
  ]);
});
