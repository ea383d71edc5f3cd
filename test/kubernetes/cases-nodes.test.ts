import { describe, expect, test } from 'vitest';
import { deployment, list, node, pod, reasonsOf, warningsOf } from './objects.ts';
import { planned } from './planned.ts';
import { required, terms, withSpec } from './pod-specs.ts';

/** What users of comparable tools complained about, each beside its twin: the same cluster without the cause. */

const web = (parts: Parameters<typeof deployment>[2] = {}) => deployment('web', ['n1'], parts);
const MOVED = ['shop/web-0 n1>n2'];

describe('nodes', () => {
  test('cordoned ones are left and never entered', async () => {
    const cordoned = { spec: { unschedulable: true } };
    expect((await planned(list(node('n1'), node('n2', {}, cordoned), web()))).moves).toEqual([]);
    expect((await planned(list(node('n1', {}, cordoned), node('n2'), web()))).moves).toEqual(MOVED);
    for (const key of [
      'ToBeDeletedByClusterAutoscaler',
      'karpenter.sh/disrupted',
      'karpenter.sh/disruption',
    ]) {
      const taints = { spec: { taints: [{ key, value: '1', effect: 'NoSchedule' }] } };
      const tolerant = web(withSpec({ tolerations: [{ operator: 'Exists' }] }));
      expect((await planned(list(node('n1'), node('n2', {}, taints), tolerant))).moves).toEqual([]);
      expect((await planned(list(node('n1', {}, taints), node('n2'), tolerant))).moves).toEqual(MOVED);
    }
  });

  test.each([['False'], ['Unknown'], [undefined]])('Ready %s is neither left nor entered', async (state) => {
    const silent = { status: { conditions: state === undefined ? [] : [{ type: 'Ready', status: state }] } };
    expect((await planned(list(node('n1'), node('n2', {}, silent), web()))).moves).toEqual([]);
    const { moves, answer } = await planned(list(node('n1', {}, silent), node('n2'), web()));
    expect(moves).toEqual([]);
    expect(warningsOf(answer, 'node-not-ready')).toEqual([expect.stringContaining('n1: Not Ready')]);
  });

  test('taken out of the hands of autoscalers stay as they are', async () => {
    for (const key of [
      'karpenter.sh/do-not-disrupt',
      'cluster-autoscaler.kubernetes.io/scale-down-disabled',
    ]) {
      const kept = await planned(list(node('n1', {}, { annotations: { [key]: 'true' } }), node('n2'), web()));
      expect(kept.moves).toEqual([]);
      expect(reasonsOf(kept.answer, 'shop/web')).toEqual(['node-kept']);
      expect(
        (await planned(list(node('n1', {}, { annotations: { [key]: 'false' } }), node('n2'), web()))).moves,
      ).toEqual(MOVED);
    }
  });

  test('hold no more pods than they say, both copies counted', async () => {
    const small = (pods: string) => node('n2', { pods });
    const two = [pod('a', 'n2'), pod('b', 'n2')];
    expect((await planned(list(node('n1'), small('2'), two, web()))).moves).toEqual([]);
    expect((await planned(list(node('n1'), small('3'), two, web()))).moves).toEqual(MOVED);
  });

  test('that do not say how many pods they hold get none', async () => {
    const silent = JSON.parse(JSON.stringify(node('n2', { pods: undefined })));
    const { moves, answer } = await planned(list(node('n1'), silent, web()));
    expect(moves).toEqual([]);
    expect(answer.snapshot.nodes[1]?.allocatable['pods']).toBe('0');
  });

  test('with devices are left by pods that need none', async () => {
    const nodes = [node('n1', { 'nvidia.com/gpu': '1' }), node('n2')];
    expect((await planned(list(nodes, web()))).emptied).toEqual(['n1']);
    const spec = {
      containers: [{ name: 'm', resources: { requests: { 'nvidia.com/gpu': '1' } } }],
      nodeName: 'n1',
    };
    expect((await planned(list(nodes, web({ spec, template: spec })))).emptied).toEqual([]);
  });

  test('of other architectures are not entered, unless the pod says it may', async () => {
    const arch = (name: string, arch: string) => node(name, {}, { labels: { 'kubernetes.io/arch': arch } });
    const mixed = [arch('n1', 'amd64'), arch('n2', 'arm64')];
    expect((await planned(list(mixed, web()))).moves).toEqual([]);
    expect((await planned(list(arch('n1', 'amd64'), arch('n2', 'amd64'), web()))).moves).toEqual(MOVED);
    const both = {
      affinity: {
        nodeAffinity: required([{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }]),
      },
    };
    expect((await planned(list(mixed, web(withSpec(both))))).moves).toEqual(MOVED);
    const { moves, answer } = await planned(list(node('n1'), arch('n2', 'arm64'), web()));
    expect(moves).toEqual([]);
    expect(reasonsOf(answer, 'shop/web')).toEqual(['architecture-unknown']);
  });
});

describe('demands on nodes', () => {
  const zoned = [
    node('n1', {}, { labels: { zone: 'a', cores: '4' } }),
    node('n2', {}, { labels: { zone: 'b', cores: '8' } }),
  ];
  test.each([
    ['a selector', { nodeSelector: { zone: 'a' } }, { nodeSelector: { zone: 'b' } }],
    [
      'In',
      terms({ key: 'zone', operator: 'In', values: ['a'] }),
      terms({ key: 'zone', operator: 'In', values: ['a', 'b'] }),
    ],
    [
      'NotIn',
      terms({ key: 'zone', operator: 'NotIn', values: ['b'] }),
      terms({ key: 'zone', operator: 'NotIn', values: ['c'] }),
    ],
    [
      'Gt',
      terms({ key: 'cores', operator: 'Gt', values: ['8'] }),
      terms({ key: 'cores', operator: 'Gt', values: ['4'] }),
    ],
    [
      'Lt of no number',
      terms({ key: 'cores', operator: 'Lt', values: ['many'] }),
      terms({ key: 'cores', operator: 'Lt', values: ['9'] }),
    ],
    [
      'NotIn with what no label has',
      terms({ key: 'zone', operator: 'NotIn', values: ['c', '-c'] }),
      terms({ key: 'zone', operator: 'NotIn', values: ['c', ''] }),
    ],
    ['Exists', terms({ key: 'none', operator: 'Exists' }), terms({ key: 'zone', operator: 'Exists' })],
    [
      'a term without anything',
      {
        affinity: {
          nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } },
        },
      },
      {},
    ],
  ])('%s', async (_, bad, good) => {
    expect((await planned(list(zoned, web(withSpec(bad))))).moves).toEqual([]);
    expect((await planned(list(zoned, web(withSpec(good))))).moves).toEqual(MOVED);
  });

  test('a term that matches nothing still does when the architecture is added', async () => {
    const mixed = [
      node('n1', {}, { labels: { 'kubernetes.io/arch': 'a' } }),
      node('n2', {}, { labels: { 'kubernetes.io/arch': 'a' } }),
      node('n3', {}, { labels: { 'kubernetes.io/arch': 'b' } }),
    ];
    const none = {
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } },
      },
    };
    expect((await planned(list(mixed, web(withSpec(none))))).moves).toEqual([]);
    expect((await planned(list(mixed, web()))).moves).toEqual(MOVED);
  });

  test('taints and tolerations', async () => {
    const tainted = [
      node('n1'),
      node('n2', {}, { spec: { taints: [{ key: 'x', value: 'y', effect: 'NoSchedule' }] } }),
    ];
    expect((await planned(list(tainted, web()))).moves).toEqual([]);
    expect(
      (await planned(list(tainted, web(withSpec({ tolerations: [{ key: 'x', value: 'y' }] }))))).moves,
    ).toEqual(MOVED);
    const later = await planned(
      list(tainted, web(withSpec({ tolerations: [{ key: 'x', operator: 'Gt', value: '3' }] }))),
    );
    expect(later.moves).toEqual([]);
    expect(warningsOf(later.answer, 'unknown-toleration')).toHaveLength(1);
  });
});

describe('spot nodes', () => {
  const spot = (name: string) => node(name, {}, { labels: { 'karpenter.sh/capacity-type': 'spot' } });
  const web = (on: string[], say?: string) =>
    deployment('web', on, say === undefined ? {} : { annotations: { 'restow.dev/spot': say } });
  const moves = async (...objects: Parameters<typeof list>) => (await planned(list(...objects))).moves;

  test('take nobody from nodes that stay, unless he said so', async () => {
    expect(await moves(node('n1'), node('n2'), web(['n1']))).toEqual(['shop/web-0 n1>n2']);
    expect(await moves(node('n1'), spot('n2'), web(['n1']))).toEqual([]);
    expect(await moves(node('n1'), spot('n2'), web(['n1'], 'true'))).toEqual(['shop/web-0 n1>n2']);
  });

  test('take whom his workload lets go, and none where one pod of several says so', async () => {
    const owned = (say: string) =>
      deployment('web', ['n1'], { deployment: { metadata: { annotations: { 'restow.dev/spot': say } } } });
    expect(await moves(node('n1'), spot('n2'), owned('true'))).toEqual(['shop/web-0 n1>n2']);
    expect(await moves(spot('n1'), spot('n2'), owned('false'))).toEqual([]);
    const [owner, set, first, second] = web(['n1', 'n1']);
    const metadata = { ...(first?.['metadata'] as object), annotations: { 'restow.dev/spot': 'true' } };
    const two = [owner, set, { ...first, metadata }, second] as ReturnType<typeof web>;
    expect(await moves(node('n1'), spot('n2'), two)).toEqual([]);
  });

  test('exchange those that are there already, and no more of them', async () => {
    expect(await moves(spot('n1'), spot('n2'), web(['n1']))).toEqual(['shop/web-0 n1>n2']);
    expect(await moves(spot('n1'), spot('n2'), web(['n1'], 'false'))).toEqual([]);
    expect(await moves(node('n1'), spot('n2'), spot('n3'), web(['n1', 'n2']))).toEqual([]);
    expect(await moves(node('n1'), spot('n2'), spot('n3'), web(['n1', 'n2'], 'true'))).toHaveLength(1);
  });
});
