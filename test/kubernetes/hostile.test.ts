import { describe, expect, test } from 'vitest';
import { readSnapshotRequest } from '../../src/api/snapshot-request.ts';
import { MAX_ERRORS } from '../../src/model/input-error.ts';
import { controller, converted, deployment, faultsOf, list, node, pod, warningsOf } from './objects.ts';

type Json = Record<string, unknown>;
const n1 = node('n1');

describe('a dump that can not be read for sure is refused, by object', () => {
  const at = (value: unknown, ...path: (string | number)[]) => {
    const objects = structuredClone(list(n1, deployment('web', ['n1'])));
    let holder = objects as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
    const last = path.at(-1) as string | number;
    if (value === undefined) delete holder[last];
    else holder[last] = value;
    return objects;
  };
  const web = ['items', 3] as const;
  test.each<[string, unknown, string]>([
    ['no list', null, 'the List: expected what `kubectl get'],
    ['a list of lists', [], 'the List: expected what'],
    ['items that are none', { kind: 'List', items: {} }, 'the List: expected what'],
    ['no node', list(pod('p', 'n1')), 'the List: no Node is among the objects'],
    ['a list that goes on', { ...list(n1), metadata: { continue: 'x' } }, 'the list goes on'],
    ['an item that is null', { kind: 'List', items: [n1, null] }, 'item 1: expected an object, found null'],
    ['an item without a kind', at(undefined, ...web, 'kind'), 'item 3: "kind" is missing'],
    ['an item without a version', at(undefined, ...web, 'apiVersion'), 'item 3: "apiVersion" is missing'],
    ['an item without metadata', at(undefined, ...web, 'metadata'), 'item 3: "metadata" is missing'],
    ['a name that is a number', at(7, ...web, 'metadata', 'name'), 'item 3: expected a string, found number'],
    ['a node without status', at(undefined, 'items', 0, 'status'), 'Node n1: "status" is missing'],
    [
      'a node without allocatable',
      at(undefined, 'items', 0, 'status', 'allocatable'),
      'Node n1: "allocatable" is missing',
    ],
    [
      'allocatable that is a list',
      at([], 'items', 0, 'status', 'allocatable'),
      'Node n1: expected an object, found array',
    ],
    [
      'a taint without a key',
      at([{ effect: 'NoSchedule' }], 'items', 0, 'spec', 'taints'),
      'Node n1: "key" is missing',
    ],
    [
      'a taint of an unknown effect',
      at([{ key: 'k', effect: 'Never' }], 'items', 0, 'spec', 'taints'),
      'Node n1: the effect is not one of',
    ],
    [
      'unschedulable that is a text',
      at('true', 'items', 0, 'spec', 'unschedulable'),
      'Node n1: expected a boolean, found string',
    ],
    ['a pod without a spec', at(undefined, ...web, 'spec'), 'Pod shop/web-0: "spec" is missing'],
    [
      'a pod without containers',
      at(undefined, ...web, 'spec', 'containers'),
      'Pod shop/web-0: "containers" is missing',
    ],
    [
      'containers that are a map',
      at({}, ...web, 'spec', 'containers'),
      'Pod shop/web-0: expected an array, found object',
    ],
    [
      'a container that is null',
      at([null], ...web, 'spec', 'containers'),
      'Pod shop/web-0: an element is null',
    ],
    [
      'requests that are a text',
      at('1', ...web, 'spec', 'containers', 0, 'resources', 'requests'),
      'Pod shop/web-0: expected an object, found string',
    ],
    [
      'requests of pods',
      at({ pods: '1' }, ...web, 'spec', 'containers', 0, 'resources', 'requests'),
      'Pod shop/web-0: "pods" is nothing that a container requests',
    ],
    [
      'a port that is negative',
      at([{ hostPort: -1 }], ...web, 'spec', 'containers', 0, 'ports'),
      'Pod shop/web-0: not a whole number',
    ],
    [
      'a port that is too large',
      at([{ hostPort: 70_000 }], ...web, 'spec', 'containers', 0, 'ports'),
      'Pod shop/web-0: hostPorts.0.hostPort is nothing that a snapshot takes',
    ],
    ['a name that no pod has', at('a b', ...web, 'metadata', 'name'), 'Pod shop/a b: '],
    [
      'a selector of a number',
      at({ pool: 1 }, ...web, 'spec', 'nodeSelector'),
      'Pod shop/web-0: expected a string, found number',
    ],
    [
      'a label that is none',
      at({ pool: 'a b' }, ...web, 'spec', 'nodeSelector'),
      'Pod shop/web-0: nodeSelector.pool is nothing that a snapshot takes',
    ],
    [
      'an affinity with an unknown operator',
      at(
        {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }],
            },
          },
        },
        ...web,
        'spec',
        'affinity',
      ),
      'Pod shop/web-0: the operator is not one of',
    ],
    [
      'In without values',
      at(
        {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }],
            },
          },
        },
        ...web,
        'spec',
        'affinity',
      ),
      'Pod shop/web-0: affinity.',
    ],
    [
      'owners that are a map',
      at({}, ...web, 'metadata', 'ownerReferences'),
      'Pod shop/web-0: expected an array, found object',
    ],
    [
      'replicas that are a text',
      at('3', 'items', 1, 'spec', 'replicas'),
      'Deployment shop/web: expected a number, found string',
    ],
    ['a pod twice', list(n1, pod('p', 'n1'), pod('p', 'n1')), 'Pod shop/p: stands twice'],
    [
      'a uid twice',
      list(n1, pod('p', 'n1', { metadata: { uid: 'u' } }), pod('q', 'n1', { metadata: { uid: 'u' } })),
      'Pod shop/q: has the uid of Pod shop/p',
    ],
  ])('%s', (_, objects, fault) => {
    expect(faultsOf(objects).join('\n')).toContain(fault);
  });

  test('every fault once, and no more than a hundred', () => {
    const pods = Array.from({ length: 150 }, (_, i) => pod(`p-${i}`, 'n1', { spec: { containers: 1 } }));
    expect(faultsOf(list(n1, pods))).toHaveLength(MAX_ERRORS);
    expect(faultsOf(list(n1, pods.slice(0, 1)))).toHaveLength(1);
  });

  test('too many selectors for too many labels', () => {
    const pods = Array.from({ length: 5_000 }, (_, i) => pod(`p-${i}`, 'n1', { labels: { i: String(i) } }));
    const term = (i: number) => ({ labelSelector: { matchLabels: { i: `x${i}` } }, topologyKey: 'x' });
    const affinity = {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: Array.from({ length: 3_000 }, (_, i) => term(i)),
      },
    };
    expect(faultsOf(list(n1, pods, pod('q', 'n1', { spec: { affinity } })))).toEqual([
      expect.stringContaining('more selectors'),
    ]);
  });
});

test('what is not known is left out and said, in groups', () => {
  const widget = (name: string, apiVersion = 'example.com/v1') => ({
    apiVersion,
    kind: 'Widget',
    metadata: { name },
  });
  const deployment = { apiVersion: 'extensions/v1beta1', kind: 'Deployment', metadata: { name: 'web' } };
  const answer = converted(
    list(node('n1', {}, { spec: { colour: 'red' } }), widget('a'), widget('b'), deployment),
  );
  expect(answer.warnings.filter(({ code }) => code.startsWith('unknown'))).toMatchObject([
    {
      code: 'unknown-field',
      subject: 'Node spec.colour',
      count: 1,
      message: expect.stringContaining('Node n1'),
    },
    { code: 'unknown-kind', subject: 'Deployment (extensions/v1beta1)', count: 1 },
    { code: 'unknown-kind', subject: 'Widget (example.com/v1)', count: 2 },
  ]);
  const many = Array.from({ length: 300 }, (_, i) => widget('w', `g${i}.example/v1`));
  const warned = warningsOf(converted(list(n1, many)), 'unknown-kind');
  expect(warned).toHaveLength(101);
  expect(warned.at(-1)).toContain('200 more subjects');
});

test('kinds of rules that are absent are said', () => {
  const subjects = (objects: unknown) =>
    converted(objects).warnings.flatMap(({ code, subject }) => (code === 'absent-kind' ? [subject] : []));
  expect(subjects(list(n1))).toEqual(['LimitRange', 'Pod', 'PodDisruptionBudget', 'ResourceQuota']);
});

const CANARY = 'canary-7f3a91';

test('secrets of a dump are nowhere in the answer, nor in faults', () => {
  const secret = {
    env: [{ name: 'TOKEN', value: CANARY }],
    command: [CANARY],
    args: [CANARY],
    image: CANARY,
    envFrom: [{ secretRef: { name: CANARY } }],
  };
  const container = { name: 'm', resources: { requests: { cpu: '1' } }, ...secret };
  const spec = {
    containers: [container],
    initContainers: [{ ...container, name: 'i' }],
    volumes: [{ name: 'v', secret: { secretName: CANARY } }],
    imagePullSecrets: [{ name: CANARY }],
    serviceAccountName: CANARY,
    tolerations: [{ key: 'other', value: CANARY }],
    affinity: {
      podAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 1,
            podAffinityTerm: { labelSelector: { matchLabels: { x: CANARY } }, topologyKey: 'x' },
          },
        ],
      },
    },
    madeUp: CANARY,
  };
  const private_ = { a: CANARY, 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': CANARY };
  const last = {
    'kubectl.kubernetes.io/last-applied-configuration': CANARY,
    'restow.dev/price-per-hour': CANARY,
  };
  const objects = list(
    node(
      'n1',
      {},
      {
        labels: { x: CANARY, 'kubernetes.io/arch': CANARY },
        annotations: last,
        spec: { providerID: CANARY },
      },
    ),
    node('n2', {}, { labels: { 'kubernetes.io/arch': CANARY } }),
    deployment('web', ['n1'], { spec, template: spec, labels: { app: CANARY }, annotations: private_ }),
    deployment('api', ['n2'], { labels: { app: CANARY }, annotations: private_ }),
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { x: CANARY } },
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: { x: CANARY }, annotations: { x: CANARY } },
    },
  );
  const body = { objects, nodeTotalHourlyCost: [{ metric: { node: 'n1', uid: CANARY }, value: [0, '1'] }] };
  const answer = readSnapshotRequest(body);
  expect(answer).toHaveProperty('snapshot');
  expect(JSON.stringify(answer)).not.toContain(CANARY);
  // Each is wrong where a text was: the fault says where and what kind, not what.
  const broken = structuredClone(objects) as { items: { spec: Json; metadata: Json }[] };
  for (const item of broken.items)
    item.spec = { ...item.spec, containers: CANARY, taints: CANARY, replicas: CANARY, unschedulable: CANARY };
  const faults = readSnapshotRequest({ objects: broken });
  expect(faults).toHaveProperty('errors');
  expect(JSON.stringify(faults)).not.toContain(CANARY);
});

test('a cycle of owners, and names that objects have from their prototype, end', () => {
  const odd = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const pods = odd.map((name) =>
    pod(name.toLowerCase(), 'n1', { metadata: controller('apps/v1', name, name), labels: { [name]: 'x' } }),
  );
  expect(converted(list(n1, pods)).snapshot.workloads).toHaveLength(4);
});
