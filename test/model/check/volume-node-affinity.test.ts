import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import type { Volume } from '../../../src/model/volumes.ts';
import { broken, nodesOf, planOf } from './shorthand.ts';

const inZone = (zone: string): Volume => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }],
    },
  },
});
const snapshot: Snapshot = {
  nodes: nodesOf({ a1: {}, a2: {}, b1: {} }).map((node) => ({ ...node, labels: { zone: node.name[0] } })),
  workloads: [
    {
      name: 'db',
      requests: {},
      mode: 'recreate',
      replicas: [
        { node: 'a1', name: 'db-0', volumes: [inZone('a')] },
        { node: 'a1', name: 'db-1' },
      ],
    },
    { name: 'web', requests: {}, replicas: { a1: 1 }, volumes: [inZone('a'), inZone('b')] },
  ],
};

test.each([
  { title: 'holds on a node that reaches it', plan: planOf(['db-0 a1>a2 recreate']), expected: [] },
  {
    title: 'is broken in another zone',
    plan: planOf(['db-0 a1>b1 recreate']),
    expected: ['1: default/db b1 by 1'],
  },
  { title: 'asks nothing of other replicas', plan: planOf(['db-1 a1>b1 recreate']), expected: [] },
  { title: 'asks it of every volume', plan: planOf(['web-0 a1>a2']), expected: ['1: default/web a2 by 1'] },
])('volume-node-affinity $title', ({ plan, expected }) => {
  expect(broken('volume-node-affinity', snapshot, plan, { allowRecreate: true })).toEqual(expected);
});
