import { expect, test } from 'vitest';
import { snapshotDigest } from '../../src/model/canonical.ts';
import { answerCheck } from '../../src/model/check/answer.ts';
import { PlanClaim } from '../../src/model/plan.ts';
import { readCheck } from '../../src/model/read-question.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';

const SNAPSHOT: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 2, allocatable: { cpu: 1 } },
    { name: 'n2', pricePerHour: 1, allocatable: { cpu: 1 } },
  ],
  workloads: [{ name: 'w', requests: { cpu: 1 }, replicas: { n1: 1 } }],
};
const there = { workload: 'default/w', replica: 'w-0', from: 'n1', to: 'n2', mode: 'surge' };

test('of many violations the first 1,000 are shown, and all are counted', () => {
  const slots = Array.from({ length: 1_500 }, () => ({ moves: [] }));
  const answer = answerCheck(SNAPSHOT, {}, PlanClaim.parse({ slots }), '');
  expect(answer.valid).toBe(false);
  expect(answer.violations).toHaveLength(1_000);
  expect(answer.total).toBeGreaterThanOrEqual(1_500);
});

test('a plan of more slots than anybody would run is refused unread', () => {
  const slots = Array.from({ length: 2_001 }, () => ({ moves: [] }));
  const result = readCheck({ snapshot: SNAPSHOT, plan: { slots } });
  expect(result).toMatchObject({ errors: [{ pointer: '/plan/slots', code: 'too-many' }] });
});

test('a plan that was made for another snapshot says so by its digest', async () => {
  const own = await snapshotDigest(SNAPSHOT);
  const other = await snapshotDigest({ ...SNAPSHOT, currency: 'EUR' });
  const plan = (digest: string) => PlanClaim.parse({ slots: [{ moves: [there] }], snapshotDigest: digest });
  expect(answerCheck(SNAPSHOT, {}, plan(own), own)).toMatchObject({ valid: true, total: 0 });
  expect(answerCheck(SNAPSHOT, {}, plan(other), own).violations).toMatchObject([
    { rule: 'claims', slot: 0, subject: '/snapshotDigest' },
  ]);
});
