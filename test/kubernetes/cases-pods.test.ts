import { describe, expect, test } from 'vitest';
import { controller, deployment, list, node, pod, reasonsOf, workloadOf } from './objects.ts';
import { planned } from './planned.ts';
import { apart, over, withSpec } from './pod-specs.ts';

type Json = Record<string, unknown>;

/** Rules between pods, from dump to plan, each beside its twin: the same cluster without the cause. */

const ZONE = 'topology.kubernetes.io/zone';
/** In zones a, a, b, b; n1 is the dear one. */
const zoned = (...zones: string[]) =>
  zones.map((zone, i) => node(`n${i + 1}`, {}, { labels: { [ZONE]: zone, rank: `${i + 1}` } }));
const PRICES = { n1: 10, n2: 3, n3: 2, n4: 1 };
const near = (app: string, topologyKey = ZONE, more: Json = {}) => ({
  podAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app } }, topologyKey, ...more },
    ],
  },
});
const pinned = (name: string, on: string[], spec: Json = {}) =>
  deployment(name, on, { ...withSpec(spec), annotations: { 'restow.dev/movable': 'false' } });

async function movesOf(...objects: Parameters<typeof list>): Promise<string[]> {
  return (await planned(list(...objects), PRICES)).moves;
}

describe('required anti-affinity', () => {
  const nodes = zoned('a', 'b');
  test('of the pod keeps it off the node of others', async () => {
    const web = (app: string) =>
      deployment('web', ['n1'], withSpec({ affinity: { podAntiAffinity: apart(app) } }));
    expect(await movesOf(nodes, web('db'), pinned('db', ['n2']))).toEqual([]);
    expect(await movesOf(nodes, web('no'), pinned('db', ['n2']))).toEqual(['shop/web-0 n1>n2']);
  });

  test('of pods that run there binds it as well', async () => {
    const guard = (app: string) => pinned('guard', ['n2'], { affinity: { podAntiAffinity: apart(app) } });
    expect(await movesOf(nodes, deployment('web', ['n1']), guard('web'))).toEqual([]);
    expect(await movesOf(nodes, deployment('web', ['n1']), guard('no'))).toEqual(['shop/web-0 n1>n2']);
  });

  test('between its own replicas holds while old and new copies are there', async () => {
    const spec = withSpec({ affinity: { podAntiAffinity: apart('web') } });
    const on = zoned('a', 'b', 'c', 'd');
    expect((await movesOf(on, deployment('web', ['n1', 'n2'], spec))).length).toBe(2);
    expect(await movesOf(on.slice(0, 2), deployment('web', ['n1', 'n2'], spec))).toEqual([]);
  });

  test('means its own namespace, those it names, or those that a selector selects', async () => {
    const guard = (more: Json) =>
      deployment('guard', ['n2'], {
        namespace: 'else',
        annotations: { 'restow.dev/movable': 'false' },
        ...withSpec({ affinity: { podAntiAffinity: apart('web', more) } }),
      });
    const namespace = (team: string) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: { team } },
    });
    const other = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'else' } };
    const selector = { namespaceSelector: { matchLabels: { team: 'a' } } };
    const web = deployment('web', ['n1']);
    const moved = ['shop/web-0 n1>n2'];
    expect(await movesOf(nodes, web, guard({}))).toEqual(moved);
    expect(await movesOf(nodes, web, guard({ namespaces: ['shop'] }))).toEqual([]);
    expect(await movesOf(nodes, web, guard({ namespaceSelector: {} }))).toEqual([]);
    expect(await movesOf(nodes, web, guard(selector), namespace('a'), other)).toEqual([]);
    expect(await movesOf(nodes, web, guard(selector), namespace('b'), other)).toEqual(moved);
    // Not among the objects, the namespace may have the label.
    const { moves, answer } = await planned(list(nodes, web, guard(selector)), PRICES);
    expect([moves, reasonsOf(answer, 'shop/web')]).toEqual([[], ['pod-anti-affinity-match']]);
  });

  test('of mismatchLabelKeys is about others than its like', async () => {
    const term = (keys: Json) => ({ affinity: { podAntiAffinity: apart('web', keys) } });
    const one = (name: string, on: string, keys: Json, tenant: string) =>
      deployment(name, [on], { labels: { app: 'web', tenant }, ...withSpec(term(keys)) });
    const both = (tenant: string) => [
      one('web', 'n1', { mismatchLabelKeys: ['tenant'] }, 'x'),
      ...one('api', 'n2', { mismatchLabelKeys: ['tenant'] }, tenant),
    ];
    expect(await movesOf(nodes, both('y').flat())).toEqual([]);
    expect(await movesOf(nodes, both('x').flat())).toEqual(['shop/web-0 n1>n2']);
  });
});

describe('required affinity', () => {
  const nodes = zoned('a', 'a', 'b');
  test('leads to the dearer node that is near', async () => {
    const web = (spec: Json) => deployment('web', ['n1'], withSpec(spec));
    const db = pinned('db', ['n1']);
    const room = node('n1', { cpu: '2' }, { labels: { [ZONE]: 'a' } });
    expect(await movesOf(nodes, web({ affinity: near('db') }), db)).toEqual([]);
    const [, n2, n3] = nodes;
    const far = await planned(list(room, n2, n3, web({}), pinned('db', ['n2'])), PRICES);
    const close = await planned(
      list(room, n2, n3, web({ affinity: near('db') }), pinned('db', ['n2']), pinned('api', ['n3'])),
      PRICES,
    );
    expect([far.moves, close.moves]).toEqual([['shop/web-0 n1>n2'], ['shop/web-0 n1>n2']]);
    const apartFrom = await planned(
      list(room, n2, n3, web({ affinity: near('db') }), pinned('db', ['n3'])),
      PRICES,
    );
    expect(apartFrom.moves).toEqual(['shop/web-0 n1>n3']);
  });

  test('keeps it where its partner is, and its twin goes', async () => {
    const partner = deployment('db', ['n2'], { annotations: { 'restow.dev/movable': 'false' } });
    const web = (spec: Json) => deployment('web', ['n1'], withSpec(spec));
    const apartZones = zoned('a', 'b');
    const keyed = (zone: string) => [node('n1', {}, { labels: { [ZONE]: zone } }), apartZones[1]];
    expect(await movesOf(keyed('a'), web({ affinity: near('api') }), partner)).toEqual([]);
    expect(await movesOf(keyed('a'), web({ affinity: near('db') }), partner)).toEqual(['shop/web-0 n1>n2']);
  });
});

describe('spread that must be kept', () => {
  const nodes = zoned('a', 'b', 'a', 'b');
  const web = (spec: Json) => deployment('web', ['n1', 'n2', 'n2'], withSpec(spec));

  test('takes a replica to the dearer node of its zone, where the other zone has more of them already', async () => {
    const loose = await planned(list(nodes, web({})), PRICES, { keepSpread: false });
    expect(loose.moves).toEqual(['shop/web-0 n1>n4', 'shop/web-1 n2>n4', 'shop/web-2 n2>n4']);
    const kept = await planned(list(nodes, web(over())), PRICES, { keepSpread: false });
    expect(kept.moves).toEqual(['shop/web-0 n1>n3', 'shop/web-1 n2>n3', 'shop/web-2 n2>n4']);
    expect(workloadOf(kept.answer, 'shop/web').topologySpreadConstraints).toEqual([
      {
        maxSkew: 1,
        topologyKey: ZONE,
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
      },
    ]);
  });

  test('asks for more domains than there are', async () => {
    const replicas = (spec: Json) => deployment('web', ['n1'], withSpec(spec));
    const single = zoned('a', 'a');
    expect(await movesOf(single, replicas(over({ minDomains: 1 })))).toEqual(['shop/web-0 n1>n2']);
    // The old copy is in the zone, too: 2 where 1 is allowed.
    expect(await movesOf(single, replicas(over({ minDomains: 2 })))).toEqual([]);
  });

  test('counts the pods of the own ReplicaSet alone by matchLabelKeys', async () => {
    const keys = over({ matchLabelKeys: ['pod-template-hash'] });
    const labels = { app: 'web', 'pod-template-hash': 'h1' };
    const other = deployment('old', ['n4', 'n4'], {
      labels: { app: 'web', 'pod-template-hash': 'h2' },
      annotations: { 'restow.dev/movable': 'false' },
    });
    const one = (spec: Json) => deployment('web', ['n1'], { labels, ...withSpec(spec) });
    const moves = async (spec: Json) =>
      (await planned(list(zoned('a', 'b', 'a', 'b'), one(spec), other), PRICES)).moves;
    expect(await moves(keys)).toEqual(['shop/web-0 n1>n4']);
    expect(await moves(over())).toEqual(['shop/web-0 n1>n3']);
  });
});

describe('pods that are no replicas', () => {
  const nodes = zoned('a', 'b');
  const daemon = (labels: Json, spec: Json = {}) =>
    pod('agent-x', 'n2', { labels, spec, metadata: controller('apps/v1', 'DaemonSet', 'agent') });
  const web = (spec: Json) => deployment('web', ['n1'], withSpec(spec));
  test.each<[string, Json]>([
    ['pod-anti-affinity', { affinity: { podAntiAffinity: apart('agent') } }],
    ['pod-affinity', { affinity: near('agent') }],
    ['topology-spread', over({ labelSelector: { matchLabels: { app: 'agent' } } })],
  ])('keep those whose rule is about them: %s', async (code, spec) => {
    const kept = await planned(list(nodes, web(spec), daemon({ app: 'agent' })), PRICES);
    expect([kept.moves, reasonsOf(kept.answer, 'shop/web')]).toEqual([[], [code]]);
    expect(kept.answer.immovable[0].object).toBe('Pod shop/agent-x');
    const free = await planned(list(nodes, web(spec), daemon({ app: 'no' })), PRICES);
    expect(reasonsOf(free.answer, 'shop/web')).toEqual([]);
  });

  test.each<[string, Json]>([
    ['pod-anti-affinity-match', { affinity: { podAntiAffinity: apart('web') } }],
    ['pod-affinity-partner', { affinity: near('web') }],
  ])('keep those whom they mean: %s', async (code, spec) => {
    const kept = await planned(list(nodes, web({}), daemon({}, spec)), PRICES);
    expect([kept.moves, reasonsOf(kept.answer, 'shop/web')]).toEqual([[], [code]]);
    expect((await planned(list(nodes, web({}), daemon({})), PRICES)).moves).toEqual(['shop/web-0 n1>n2']);
  });

  test('a pod that runs nowhere yet has no part in it', async () => {
    const spec = { affinity: { podAntiAffinity: apart('agent') } };
    const waiting = pod('late', undefined, { labels: { app: 'agent' } });
    expect(await movesOf(nodes, web(spec), waiting)).toEqual(['shop/web-0 n1>n2']);
  });
});

test('of labels those leave the dump that a selector asks for, and the zone', async () => {
  const labels = { app: 'web', secret: 'x' };
  const { answer } = await planned(
    list(zoned('a', 'b'), deployment('web', ['n1'], { labels, ...withSpec(over()) })),
  );
  expect(workloadOf(answer, 'shop/web').labels).toEqual({ app: 'web' });
  expect(answer.snapshot.nodes.map((each) => each.labels)).toEqual([{ [ZONE]: 'a' }, { [ZONE]: 'b' }]);
  const plain = await planned(list(zoned('a', 'b'), deployment('web', ['n1'], { labels })));
  expect(workloadOf(plain.answer, 'shop/web').labels).toBeUndefined();
});

test('without any constraint, replicas in two zones stay in two by default', async () => {
  const nodes = zoned('a', 'b', 'c', 'c');
  const moves = await movesOf(nodes, deployment('web', ['n1', 'n2']));
  expect(moves).toHaveLength(1);
  const packed = await planned(list(nodes, deployment('web', ['n1', 'n2'])), PRICES, { keepSpread: false });
  expect(packed.moves).toHaveLength(2);
});
