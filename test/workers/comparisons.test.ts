import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import plan from '../../examples/hand/plan.json';
import snapshot from '../../examples/hand/snapshot.json';

function post(body: unknown): Promise<Response> {
  return exports.default.fetch('http://restow.test/v1/comparisons', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('staying and the plan of the example are compared, in the same bytes every time', async () => {
  const body = { kind: 'plans', snapshot, first: { slots: [] }, second: plan };
  const response = await post(body);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    difference: { pricePerHour: '-10', counts: { moves: 2, slots: 2 } },
    nodes: [{ node: 'n1', first: 'kept', second: 'emptied' }],
  });
  expect(await (await post(body)).text()).toBe(text);
});

test('two snapshots are compared', async () => {
  const [first] = snapshot.nodes;
  const second = { ...snapshot, nodes: [{ ...first, pricePerHour: 7 }, ...snapshot.nodes.slice(1)] };
  const response = await post({ kind: 'snapshots', first: snapshot, second });
  expect(await response.json()).toMatchObject({
    same: false,
    difference: { pricePerHour: '-3' },
    nodes: { changed: [{ name: first.name, fields: [{ pointer: '/pricePerHour' }] }] },
  });
});

test('a kind that does not exist is refused', async () => {
  expect((await post({ kind: 'prices' })).status).toBe(422);
});
