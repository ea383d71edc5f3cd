import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import snapshot from '../../examples/hand/snapshot.json';
import type { LogLine, Service } from '../../src/api/service.ts';
import { createApp } from '../../src/app.ts';
import { engine } from '../../src/engine/workers.ts';
import type { Plan } from '../../src/model/plan.ts';
import { explain } from '../../src/reasons/explain.ts';
import type { Engine } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import { CHUNK_LENGTH } from '../../src/store/chunk.ts';
import { planById, savePlan } from '../../src/store/plans.ts';

/** The service as it is deployed, but for what a test replaces. */
function start(replaced: Partial<Service> = {}) {
  const log: LogLine[] = [];
  const app = createApp({
    db: env.DB,
    solve: (snapshot, options) => solve(snapshot, options, engine, SOLVER_VERSION),
    explain: (question, reasons) => explain(question, reasons, engine, SOLVER_VERSION),
    solverVersion: SOLVER_VERSION,
    assets: env.ASSETS,
    log: (line) => log.push(line),
    now: () => 0,
    newId: () => crypto.randomUUID(),
    ...replaced,
  });
  const post = (body: unknown) =>
    app.request('/v1/plans', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { app, post, log };
}

const EXECUTES = new Set<string | symbol>(['all', 'run', 'first', 'raw']);

/** D1 whose n-th execution (from 0) throws, either before it has any effect or when it is done. */
function failingAt(n: number, when: 'before' | 'after'): { db: D1Database; executed: () => number } {
  let executed = 0;
  async function run<T>(execute: () => Promise<T>): Promise<T> {
    const fails = executed++ === n;
    if (fails && when === 'before') throw new Error('D1_ERROR: the disk is on fire');
    const result = await execute();
    if (fails) throw new Error('D1_ERROR: the connection is lost');
    return result;
  }
  const statement = (original: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(original, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values));
        if (name === 'original') return target;
        const method: (...values: unknown[]) => Promise<unknown> = Reflect.get(target, name);
        return EXECUTES.has(name)
          ? (...values: unknown[]) => run(() => method.apply(target, values))
          : method;
      },
    });
  const db = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => statement(target.prepare(sql));
      if (name === 'batch')
        return (list: D1PreparedStatement[]) =>
          run(() => target.batch(list.map((each) => Reflect.get(each, 'original') as D1PreparedStatement)));
      return Reflect.get(target, name);
    },
  });
  return { db, executed: () => executed };
}

const FAILED = {
  values: null,
  objective: null,
  bound: -Infinity,
  nodes: 0,
  iterations: 0,
  callbacks: 0,
  heapBytes: 0,
};

/** The plan of the hand-checkable example, without any database. */
let hand = '';
beforeAll(async () => {
  hand = await (await start({ db: undefined }).post({ snapshot })).text();
});

describe('a database that fails costs the cache, never the answer', () => {
  /** A question that is new, one that is stored under other bytes, and one that is stored under its bytes. */
  const cases = [
    { name: 'a new question', prepare: [], statements: 3 },
    { name: 'a question known in other words', prepare: [{ options: {}, snapshot }], statements: 3 },
    { name: 'a body known as it is', prepare: [{ snapshot }], statements: 1 },
  ];
  for (const { name, prepare, statements } of cases) {
    test(`${name} takes ${statements} round trips`, async () => {
      for (const body of prepare) await start().post(body);
      const { db, executed } = failingAt(-1, 'before');
      await start({ db }).post({ snapshot });
      expect(executed()).toBe(statements);
    });

    for (const when of ['before', 'after'] as const) {
      for (let n = 0; n < statements; n++) {
        test(`${name}: round trip ${n + 1} fails ${when} its effect`, async () => {
          for (const body of prepare) await start().post(body);
          const { db, executed } = failingAt(n, when);
          const { post, log } = start({ db });
          const response = await post({ snapshot });
          expect(response.status).toBe(200);
          expect(await response.text()).toBe(hand);
          expect(executed()).toBe(n + 1);
          expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
          // Only remembering a body comes after the plan was read: its loss is no one's.
          const isKnown = prepare.length > 0 && n === 2;
          expect(response.headers.get('Restow-Cache')).toBe(isKnown ? 'hit' : 'unavailable');
          expect(response.headers.get('Location') === null).toBe(!isKnown);

          const again = await start().post({ snapshot });
          expect(await again.text()).toBe(hand);
          expect(again.headers.get('Location')).not.toBeNull();
        });
      }
    }
  }

  test('no database at all', async () => {
    const response = await start({ db: undefined }).post({ snapshot });
    expect([response.status, response.headers.get('Restow-Cache')]).toEqual([200, 'unavailable']);
    expect(response.headers.get('Location')).toBeNull();
    expect(await response.text()).toBe(hand);
  });

  test('reading a stored plan is then a 503 that says when to come again', async () => {
    for (const db of [undefined, failingAt(0, 'before').db]) {
      const response = await start({ db }).app.request(`/v1/plans/pln_${'0'.repeat(32)}`);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await response.json()).toMatchObject({ type: '/docs/problems#database-unavailable' });
    }
  });

  test('tables that are not there', async () => {
    await env.DB.exec('DROP TABLE asked_bodies; DROP TABLE plan_chunks; DROP TABLE plans;');
    const { post, log } = start();
    const response = await post({ snapshot });
    expect([response.status, response.headers.get('Restow-Cache')]).toEqual([200, 'unavailable']);
    expect(log[0]).toMatchObject({ level: 'warn', fault: expect.stringContaining('no such table') });
  });
});

describe('what is stored', () => {
  const count = async (table: string) =>
    (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;

  test('two posts of a question at once make one row and have one address', async () => {
    const { post } = start();
    const bodies = [
      { snapshot },
      { snapshot, options: {} },
      { snapshot },
      { options: { latencyIn: 'slots' }, snapshot },
    ];
    const responses = await Promise.all(bodies.map(post));
    expect(new Set(responses.map(({ headers }) => headers.get('Location'))).size).toBe(1);
    for (const response of responses) expect(await response.text()).toBe(hand);
    expect(await Promise.all(['plans', 'plan_chunks', 'asked_bodies'].map(count))).toEqual([1, 1, 3]);
  });

  test("every row is the tenant's, and no one else reads it", async () => {
    const location = (await start().post({ snapshot })).headers.get('Location') ?? '';
    for (const table of ['plans', 'plan_chunks', 'asked_bodies']) {
      const { results } = await env.DB.prepare(`SELECT tenant FROM ${table}`).all();
      expect(results).toEqual([{ tenant: 'local' }]);
    }
    expect(await planById(env.DB, 'other', location.replace('/v1/plans/', ''))).toBeNull();
  });

  test('a new version of the solver answers anew', async () => {
    const first = await start().post({ snapshot });
    const next = await start({ solverVersion: 'next' }).post({ snapshot });
    expect(next.headers.get('Restow-Cache')).toBe('miss');
    expect(next.headers.get('Location')).not.toBe(first.headers.get('Location'));
  });

  test('a plan that the exit check rejected is answered and not stored', async () => {
    const plan: Plan = JSON.parse(hand);
    const { post, log } = start({ solve: async () => ({ plan, rejected: [{}] }) });
    const response = await post({ snapshot });
    expect([response.status, response.headers.get('Restow-Cache')]).toEqual([200, 'bypass']);
    expect(response.headers.get('Location')).toBeNull();
    expect(await count('plans')).toBe(0);
    expect(log.at(-1)).toMatchObject({ cache: 'bypass', rejected: 1 });
  });

  test('a plan that was found although the engine failed is answered and not stored', async () => {
    const broken: Engine = {
      reset: () => undefined,
      solve: async () => ({ ...FAILED, status: 'failed', message: 'memory access out of bounds' }),
    };
    const { post } = start({
      solve: (snapshot, options) => solve(snapshot, options, broken, SOLVER_VERSION),
    });
    const response = await post({ snapshot, options: { strategy: 'ilp' } });
    expect([response.status, response.headers.get('Restow-Cache')]).toEqual([200, 'bypass']);
    const { warnings, cost } = await response.json<Plan>();
    expect(warnings.map(({ code }) => code)).toContain('engine-failed');
    expect(Number(cost.after)).toBeLessThanOrEqual(12);
    expect(await count('plans')).toBe(0);
  });

  test('a plan of more than 2 MB is stored in pieces below 1 MB and comes back byte for byte', async () => {
    const nodes = Array.from({ length: 100 }, (_, i) => ({
      name: `node-${i}`,
      pricePerHour: 1,
      allocatable: { cpu: 400 },
    }));
    const workloads = Array.from({ length: 25_000 }, (_, i) => ({
      name: `workload-${'x'.repeat(20)}-${i}`,
      requests: { cpu: 1 },
      replicas: { [`node-${i % 100}`]: 1 },
      movable: false,
    }));
    const { app, post } = start();
    const first = await post({ snapshot: { nodes, workloads }, options: { strategy: 'heuristic' } });
    expect(first.headers.get('Restow-Cache')).toBe('miss');
    const text = await first.text();
    expect(text.length).toBeGreaterThan(2_000_000);
    const pieces = await env.DB.prepare('SELECT length(CAST(json AS BLOB)) AS bytes FROM plan_chunks').all<{
      bytes: number;
    }>();
    expect(pieces.results).toHaveLength(Math.ceil(text.length / CHUNK_LENGTH));
    for (const { bytes } of pieces.results) expect(bytes).toBeLessThan(1_000_000);
    const stored = await app.request(first.headers.get('Location') ?? '');
    expect((await stored.text()) === text).toBe(true);
  });

  test('a plan too large for one answer of D1 is not stored', async () => {
    const json = 'x'.repeat(CHUNK_LENGTH * 100 + 1);
    const keys = { id: 'pln_1', questionDigest: 'q', bodyDigest: 'b', solverVersion: 'v', createdAt: 0 };
    expect(await savePlan(env.DB, 'local', { ...keys, json })).toBeNull();
    expect(await count('plans')).toBe(0);
  });
});

describe('the log', () => {
  test('has one line a request, with its route and never its body', async () => {
    const { app, post, log } = start();
    await post({ snapshot });
    await post({ snapshot });
    await app.request('/v1/plans/pln_0?secret');
    await app.request('/nothing/secret');
    const request = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const posted = { level: 'info', request, method: 'POST', route: '/v1/plans', status: 200 };
    expect(log).toEqual([
      { ...posted, cache: 'miss', work: (JSON.parse(hand) as Plan).work, rejected: 0 },
      { ...posted, cache: 'hit' },
      { level: 'info', request, method: 'GET', route: '/v1/plans/:id', status: 400 },
      { level: 'info', request, method: 'GET', route: null, status: 404 },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/secret|n1/);
  });

  test('says of a bug where it was; the answer says only how to report it', async () => {
    const { post, log } = start({
      solve: async () => {
        throw new TypeError('the body says n1');
      },
    });
    const response = await post({ snapshot });
    expect(response.status).toBe(500);
    const problem = await response.json<{ instance: string }>();
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance']);
    expect(problem.instance).toBe(`urn:uuid:${response.headers.get('Restow-Request-Id')}`);
    expect(log[0]).toMatchObject({ level: 'error', fault: 'TypeError', at: expect.stringContaining('at ') });
    expect(JSON.stringify([problem, log])).not.toMatch(/the body says|n1/);
  });
});

test('one question is solved at a time: nothing comes between the steps of a solve', async () => {
  const steps: number[] = [];
  let started = 0;
  const { post } = start({
    solve(snapshot, options) {
      const number = started++;
      const watched: Engine = {
        reset() {
          steps.push(number);
          engine.reset();
        },
        solve(mip, limits) {
          steps.push(number);
          return engine.solve(mip, limits);
        },
      };
      return solve(snapshot, options, watched, SOLVER_VERSION);
    },
  });
  await Promise.all([1, 2, 3].map((maxSlots) => post({ snapshot, options: { maxSlots, strategy: 'ilp' } })));
  expect(steps.length).toBeGreaterThan(3);
  expect(steps).toEqual(steps.toSorted());
});
