import { expect, test } from 'vitest';
import type { Snapshot, Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf } from './shorthand.ts';

const snapshotOf = (workload: Partial<Workload>): Snapshot => ({
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [{ name: 'db', requests: {}, replicas: { n1: 2 }, mode: 'recreate', ...workload }],
});
const moved = planOf(['db-0 n1>n2 recreate']);
const own = (claim: string) => ({
  node: 'n1',
  volumes: [{ claim, accessModes: ['ReadWriteOncePod' as const] }],
});

test.each([
  { title: 'holds without volumes', workload: {}, plan: moved, expected: [] },
  {
    title: 'holds for a recreate move of its only user',
    workload: { volumes: [{}] },
    plan: moved,
    expected: [],
  },
  {
    title: 'is broken by a surge move',
    workload: { mode: 'surge' as const, volumes: [{}] },
    plan: planOf(['db-0 n1>n2']),
    expected: ['1: default/db db-0 by 1'],
  },
  {
    title: 'holds for a surge move with a volume that all share',
    workload: { mode: 'surge' as const, volumes: [{ claim: 'c', accessModes: ['ReadWriteMany' as const] }] },
    plan: planOf(['db-0 n1>n2']),
    expected: [],
  },
  {
    title: 'is broken by one of two users of a claim',
    workload: { volumes: [{ claim: 'c', accessModes: ['ReadWriteOnce' as const] }] },
    plan: moved,
    expected: ['1: default/db db-0 by 1'],
  },
  { title: 'tells claims apart', workload: { replicas: [own('c'), own('d')] }, plan: moved, expected: [] },
  {
    title: 'knows that two replicas share a claim',
    workload: { replicas: [own('c'), own('c')] },
    plan: moved,
    expected: ['1: default/db db-0 by 1'],
  },
])('volume-restrictions $title', ({ workload, plan, expected }) => {
  const options = { allowRecreate: true };
  expect(broken('volume-restrictions', snapshotOf(workload), plan, options)).toEqual(expected);
});
