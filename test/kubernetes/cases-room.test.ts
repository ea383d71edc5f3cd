import { describe, expect, test } from 'vitest';
import {
  budget,
  controller,
  deployment,
  list,
  node,
  pod,
  reasonsOf,
  warningsOf,
  workloadOf,
} from './objects.ts';
import { planned } from './planned.ts';

type Json = Record<string, unknown>;

/** What users of comparable tools complained about, each beside its twin: the same cluster without the cause. */

const two = [node('n1'), node('n2')];
const web = (parts: Parameters<typeof deployment>[2] = {}) => deployment('web', ['n1'], parts);
const MOVED = ['shop/web-0 n1>n2'];

describe('what comes and goes with nodes', () => {
  const daemon = (name: string, on: string, parts: Parameters<typeof pod>[2] = {}) =>
    pod(name, on, { ...parts, metadata: controller('apps/v1', 'DaemonSet', 'agent') });

  test('takes room, and keeps no node', async () => {
    const agents = [daemon('agent-1', 'n1'), daemon('agent-2', 'n2')];
    const { emptied, answer } = await planned(list(two, web(), agents));
    expect(emptied).toEqual(['n1']);
    expect(answer.snapshot.nodes[1]?.allocatable).toEqual({ cpu: '3', memory: '17179869184', pods: '109' });
    const full = Array.from({ length: 4 }, (_, i) => daemon(`agent-${i}`, 'n2'));
    expect((await planned(list(two, web(), full))).moves).toEqual([]);
    expect((await planned(list(two, web(), full.slice(1)))).moves).toEqual(MOVED);
  });

  test('a daemon that must not be disturbed keeps its node', async () => {
    const agent = daemon('agent-1', 'n1', { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } });
    const { emptied, answer } = await planned(list(two, web(), [agent]));
    expect(emptied).toEqual([]);
    expect(reasonsOf(answer, 'shop/agent')).toEqual(['daemon-kept', 'do-not-disrupt']);
    expect((await planned(list(two, web(), [daemon('agent-1', 'n1')]))).emptied).toEqual(['n1']);
  });

  test('a static pod with a blocking budget keeps nothing', async () => {
    const mirror = pod('etcd-n1', 'n1', {
      labels: { app: 'etcd' },
      annotations: { 'kubernetes.io/config.mirror': 'x' },
    });
    const blocking = budget('etcd', { maxUnavailable: 0, selector: { matchLabels: { app: 'etcd' } } });
    expect((await planned(list(two, web(), mirror, blocking))).emptied).toEqual(['n1']);
    const { annotations: _, ...plain } = mirror['metadata'] as Json;
    expect((await planned(list(two, web(), { ...mirror, metadata: plain }, blocking))).emptied).toEqual([]);
  });

  test('a pod that is about to end takes room and keeps no node', async () => {
    const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect((await planned(list(two, web(), pod('old', 'n1', { metadata })))).emptied).toEqual(['n1']);
    expect((await planned(list(two, web(), pod('old', 'n1')))).emptied).toEqual([]);
    const four = ['a', 'b', 'c', 'd'].map((name) => pod(name, 'n2', { metadata }));
    const { moves, answer } = await planned(list(two, web(), four));
    expect(moves).toEqual([]);
    expect(warningsOf(answer, 'leaving-pods')).toEqual([
      expect.stringContaining('n2 (shop/a, shop/b, shop/c and 1 more)'),
    ]);
  });

  test('ports of daemons are theirs', async () => {
    const ports = (hostPort: number, more: Json = {}) => ({
      containers: [{ name: 'm', ports: [{ containerPort: hostPort, hostPort, ...more }] }],
    });
    const taken = (spec: Json, own: Json) =>
      planned(
        list(
          two,
          web({ spec: own, template: own }),
          daemon('agent', 'n2', { spec: { ...spec, nodeName: 'n2' } }),
        ),
      );
    const on = { nodeName: 'n1' };
    expect((await taken(ports(9100), { ...ports(9100), ...on })).moves).toEqual([]);
    expect((await taken(ports(9101), { ...ports(9100), ...on })).moves).toEqual(MOVED);
    expect((await taken(ports(9100, { protocol: 'UDP' }), { ...ports(9100), ...on })).moves).toEqual(MOVED);
    const network = { hostNetwork: true, containers: [{ name: 'm', ports: [{ containerPort: 9100 }] }] };
    expect((await taken(network, { ...ports(9100), ...on })).moves).toEqual([]);
  });
});

describe('pods that do not run', () => {
  test('have no room when they have ended', async () => {
    const done = (phase: string) =>
      pod('done', 'n2', {
        spec: { containers: [{ name: 'm', resources: { requests: { cpu: '4' } } }], nodeName: 'n2' },
        status: { phase },
      });
    for (const phase of ['Succeeded', 'Failed'])
      expect((await planned(list(two, web(), done(phase)))).moves).toEqual(MOVED);
    for (const phase of ['Running', 'Unknown'])
      expect((await planned(list(two, web(), done(phase)))).moves).toEqual([]);
  });

  test('that are pending are listed and block nothing', async () => {
    const huge = pod('huge', undefined, {
      spec: { containers: [{ name: 'm', resources: { requests: { cpu: '100' } } }] },
      status: { phase: 'Pending', conditions: [] },
    });
    const { moves, answer } = await planned(list(two, web(), huge));
    expect(moves).toEqual(MOVED);
    expect(answer.pending).toEqual(['shop/huge']);
  });

  test('keep the room that the scheduler nominated for them', async () => {
    const status = { phase: 'Pending', conditions: [] };
    const spec = { containers: [{ name: 'm', resources: { requests: { cpu: '4' } } }] };
    const waiting = pod('waiting', undefined, { spec, status: { ...status, nominatedNodeName: 'n2' } });
    expect((await planned(list(two, web(), waiting))).moves).toEqual([]);
    expect((await planned(list(two, web(), pod('waiting', undefined, { spec, status })))).moves).toEqual(
      MOVED,
    );
  });

  test('on nodes that are not there are counted nowhere, and said', async () => {
    const { moves, answer } = await planned(list(two, web(), pod('lost', 'n9')));
    expect(moves).toEqual(MOVED);
    expect(warningsOf(answer, 'unknown-node')).toEqual([expect.stringContaining('n9 (Pod shop/lost)')]);
  });
});

test('one pod without requests takes its place among the pods', async () => {
  const spec = { containers: [{ name: 'm' }], nodeName: 'n1' };
  const many = deployment('web', Array(12).fill('n1'), { spec, template: spec });
  const fits = (pods: string) => planned(list(node('n1'), node('n2', { pods }), many));
  expect((await fits('12')).emptied).toEqual(['n1']);
  expect((await fits('11')).emptied).toEqual([]);
});

test('four nodes a fifth full become one, or two where a workload is to stay on several', async () => {
  const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => node(name));
  const objects = list(nodes, deployment('web', ['n1', 'n2', 'n3', 'n4']));
  expect((await planned(objects, undefined, { keepSpread: false })).emptied).toHaveLength(3);
  expect((await planned(objects)).emptied).toHaveLength(2);
});

test('a template that has grown needs room for what it asks now', async () => {
  const spec = (cpu: string) => ({ containers: [{ name: 'm', resources: { requests: { cpu } } }] });
  const grown = (cpu: string) => web({ spec: { ...spec('1'), nodeName: 'n1' }, template: spec(cpu) });
  const { moves, answer } = await planned(list(two, grown('5')));
  expect([moves, workloadOf(answer, 'shop/web').requests]).toEqual([[], { cpu: '5' }]);
  expect(warningsOf(answer, 'template-requests')).toEqual([
    expect.stringContaining('Deployment shop/web (shop/web-0)'),
  ]);
  expect((await planned(list(two, grown('2')))).moves).toEqual(MOVED);
});

test('what leaves is the running pod, what arrives the template, and one workload has pods of both', async () => {
  const spec = (cpu: string) => ({ containers: [{ name: 'm', resources: { requests: { cpu } } }] });
  const grown = (cpu: string) => web({ spec: { ...spec('1'), nodeName: 'n1' }, template: spec(cpu) });
  // The node is not full: web runs with 1 of 4 there, and beside it another pod has room.
  const other = (cpu: string) =>
    deployment('api', ['n2'], { spec: { ...spec(cpu), nodeName: 'n2' }, template: spec(cpu) });
  const { answer } = await planned(list(two, grown('3')));
  expect(workloadOf(answer, 'shop/web')).toMatchObject({
    requests: { cpu: '3' },
    replicas: [{ name: 'web-0', requests: { cpu: '1' } }],
  });
  const cheapHere = { n1: 1, n2: 10 };
  expect((await planned(list(two, grown('3'), other('3')), cheapHere)).moves).toEqual(['shop/api-0 n2>n1']);
  expect((await planned(list(two, grown('3'), other('4')), cheapHere)).moves).toEqual([]);
  const [owner, set, ...pods] = deployment('web', ['n1', 'n1'], { spec: spec('1'), template: spec('2') });
  const resized = pods.map((each, i) => ({
    ...each,
    spec: { ...spec(i === 0 ? '1' : '2'), nodeName: 'n1' },
  }));
  const mixed = await planned(list(two, [owner, set, ...resized]));
  expect(mixed.answer.snapshot.workloads).toHaveLength(1);
  expect(workloadOf(mixed.answer, 'shop/web').replicas).toEqual([
    { node: 'n1', name: 'web-0', requests: { cpu: '1' } },
    { node: 'n1', name: 'web-1' },
  ]);
});

test('a pod made now gets the defaults of its namespace', async () => {
  const empty = { containers: [{ name: 'm' }], nodeName: 'n1' };
  const range = (cpu: string, namespace: string) => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'l', namespace },
    spec: { limits: [{ type: 'Container', defaultRequest: { cpu } }] },
  });
  const service = web({ spec: empty, template: empty });
  expect((await planned(list(two, service, range('5', 'shop')))).moves).toEqual([]);
  expect((await planned(list(two, service, range('5', 'other')))).moves).toEqual(MOVED);
  expect((await planned(list(two, service, range('4', 'shop')))).moves).toEqual(MOVED);
});
