import { describe, expect, test } from 'vitest';
import { controller, deployment, list, node, pod, reasonsOf } from './objects.ts';
import { planned } from './planned.ts';
import { withSpec } from './pod-specs.ts';

type Json = Record<string, unknown>;

/** What users of comparable tools complained about, each beside its twin: the same cluster without the cause. */

const two = [node('n1'), node('n2')];
const web = (parts: Parameters<typeof deployment>[2] = {}) => deployment('web', ['n1'], parts);
const MOVED = ['shop/web-0 n1>n2'];

describe('without anything in the way', () => {
  test('the pod leaves the dear node', async () => {
    const { moves, emptied } = await planned(list(two, web()));
    expect([moves, emptied]).toEqual([MOVED, ['n1']]);
  });
});

describe('a pod stays', () => {
  const keeping: [string, string, Parameters<typeof deployment>[2], Parameters<typeof deployment>[2]][] = [
    [
      'do-not-disrupt',
      'karpenter.sh/do-not-disrupt',
      { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } },
      { annotations: { 'karpenter.sh/do-not-disrupt': 'false' } },
    ],
    [
      'do-not-disrupt',
      'karpenter.sh/do-not-evict',
      { annotations: { 'karpenter.sh/do-not-evict': 'true' } },
      { annotations: { 'karpenter.sh/do-not-evict': 'false' } },
    ],
    [
      'not-safe-to-evict',
      'safe-to-evict',
      { annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' } },
      { annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' } },
    ],
    [
      'opted-out',
      'our annotation',
      { annotations: { 'restow.dev/movable': 'false' } },
      { annotations: { 'restow.dev/movable': 'true' } },
    ],
    [
      'opted-out',
      'our annotation on the Deployment',
      { deployment: { metadata: { annotations: { 'restow.dev/movable': 'false' } } } },
      {},
    ],
    ['rollout-under-way', 'a rollout', { deployment: { metadata: { generation: 2 } } }, {}],
    ['rollout-under-way', 'a scale-up', { deployment: { spec: { replicas: 2 } } }, {}],
    ['owner-operated', 'an operator', { deployment: { metadata: controller('x.io/v1', 'Shop', 's') } }, {}],
    [
      'owner-operated',
      'an addon manager',
      { deployment: { metadata: { labels: { 'addonmanager.kubernetes.io/mode': 'Reconcile' } } } },
      {},
    ],
    [
      'other-scheduler',
      'schedulerName',
      withSpec({ schedulerName: 'mine' }),
      withSpec({ schedulerName: 'default-scheduler' }),
    ],
    [
      'resource-claims',
      'claims of devices',
      withSpec({ resourceClaims: [{ name: 'gpu' }] }),
      withSpec({ resourceClaims: [] }),
    ],
    ['unknown-field', 'a field of a later Kubernetes', withSpec({ placementGroup: 'x' }), {}],
    [
      'unknown-field',
      'a field of affinity that is not known',
      withSpec({ affinity: { nodeAffinity: { forbidden: [] } } }),
      {},
    ],
    [
      'local-volume',
      'hostPath',
      withSpec({ volumes: [{ name: 'v', hostPath: { path: '/x' } }] }),
      withSpec({ volumes: [{ name: 'v', configMap: { name: 'c' } }] }),
    ],
    [
      'local-volume',
      'hostPath',
      withSpec({ volumes: [{ name: 'v', hostPath: { path: '/x' } }] }),
      {
        ...withSpec({ volumes: [{ name: 'v', hostPath: { path: '/x' } }] }),
        annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'u, v' },
      },
    ],
    [
      'volume-other',
      'an old kind of volume',
      withSpec({ volumes: [{ name: 'v', iscsi: {} }] }),
      withSpec({ volumes: [{ name: 'v', nfs: {} }] }),
    ],
    [
      'volume-driver',
      'a driver that is not everywhere',
      withSpec({ volumes: [{ name: 'v', csi: { driver: 'd' } }] }),
      withSpec({ volumes: [{ name: 'v', projected: {} }] }),
    ],
    ['not-ready', 'not being Ready', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, {}],
    ['system-namespace', 'kube-system', { namespace: 'kube-system' }, {}],
    [
      'system-namespace',
      'kube-system',
      { namespace: 'kube-system' },
      { namespace: 'kube-system', annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' } },
    ],
  ];
  test.each(keeping)('for %s: %s', async (reason, _, kept, free) => {
    const stays = await planned(list(two, web(kept)));
    expect(stays.moves).toEqual([]);
    expect(reasonsOf(stays.answer, `${kept?.namespace ?? 'shop'}/web`)).toEqual([reason]);
    const leaves = await planned(list(two, web(free)));
    expect(leaves.emptied).toEqual(['n1']);
    expect(leaves.answer.immovable).toEqual([]);
  });

  test.each([
    ['owner-unknown', controller('apps/v1', 'StatefulSet', 'db')],
    ['job', controller('batch/v1', 'Job', 'db')],
    ['bare-pod', {}],
    ['owner-unknown', controller('argoproj.io/v1alpha1', 'Rollout', 'db')],
    ['owner-unknown', controller('apps/v1', 'ReplicaSet', 'gone')],
    ['owner-unknown', controller('apps.kruise.io/v1alpha1', 'DaemonSet', 'db')],
    ['owner-unknown', controller('apps.example/v1', 'Deployment', 'db')],
  ])('for %s', async (reason, metadata) => {
    const { moves, answer } = await planned(list(two, [pod('db-0', 'n1', { metadata })]));
    expect(moves).toEqual([]);
    expect(answer.immovable.map((each) => each.reason)).toEqual([reason]);
  });

  test('when its ReplicaSet was made again under the name', async () => {
    const again = web().map((item) =>
      item['kind'] === 'ReplicaSet'
        ? { ...item, metadata: { ...(item['metadata'] as Json), uid: 'new' } }
        : item,
    );
    const of = (uid: string) =>
      again.map((item) =>
        item['kind'] === 'Pod'
          ? {
              ...item,
              metadata: {
                ...(item['metadata'] as Json),
                ...controller('apps/v1', 'ReplicaSet', 'web-1', uid),
              },
            }
          : item,
      );
    expect((await planned(list(two, of('old')))).moves).toEqual([]);
    expect((await planned(list(two, of('new')))).moves).toEqual(MOVED);
  });
});
