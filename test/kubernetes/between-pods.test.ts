import { describe, expect, test } from 'vitest';
import { violations } from '../model/check/shorthand.ts';
import { controller, converted, deployment, faultsOf, list, node, pod, reasonsOf } from './objects.ts';
import { apart, over, required, withSpec } from './pod-specs.ts';

type Json = Record<string, unknown>;

/**
 * Dumps, and what kube-scheduler's plugins would refuse of a pod that comes up again on another node while the old one still runs,
 * worked out by hand: node by node what the check says of that move in the snapshot of the dump.
 */

const ZONE = 'topology.kubernetes.io/zone';
const ARCH = 'kubernetes.io/arch';
const zoned = (name: string, zone: string, labels: Json = {}, spec: Json = {}) =>
  node(name, {}, { labels: { [ZONE]: zone, [ARCH]: 'amd64', disk: 'ssd', ...labels }, spec });
const FOUR = [zoned('n1', 'a'), zoned('n2', 'a'), zoned('n3', 'b'), zoned('n4', 'b')];

function near(...apps: Json[]): Json {
  const terms = apps.map((matchLabels) => ({ labelSelector: { matchLabels }, topologyKey: ZONE }));
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } };
}
const away = (app: string, more: Json = {}) => ({ affinity: { podAntiAffinity: apart(app, more) } });
const web = (on: string[], spec: Json, labels: Json = {}) =>
  deployment('web', on, { labels: { app: 'web', ...labels }, ...withSpec(spec) });
const namespace = (name: string, labels: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});

/** Per node the rules that a move of web-0 there would break. */
function verdicts(...objects: Parameters<typeof list>): Record<string, string> {
  const { snapshot } = converted(list(...objects), { nodePrices: { n1: 2, n2: 1 } });
  const replicas = snapshot.workloads.flatMap(({ name, replicas }) =>
    (replicas as { node: string; name: string }[]).map((replica) => ({ workload: `shop/${name}`, replica })),
  );
  const found = replicas.find(({ replica }) => replica.name === 'web-0');
  if (found === undefined) throw new Error('there is no web-0');
  const { workload, replica } = found;
  const targets = snapshot.nodes.map(({ name }) => name).filter((name) => name !== replica.node);
  return Object.fromEntries(
    targets.map((to) => {
      const move = { workload, replica: replica.name, from: replica.node, to, mode: 'surge' as const };
      const broken = violations(snapshot, { slots: [{ moves: [move] }] }, { keepSpread: false });
      const rules = broken.map(({ rule }) => rule).filter((rule) => rule !== 'priced-target');
      return [to, [...new Set(rules)].sort().join(' ')];
    }),
  );
}

const APART = 'pod-anti-affinity';
const NEAR = 'pod-affinity';
const SPREAD = 'topology-spread';

describe('of a dump the check refuses what the scheduler would', () => {
  test.each<[string, Json[][], Record<string, string>]>([
    [
      'a host that has what it keeps away from',
      [FOUR, web(['n1'], away('db')), deployment('db', ['n3'])],
      { n2: '', n3: APART, n4: '' },
    ],
    [
      'the zone of what keeps away from it',
      [FOUR, web(['n1'], {}), deployment('db', ['n3'], withSpec(away('web', { topologyKey: ZONE })))],
      { n2: '', n3: APART, n4: APART },
    ],
    [
      'not the place of those with another value of matchLabelKeys',
      [
        FOUR,
        web(['n1'], away('web', { matchLabelKeys: ['pod-template-hash'] }), { 'pod-template-hash': 'h1' }),
        deployment('old', ['n3'], { labels: { app: 'web', 'pod-template-hash': 'h2' } }),
        deployment('same', ['n4'], { labels: { app: 'web', 'pod-template-hash': 'h1' } }),
      ],
      { n2: '', n3: '', n4: APART },
    ],
    [
      'the place of those whose namespace is selected alone',
      [
        FOUR,
        web(['n1'], away('db', { namespaceSelector: { matchLabels: { team: 'x' } } })),
        deployment('db', ['n2']),
        deployment('db', ['n3'], { namespace: 'other' }),
        deployment('db', ['n4'], { namespace: 'third' }),
        [namespace('shop'), namespace('other', { team: 'x' }), namespace('third', { team: 'y' })],
      ],
      { n2: '', n3: APART, n4: '' },
    ],
    [
      'a zone without what it requires near',
      [FOUR, web(['n1'], near({ app: 'db' })), deployment('db', ['n2'])],
      { n2: '', n3: NEAR, n4: NEAR },
    ],
    [
      'a zone where no single pod is all that it requires near',
      [
        FOUR,
        web(['n1'], near({ app: 'db' }, { tier: 'fast' })),
        deployment('db', ['n2'], { labels: { app: 'db', tier: 'slow' } }),
        deployment('cache', ['n2'], { labels: { app: 'cache', tier: 'fast' } }),
        deployment('main', ['n3'], { labels: { app: 'db', tier: 'fast' } }),
      ],
      { n2: NEAR, n3: '', n4: '' },
    ],
    [
      'any zone but that of the old copy, which is the only one of what it requires',
      [FOUR, web(['n1'], near({ app: 'web' }))],
      { n2: '', n3: NEAR, n4: NEAR },
    ],
    ['a third in one zone beside one in the other', [FOUR, web(['n1', 'n3', 'n3'], over())], spreadAt('b')],
    [
      'no third where a skew of two is allowed',
      [FOUR, web(['n1', 'n3', 'n3'], over({ maxSkew: 2 }))],
      { n2: '', n3: '', n4: '' },
    ],
    ['a second copy where domains are too few', [FOUR, web(['n1'], over({ minDomains: 3 }))], spreadAt('a')],
    [
      'a node that lacks the topology key, and no less for anti-affinity',
      [
        [...FOUR.slice(0, 3), node('n4', {}, { labels: { [ARCH]: 'amd64' } })],
        web(['n1', 'n3'], { ...over({ maxSkew: 5 }), ...away('db', { topologyKey: ZONE }) }),
        deployment('db', ['n4']),
      ],
      { n2: '', n3: '', n4: SPREAD },
    ],
    [
      'no second copy beside an empty zone that its node selector leaves out',
      [
        [...FOUR, zoned('n5', 'c', { disk: 'hdd' })],
        web(['n1', 'n3'], { ...over(), nodeSelector: { disk: 'ssd' } }),
      ],
      { n2: '', n3: '', n4: '', n5: 'node-affinity' },
    ],
    [
      'a second copy beside an empty zone that it does not leave out',
      [
        [...FOUR, zoned('n5', 'c', { disk: 'hdd' })],
        web(['n1', 'n3'], { ...over({ nodeAffinityPolicy: 'Ignore' }), nodeSelector: { disk: 'ssd' } }),
      ],
      { n2: SPREAD, n3: SPREAD, n4: SPREAD, n5: 'node-affinity' },
    ],
    [
      'a second copy beside an empty zone where only its image keeps it from',
      [[...FOUR, zoned('n5', 'c', { [ARCH]: 'arm64' })], web(['n1', 'n3'], over())],
      { n2: SPREAD, n3: SPREAD, n4: SPREAD, n5: 'node-affinity' },
    ],
    [
      'a second copy beside an empty zone whose taint does not count',
      [[...FOUR, tainted()], web(['n1', 'n3'], over())],
      { n2: SPREAD, n3: SPREAD, n4: SPREAD, n5: 'taint-toleration' },
    ],
    [
      'no second copy beside an empty zone whose taint counts',
      [[...FOUR, tainted()], web(['n1', 'n3'], over({ nodeTaintsPolicy: 'Honor' }))],
      { n2: '', n3: '', n4: '', n5: 'taint-toleration' },
    ],
  ])('%s', (_, objects, expected) => {
    expect(verdicts(...objects)).toEqual(expected);
  });
});

function tainted(): Json {
  return zoned('n5', 'c', {}, { taints: [{ key: 'gpu', effect: 'NoSchedule' }] });
}

function spreadAt(zone: string): Record<string, string> {
  return zone === 'a' ? { n2: SPREAD, n3: '', n4: '' } : { n2: '', n3: SPREAD, n4: SPREAD };
}

describe('what a snapshot does not take keeps pods where they are', () => {
  const kept = (spec: Json, on = FOUR, ...more: Json[][]) =>
    reasonsOf(converted(list(on, web(['n1'], spec), ...more)), 'shop/web');
  const terms = (count: number) => ({
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: Array.from({ length: count }, (_, i) => ({
          labelSelector: { matchLabels: { app: `x${i}` } },
          topologyKey: ZONE,
        })),
      },
    },
  });

  test('nodes that the pod demands, and its image does not run on', () => {
    const arm = [...FOUR, zoned('n5', 'c', { [ARCH]: 'arm64' })];
    const affinity = (values: string[]) => ({
      ...over(),
      affinity: { nodeAffinity: required([{ key: ZONE, operator: 'In', values }]) },
    });
    expect(kept(affinity(['a', 'b', 'c']), arm)).toEqual([SPREAD]);
    expect(kept(affinity(['a', 'b']), arm)).toEqual([]);
  });

  test('more terms or constraints than a hundred', () => {
    expect(kept(terms(101))).toEqual([APART]);
    expect(kept(terms(100))).toEqual([]);
    const [constraint] = over().topologySpreadConstraints;
    const times = (length: number) => ({
      topologySpreadConstraints: Array.from({ length }, (_, i) => ({ ...constraint, topologyKey: `k${i}` })),
    });
    expect(kept(times(101))).toEqual([SPREAD]);
    expect(kept(times(100))).toEqual([]);
  });

  test('whom such a term is about', () => {
    const db = deployment('x7', ['n2']);
    const of = (count: number) => reasonsOf(converted(list(FOUR, web(['n1'], terms(count)), db)), 'shop/x7');
    expect(of(101)).toEqual(['pod-anti-affinity-match']);
    expect(of(100)).toEqual([]);
  });

  test('a selected list of more than a hundred namespaces, and not every namespace', () => {
    const others = Array.from({ length: 101 }, (_, i) => [
      namespace(`t${i}`, { team: 'x' }),
      pod('db-0', 'n2', { namespace: `t${i}`, labels: { app: 'db' }, spec: { containers: [] } }),
    ]);
    const selected = (matchLabels: Json) => away('db', { namespaceSelector: { matchLabels } });
    expect(kept(selected({ team: 'x' }), FOUR, [namespace('shop')], ...others)).toEqual([APART]);
    expect(kept(away('db', { namespaceSelector: {} }), FOUR, [namespace('shop')], ...others)).toEqual([]);
  });
});

test('pods that have ended count for nothing, those that end keep what they concern', () => {
  const spec = { affinity: { podAntiAffinity: apart('db') } };
  const db = (more: Json) =>
    pod('db-0', 'n2', { labels: { app: 'db' }, metadata: controller('apps/v1', 'DaemonSet', 'db'), ...more });
  const reasons = (more: Json) => reasonsOf(converted(list(FOUR, web(['n1'], spec), db(more))), 'shop/web');
  expect(reasons({ status: { phase: 'Succeeded' } })).toEqual([]);
  expect(reasons({})).toEqual([APART]);
  const ending = { ...controller('apps/v1', 'ReplicaSet', 'db'), deletionTimestamp: '2026-01-01T00:00:00Z' };
  expect(reasons({ metadata: ending })).toEqual([APART]);
});

test('too many selectors for too many namespaces are refused', () => {
  const pods = Array.from({ length: 2_000 }, (_, i) => pod('p', 'n1', { namespace: `t${i}` }));
  const terms = Array.from({ length: 4_000 }, (_, i) => ({
    labelSelector: {},
    namespaceSelector: { matchLabels: { i: `x${i}` } },
    topologyKey: ZONE,
  }));
  const all = Array.from({ length: 2_000 }, (_, i) => namespace(`t${i}`));
  const asking = (count: number) => {
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: terms.slice(0, count) };
    return list(
      FOUR,
      pods,
      all,
      pod('q', 'n1', { namespace: 't0', spec: { affinity: { podAntiAffinity } } }),
    );
  };
  expect(faultsOf(asking(4_000))).toEqual([expect.stringContaining('more selectors')]);
  expect(faultsOf(asking(50))).toEqual([]);
});
