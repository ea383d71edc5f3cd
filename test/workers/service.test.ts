import { exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import check from '../../examples/hand/check.json';
import handPlan from '../../examples/hand/plan.json';
import snapshot from '../../examples/hand/snapshot.json';
import openapi from '../../openapi/openapi.json';
import type { Problem } from '../../src/api/problem.ts';
import { STRATEGY_CHOICES } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';

/** The deployed module as it is: workerd, D1, HiGHS. */
function call(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(`http://restow.test${path}`, { redirect: 'manual', ...init });
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const problem = await response.json<Problem>();
  expect(problem.status).toBe(response.status);
  expect(problem.type).toMatch(/^\/docs\/problems#[a-z-]+$/);
  return problem;
}

describe('a workload', () => {
  test('is the same bytes for the same parameters, and can be planned', async () => {
    const ask = async () =>
      (await post('/v1/workloads', { kind: 'applications', seed: 3, locations: 5 })).text();
    const text = await ask();
    expect(await ask()).toBe(text);
    const { snapshot, parameters } = JSON.parse(text);
    expect(parameters).toMatchObject({
      kind: 'applications',
      seed: 3,
      nodes: 10,
      occupancyPercent: [50, 70],
    });
    const plan = await (
      await post('/v1/plans', { snapshot, options: { strategy: 'heuristic' } })
    ).json<Plan>();
    expect(plan.placement).toHaveLength(32);
  });

  test('that no draw fits is refused with the field to change', async () => {
    const response = await post('/v1/workloads', { kind: 'applications', nodes: 40 });
    expect(response.status).toBe(422);
    const { errors = [] } = await problemOf(response);
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([['', 'no-draw']]);
  });
});

describe('a plan', () => {
  test('of the hand-checkable example is the one in examples/, and proved', async () => {
    const response = await post('/v1/plans', { snapshot });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Restow-Cache')).toBe('miss');
    const text = await response.text();
    const plan: Plan = JSON.parse(text);
    // The committed plan keeps the solver version that first made it.
    const { solverVersion, questionDigest } = plan;
    expect(text).toBe(JSON.stringify({ ...handPlan, solverVersion, questionDigest }));
    expect(plan).toMatchObject({
      status: 'optimal',
      cost: { before: '12', after: '2' },
      objective: { moves: 2, slots: 2 },
    });
  });

  test('is read again, byte for byte, where the answer said it is', async () => {
    const first = await post('/v1/plans', { snapshot });
    const location = first.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/v1\/plans\/pln_[0-9a-f]{32}$/);
    const stored = await call(location);
    expect(stored.status).toBe(200);
    expect(await stored.text()).toBe(await first.text());
  });

  test('is not sent again to whoever has it', async () => {
    const first = await post('/v1/plans', { snapshot });
    const location = first.headers.get('Location') ?? '';
    const tag = (await call(location)).headers.get('ETag') ?? '';
    expect(tag).toBe(`"${(await first.json<Plan>()).questionDigest}"`);
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await call(location, { headers: { 'If-None-Match': value } });
      expect([value, response.status, await response.text()]).toEqual([value, 304, '']);
    }
    expect((await call(location, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('asked for by the same bytes comes out of the cache', async () => {
    const first = await post('/v1/plans', { snapshot });
    const second = await post('/v1/plans', { snapshot });
    expect(second.headers.get('Restow-Cache')).toBe('hit');
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(await second.text()).toBe(await first.text());
  });

  test('asked for in another order and form comes out of the cache, and next time by its bytes', async () => {
    const first = await post('/v1/plans', { snapshot });
    const text = await first.text();
    const other = {
      options: { strategy: 'auto', objective: { kind: 'weighted' } },
      snapshot: {
        workloads: snapshot.workloads
          .map(({ replicas, ...workload }) => ({
            replicas: [{ node: Object.keys(replicas)[0] }],
            ...workload,
          }))
          .reverse(),
        nodes: [...snapshot.nodes].reverse(),
        currency: 'USD',
      },
    };
    for (let i = 0; i < 2; i++) {
      const again = await post('/v1/plans', other);
      expect(again.headers.get('Restow-Cache')).toBe('hit');
      expect(await again.text()).toBe(text);
      expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    }
  });

  test('of another question is another plan', async () => {
    await post('/v1/plans', { snapshot });
    const response = await post('/v1/plans', { snapshot, options: { maxSlots: 1 } });
    expect(response.headers.get('Restow-Cache')).toBe('miss');
    expect((await response.json<Plan>()).cost.after).toBe('11');
  });

  test.each(['heuristic', 'ilp'])('by %s holds in the checker', async (strategy) => {
    const options = { strategy };
    const plan = await (await post('/v1/plans', { snapshot, options })).json();
    const answer = await post('/v1/checks', { snapshot, options, plan });
    expect(await answer.json()).toMatchObject({ valid: true, violations: [] });
  });
});

describe('a check', () => {
  test('of moves alone recomputes every number', async () => {
    const plan = { slots: handPlan.slots.map(({ moves }) => ({ moves })) };
    const response = await post('/v1/checks', { snapshot, plan });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(check);
  });

  test('of a broken plan is a normal answer that names the rules', async () => {
    const plan = { ...handPlan, slots: [...handPlan.slots].reverse() };
    const answer = await (await post('/v1/checks', { snapshot, plan })).json<typeof check>();
    expect(answer.valid).toBe(false);
    expect(answer.violations.map(({ rule }) => rule)).toContain('transient-capacity');
  });

  test('goes by the options that the plan echoes unless others are given', async () => {
    const options = { maxSlots: 1, objective: { kind: 'weighted', alpha: '0.5' } };
    const plan = await (await post('/v1/plans', { snapshot, options })).json();
    expect(await (await post('/v1/checks', { snapshot, plan })).json()).toMatchObject({ valid: true });
    const other = await (await post('/v1/checks', { snapshot, options: { maxSlots: 2 }, plan })).json<
      typeof check
    >();
    expect(other.violations.map(({ rule }) => rule)).toContain('claims');
  });
});

test('the strategies are listed with what they do', async () => {
  const list = await (await call('/v1/strategies')).json<{
    default: string;
    strategies: { name: string; summary: string }[];
  }>();
  expect(list.default).toBe('auto');
  expect(list.strategies.map(({ name }) => name)).toEqual([...STRATEGY_CHOICES]);
  for (const { summary } of list.strategies) expect(summary).toMatch(/\.$/);
});

test('the health check names the version that plans carry', async () => {
  const { solverVersion } = await (await post('/v1/plans', { snapshot })).json<Plan>();
  expect(await (await call('/healthz')).json()).toEqual({ status: 'ok', solverVersion });
});

test('/openapi.json is the committed description', async () => {
  expect(await (await call('/openapi.json')).json()).toEqual(openapi);
});

describe('the pages', () => {
  test('/ leads to /docs', async () => {
    const response = await call('/');
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/docs']);
  });

  test('/docs loads only files that this service has, and no inline script', async () => {
    const response = await call('/docs');
    const page = await response.text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(files).toHaveLength(5);
    for (const file of files) expect([file, (await call(file)).status]).toEqual([file, 200]);
    expect(page).not.toMatch(/<script(?![^>]*src=)/);
    expect(response.headers.get('Content-Security-Policy')).toContain(
      "default-src 'none'; script-src 'self'",
    );
  });

  test('/docs/problems describes every type of problem', async () => {
    const page = await (await call('/docs/problems')).text();
    const { enum: types } = openapi.components.schemas.Problem.properties.type;
    expect(types).toHaveLength(9);
    for (const type of types) expect(page).toContain(`id="${type.split('#')[1]}"`);
  });
});

describe('a problem', () => {
  test.each([
    ['malformed-json', 400, () => post('/v1/plans', '{"snapshot": ')],
    ['malformed-json', 400, () => post('/v1/plans', '{"snapshot": {}, "snapshot": {}}')],
    ['malformed-json', 400, () => post('/v1/checks', '')],
    ['unknown-parameter', 400, () => call('/v1/strategies?strategy=ilp')],
    ['unknown-parameter', 400, () => post('/v1/plans?dryRun', { snapshot })],
    ['not-found', 404, () => call('/v2/plans')],
    ['not-found', 404, () => call('/v1/plans/pln_00000000000000000000000000000000')],
    ['not-found', 404, () => call("/v1/plans/'; drop table plans; --")],
    ['not-found', 404, () => call('/swagger-ui/none.js')],
    ['method-not-allowed', 405, () => call('/v1/plans')],
    ['method-not-allowed', 405, () => call('/v1/strategies', { method: 'DELETE' })],
    ['body-too-large', 413, () => post('/v1/plans', ' '.repeat(8 * 1024 * 1024 + 1))],
    ['unsupported-media-type', 415, () => post('/v1/plans', '{}', { 'Content-Type': 'text/plain' })],
    ['invalid-input', 422, () => post('/v1/plans', { snapshot: { nodes: [{}], workloads: 7 }, more: 1 })],
    ['invalid-input', 422, () => post('/v1/checks', { snapshot })],
  ] as const)('%s is answered with %i', async (code, status, request) => {
    const response = await request();
    expect(response.status).toBe(status);
    const problem = await problemOf(response);
    expect(problem.type).toBe(`/docs/problems#${code}`);
    if (status !== 422 && code !== 'malformed-json') return;
    expect(problem.errors?.length).toBeGreaterThan(0);
    expect(problem.total).toBe(problem.errors?.length);
  });

  test('of the input lists the first 100 faults and counts them all', async () => {
    const nodes = Array.from({ length: 250 }, (_, i) => ({ name: `n${i}`, allocatable: { cpu: 'many' } }));
    const problem = await problemOf(await post('/v1/plans', { snapshot: { nodes, workloads: [] } }));
    expect(problem.errors).toHaveLength(100);
    expect(problem.total).toBe(250);
    expect(problem.errors?.[1]).toMatchObject({ pointer: '/snapshot/nodes/1/allocatable/cpu' });
  });
});

describe('methods', () => {
  test.each([
    ['/v1/plans', 'POST, OPTIONS'],
    ['/v1/plans/pln_0', 'GET, HEAD, OPTIONS'],
    ['/v1/checks', 'POST, OPTIONS'],
    ['/v1/strategies', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/docs', 'GET, HEAD, OPTIONS'],
  ])('%s allows %s', async (path, allow) => {
    const options = await call(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([204, allow]);
    const refused = await call(path, { method: 'PATCH' });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, allow]);
  });

  test('HEAD says what GET says, without a body', async () => {
    const get = await call('/v1/strategies');
    const head = await call('/v1/strategies', { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, get.headers.get('Content-Type')]);
    expect(await head.text()).toBe('');
    expect((await call('/v1/plans', { method: 'HEAD' })).status).toBe(405);
  });

  test('a slash at the end makes no difference', async () => {
    expect((await post('/v1/plans/', { snapshot })).status).toBe(200);
    expect((await call('/v1/strategies/')).status).toBe(200);
  });
});

test.each(['/', '/docs', '/healthz', '/v1/strategies', '/nothing', '/swagger-ui/swagger-ui.css'])(
  '%s carries the security headers and a request id',
  async (path) => {
    const { headers } = await call(path);
    expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Restow-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  },
);

describe('hostile input is a 4xx problem, never a 500 and never a plan', () => {
  const node = { name: 'n1', allocatable: { cpu: 4 } };
  const workload = { name: 'A', requests: { cpu: 1 }, replicas: { n1: 1 } };
  const asked = (nodes: unknown, workloads: unknown) => JSON.stringify({ snapshot: { nodes, workloads } });
  const wrong: unknown[] = [null, true, 7, -1, 1.5, 'text', '', [], {}, [[]], [null]];

  test.each([
    ['nothing', ''],
    ['a word', 'snapshot'],
    ['NaN', '{"snapshot": NaN}'],
    ['1e999', asked([node], [workload]).replace('"cpu":4', '"cpu":1e999')],
    ['a number too long', asked([node], [workload]).replace('"cpu":4', '"cpu":12345678901234567890')],
    ['__proto__', '{"__proto__": {"nodes": []}, "snapshot": {"nodes": [], "workloads": []}}'],
    ['constructor', asked([{ ...node, allocatable: { constructor: 1 } }], [workload])],
    ['deep arrays', '['.repeat(100_000)],
    ['deep objects', '{"a":'.repeat(100_000)],
    ['a lone surrogate', '{"snapshot": {"nodes": [{"name": "\\ud800"}], "workloads": []}}'],
    ['two nodes of a name', asked([node, node], [workload])],
    ['a replica on no node', asked([node], [{ ...workload, replicas: { n9: 1 } }])],
    ['too many nodes', `{"snapshot":{"nodes":[${'{},'.repeat(1_000_000)}{}],"workloads":[]}}`],
    ['too many replicas', asked([node], [{ ...workload, replicas: { n1: 1_000_000 } }])],
  ])('%s', async (_name, body) => {
    const response = await post('/v1/plans', body);
    expect([400, 422]).toContain(response.status);
    const { errors } = await problemOf(response);
    expect(errors?.length).toBeGreaterThan(0);
  });

  test('wrong types everywhere', async () => {
    let refused = 0;
    const paths = [
      (value: unknown) => value,
      (value: unknown) => ({ snapshot: value }),
      (value: unknown) => ({ snapshot: { nodes: value, workloads: value } }),
      (value: unknown) => ({ snapshot: { nodes: [value], workloads: [value] } }),
      (value: unknown) => ({ snapshot: { nodes: [{ ...node, allocatable: value }], workloads: [workload] } }),
      (value: unknown) => ({
        snapshot: { nodes: [{ ...node, allocatable: { cpu: value } }], workloads: [workload] },
      }),
      (value: unknown) => ({ snapshot: { nodes: [node], workloads: [{ ...workload, replicas: value }] } }),
      (value: unknown) => ({
        snapshot: { nodes: [node], workloads: [workload], latency: value, calls: value },
      }),
      (value: unknown) => ({ snapshot: { nodes: [node], workloads: [workload] }, options: value }),
      (value: unknown) => ({
        snapshot: { nodes: [node], workloads: [workload] },
        options: { maxSlots: value },
      }),
    ];
    for (const path of paths) {
      for (const value of wrong) {
        for (const route of ['/v1/plans', '/v1/checks']) {
          const response = await post(route, path(value));
          expect(response.status, `${route} ${JSON.stringify(path(value))}`).toBeLessThan(500);
          if (response.status >= 400) refused += 1;
          await response.arrayBuffer();
        }
      }
    }
    expect(refused).toBeGreaterThan(180);
  });

  test('plans of wrong types are refused by the checker as well', async () => {
    for (const plan of [...wrong, { slots: null }, { slots: [{ moves: [{}] }] }, { slots: [], status: 7 }]) {
      const response = await post('/v1/checks', { snapshot, plan });
      expect(response.status, JSON.stringify(plan)).toBe(422);
    }
  });
});
