import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import plan from '../../examples/hand/plan.json';
import reasons from '../../examples/hand/reasons.json';
import snapshot from '../../examples/hand/snapshot.json';
import type { Problem } from '../../src/api/problem.ts';

function post(body: unknown): Promise<Response> {
  return exports.default.fetch('http://restow.test/v1/explanations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('the example is explained as it is committed, in the same bytes every time', async () => {
  const response = await post({ snapshot });
  expect(response.status).toBe(200);
  const text = await response.text();
  const { solverVersion: _, questionDigest: __, ...rest } = plan;
  expect(JSON.parse(text)).toMatchObject({ plan: rest, ...reasons });
  expect(await (await post({ snapshot })).text()).toBe(text);
});

test('nodes that are to be emptied have reasons of their own, within the work that is allowed', async () => {
  const response = await post({ snapshot, reasons: { empty: ['n3'] } });
  expect(await response.json()).toMatchObject({
    demand: {
      nodes: ['n3'],
      possible: 'no',
      proved: true,
      reasons: [{ rule: 'movable', replicas: ['D-0'] }],
    },
  });
  const hasty = await post({ snapshot, reasons: { workLimit: 0, empty: ['n2'] } });
  expect(await hasty.json()).toMatchObject({ demand: { possible: 'unknown', proved: false }, work: 0 });
});

test('a request that is wrong is refused with the places', async () => {
  const response = await post({ snapshot, reasons: { empty: ['n9'] } });
  expect(response.status).toBe(422);
  const { errors = [] } = await response.json<Problem>();
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([['/reasons/empty/0', 'unknown-node']]);
});
