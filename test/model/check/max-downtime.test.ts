import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [
    { ...workloadOf('db', {}, { n1: 3 }), mode: 'recreate' as const },
    workloadOf('web', {}, { n1: 1 }),
  ],
};
const plan = planOf(['db-0 n1>n2 recreate', 'web-0 n1>n2'], ['db-1 n1>n2 recreate']);

test.each([
  { title: 'holds for as many as allowed', maxDowntime: 2, expected: [] },
  { title: 'is broken by one more', maxDowntime: 1, expected: ['0: maxDowntime by 1'] },
  { title: 'allows all there are when not given', maxDowntime: undefined, expected: [] },
])('max-downtime $title', ({ maxDowntime, expected }) => {
  expect(broken('max-downtime', snapshot, plan, { allowRecreate: true, maxDowntime })).toEqual(expected);
});

test('max-downtime is clipped to the replicas that could be down', () => {
  expect(resolveOptions(snapshot, { allowRecreate: true, maxDowntime: 9 }).maxDowntime).toBe(3);
  expect(resolveOptions(snapshot, {})).toMatchObject({ maxDowntime: 0, maxMoves: 1, allowRecreate: false });
});
