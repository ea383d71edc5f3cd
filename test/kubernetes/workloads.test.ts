import { describe, expect, test } from 'vitest';
import { controller, converted, deployment, list, node, pod, warningsOf } from './objects.ts';

type Json = Record<string, unknown>;
const nodes = [node('n1'), node('n2')];
const names = (...objects: Parameters<typeof list>) =>
  converted(list(nodes, ...objects)).snapshot.workloads.map(({ name, replicas }) => [
    name,
    (replicas as unknown[]).length,
  ]);
const of = (cpu: string): Json => ({ containers: [{ name: 'm', resources: { requests: { cpu } } }] });
const owned = (kind: string, apiVersion = 'apps/v1') => ({ metadata: controller(apiVersion, kind, 'web') });

describe('workloads are called', () => {
  test('after the owner, and another kind of the name after its kind as well', () => {
    const set = pod('web-9', 'n1', owned('StatefulSet'));
    const rollout = pod('web-8', 'n1', owned('Rollout', 'argoproj.io/v1alpha1'));
    expect(names(deployment('web', ['n1']), set, rollout, pod('web', 'n2'))).toEqual([
      ['web', 1],
      ['web.pod', 1],
      ['web.rollout', 1],
      ['web.statefulset', 1],
    ]);
  });

  test('the same in other namespaces', () => {
    expect(names(deployment('web', ['n1']), deployment('web', ['n1'], { namespace: 'other' }))).toEqual([
      ['web', 1],
      ['web', 1],
    ]);
  });

  test('by number when pods of an owner differ: most replicas first, names that are taken passed over', () => {
    const three = deployment('web', ['n1', 'n1', 'n2']);
    const large = {
      ...pod('web-9', 'n1', { spec: of('2'), metadata: controller('apps/v1', 'ReplicaSet', 'web-1') }),
    };
    const objects = [three, large, deployment('web.2', ['n1'])];
    expect(names(...objects)).toEqual([
      ['web', 3],
      ['web.2', 1],
      ['web.3', 1],
    ]);
    expect(warningsOf(converted(list(nodes, ...objects)), 'split-workload')).toEqual([
      expect.stringContaining('shop/web: '),
    ]);
  });

  test('by names that fit, whatever the owner is called', () => {
    const long = 'a'.repeat(253);
    expect(
      names(pod('p', 'n1', { metadata: controller('apps/v1', 'StatefulSet', long) }), pod(long, 'n1')),
    ).toEqual([
      [`${'a'.repeat(227)}.pod`, 1],
      [long, 1],
    ]);
  });
});

test('replicas have the names of their pods, and one may stay where others move', () => {
  const [, , first] = deployment('web', ['n1']);
  const objects = deployment('web', ['n1', 'n2']).map((item) =>
    (item['metadata'] as Json)['name'] === 'web-0'
      ? {
          ...first,
          metadata: {
            ...(first?.['metadata'] as Json),
            annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
          },
        }
      : item,
  );
  const { snapshot, immovable } = converted(list(nodes, objects));
  expect(snapshot.workloads[0]?.replicas).toEqual([
    { node: 'n1', name: 'web-0', movable: false, movableReason: 'do-not-disrupt' },
    { node: 'n2', name: 'web-1' },
  ]);
  expect(immovable).toMatchObject([{ workload: 'shop/web', reason: 'do-not-disrupt', replicas: ['web-0'] }]);
});

test('two ReplicaSets of a Deployment with pods are a rollout', () => {
  const old = [
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web-0', namespace: 'shop', ...controller('apps/v1', 'Deployment', 'web') },
      spec: { replicas: 0 },
      status: {},
    },
    pod('web-old', 'n1', { metadata: controller('apps/v1', 'ReplicaSet', 'web-0') }),
  ];
  const reasons = (objects: Json[]) =>
    converted(list(nodes, deployment('web', ['n1']), objects)).immovable.map(({ reason }) => reason);
  expect(reasons(old)).toEqual(['rollout-under-way']);
  expect(reasons(old.slice(0, 1))).toEqual([]);
});

test('owners that own each other are said, and own nothing', () => {
  const set = (name: string, above: string) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'shop', ...controller('apps/v1', 'ReplicaSet', above) },
  });
  const answer = converted(
    list(
      nodes,
      set('a', 'b'),
      set('b', 'a'),
      pod('p', 'n1', { metadata: controller('apps/v1', 'ReplicaSet', 'a') }),
    ),
  );
  expect(answer.immovable.map(({ reason }) => reason)).toEqual(['owner-unknown']);
  expect(warningsOf(answer, 'owner-cycle')).toHaveLength(1);
});

test('only labels by which pods choose nodes are in the snapshot', () => {
  const labelled = node('n1', {}, { labels: { pool: 'a', secret: 'canary' } });
  const spec = { ...of('1'), nodeSelector: { pool: 'a' } };
  const { snapshot } = converted(list(labelled, deployment('web', ['n1'], { spec })));
  expect(snapshot.nodes[0]?.labels).toEqual({ pool: 'a' });
});
