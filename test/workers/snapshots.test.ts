import { env, exports } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import objects from '../../examples/cluster/objects.json';
import prices from '../../examples/cluster/prices.json';
import type { ClusterSnapshot } from '../../src/kubernetes/to-snapshot.ts';
import type { Plan } from '../../src/model/plan.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function post(path: string, body: unknown): Promise<Response> {
  return exports.default.fetch(`http://restow.test${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('a cluster becomes a snapshot, and the snapshot a plan, in two requests', async () => {
  const response = await post('/v1/snapshots', { objects, prices });
  expect(response.status).toBe(200);
  const { snapshot, immovable } = await response.json<ClusterSnapshot>();
  expect(snapshot.nodes.length).toBeGreaterThanOrEqual(30);
  expect(immovable.length).toBeGreaterThan(0);
  const answer = await post('/v1/plans', { snapshot });
  expect(answer.status).toBe(200);
  const plan = await answer.json<Plan>();
  expect(plan.status).toBe('optimal');
  expect(Number(plan.cost.saved)).toBeGreaterThan(0);
});

const CANARY = 'canary-41c09d';

/** Puts the canary wherever a dump may have a secret. */
function withCanary(): unknown {
  const copy = structuredClone(objects) as {
    items: { kind: string; metadata: object; spec?: { containers?: object[] } }[];
  };
  for (const item of copy.items) {
    const { labels = {} } = item.metadata as { labels?: object };
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': CANARY, note: CANARY };
    item.metadata = {
      ...item.metadata,
      annotations,
      labels: { ...labels, note: CANARY },
      managedFields: [{ manager: CANARY }],
    };
    for (const container of item.spec?.containers ?? [])
      Object.assign(container, { env: [{ name: 'KEY', value: CANARY }], args: [CANARY], command: [CANARY] });
  }
  return copy;
}

test('nothing of a dump is answered, logged or stored that is not needed', async () => {
  const lines: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      lines.push(JSON.stringify(parts));
    });
  const good = await (await post('/v1/snapshots', { objects: withCanary(), prices })).text();
  const bad = await post('/v1/snapshots', { objects: withCanary(), prices: [{ note: 1 }] });
  const broken = await post('/v1/snapshots', {
    objects: JSON.parse(
      JSON.stringify(withCanary()).replaceAll('"containers":[', '"containers":"x","was":['),
    ),
  });
  expect([bad.status, broken.status]).toEqual([422, 422]);
  expect(JSON.parse(good)).toHaveProperty('snapshot');
  for (const text of [good, await bad.text(), await broken.text(), lines.join('\n')])
    expect(text).not.toContain(CANARY);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const { DB } = env as { DB: D1Database };
  const { results } = await DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
    name: string;
  }>();
  for (const { name } of results.filter(({ name }) => !name.startsWith('_cf'))) {
    const rows = await DB.prepare(`SELECT * FROM "${name}"`).all();
    expect(JSON.stringify(rows.results)).not.toContain(CANARY);
  }
});

test('a dump that is too large is refused before it is read', async () => {
  const response = await post('/v1/snapshots', { objects: { items: ['x'.repeat(9 * 1024 * 1024)] } });
  expect(response.status).toBe(413);
});

test.each([
  {},
  { objects: null },
  { objects: { items: [] } },
  { items: [] },
  [],
  { objects, prices: 3 },
  { objects, extra: 1 },
])('a body that is something else is a problem', async (body) => {
  const response = await post('/v1/snapshots', body);
  expect(response.status).toBe(422);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
});
