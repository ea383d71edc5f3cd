import { describe, expect, test } from 'vitest';
import {
  canonicalSnapshot,
  canonicalText,
  questionDigest,
  sha256,
  snapshotDigest,
} from '../../src/model/canonical.ts';
import { resolveOptions } from '../../src/model/options.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { respelled } from './respelled.ts';

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);
const plain = (seed: number) => (seed % 4 === 0 ? largerSnapshot(seed) : tinySnapshot(seed));
const ruled = (seed: number) => (seed % 3 === 0 ? withNodeRules(plain(seed), seed) : plain(seed));
const drawn = (seed: number) => (seed % 5 < 2 ? withPodRules(ruled(seed), seed) : ruled(seed));

test('a snapshot has one normal form, however it is written', () => {
  let differently = 0;
  for (const seed of SEEDS) {
    const snapshot = drawn(seed);
    const other = respelled(snapshot, seed);
    if (JSON.stringify(snapshot) !== JSON.stringify(other)) differently++;
    expect(readSnapshot(other), `seed ${seed}`).toHaveProperty('snapshot');
    expect(canonicalText(other), `seed ${seed}`).toBe(canonicalText(snapshot));
  }
  expect(differently).toBe(SEEDS.length);
});

test('the normal form is a snapshot that is read, and its own normal form', () => {
  for (const seed of SEEDS) {
    const normal = canonicalSnapshot(drawn(seed));
    expect(readSnapshot(normal)).toEqual({ snapshot: normal });
    expect(canonicalText(normal)).toBe(JSON.stringify(normal));
  }
});

const BASE: Snapshot = {
  nodes: [
    { name: 'n2', allocatable: { cpu: '1000m', memory: '1Gi', pods: '0', 'nvidia.com/gpu': '0' } },
    { name: 'n1', location: 'eu', pricePerHour: '0.1920', allocatable: {}, billedWhenEmpty: false },
  ],
  workloads: [
    {
      name: 'web',
      requests: { cpu: '0.5', pods: 1 },
      replicas: [{ node: 'n2' }, { node: 'n1' }, { node: 'n2' }],
    },
    {
      namespace: 'a',
      name: 'db',
      requests: { pods: 0, memory: '1.2Gi' },
      replicas: [
        { node: 'n2', name: 'b' },
        { node: 'n2', name: 'a' },
      ],
      movable: false,
    },
  ],
  resources: { memory: { transient: false }, cpu: { transient: true } },
  latency: {
    pairs: [
      { from: 'n2', to: 'eu', microseconds: 5 },
      { from: 'eu', to: 'eu', microseconds: 0 },
    ],
  },
  calls: [{ from: 'web', to: 'a/db', maxLatencyMicroseconds: 0, reach: 'all', stress: '1500m' }],
};

test('the normal form writes out names and amounts, and leaves out what says nothing', () => {
  expect(canonicalSnapshot(BASE)).toEqual({
    currency: 'USD',
    nodes: [
      { name: 'n1', location: 'eu', pricePerHour: '0.192', allocatable: {}, billedWhenEmpty: false },
      { name: 'n2', location: 'n2', allocatable: { cpu: '1', memory: '1073741824', pods: '0' } },
    ],
    workloads: [
      {
        namespace: 'a',
        name: 'db',
        requests: { memory: '1288490189', pods: '0' },
        replicas: [
          { node: 'n2', name: 'a' },
          { node: 'n2', name: 'b' },
        ],
        movable: false,
      },
      { namespace: 'default', name: 'web', requests: { cpu: '500m' }, replicas: { n1: 1, n2: 2 } },
    ],
    resources: { memory: { transient: false } },
    latency: {
      measure: 'round-trip',
      symmetric: false,
      pairs: [
        { from: 'eu', to: 'n2', microseconds: 5 },
        { from: 'n2', to: 'eu', microseconds: 5 },
      ],
    },
    calls: [{ from: 'default/web', to: 'a/db', maxLatencyMicroseconds: 0, stress: '1.5' }],
  });
});

describe('another meaning has another normal form', () => {
  const changes: [string, (snapshot: Snapshot) => void][] = [
    ['currency', (snapshot) => Object.assign(snapshot, { currency: 'EUR' })],
    ['a price', ({ nodes }) => Object.assign(nodes[1], { pricePerHour: '0.193' })],
    ['no price', ({ nodes }) => delete nodes[1].pricePerHour],
    ['a free node', ({ nodes }) => Object.assign(nodes[0], { pricePerHour: 0 })],
    ['a spot node', ({ nodes }) => Object.assign(nodes[0], { capacityType: 'spot' })],
    ['spot allowed', ({ workloads }) => Object.assign(workloads[0], { spot: {} })],
    ['a spot share', ({ workloads }) => Object.assign(workloads[0], { spot: { maxShare: 1 } })],
    ['a location', ({ nodes }) => delete nodes[1].location],
    ['an allocatable', ({ nodes }) => Object.assign(nodes[0].allocatable, { cpu: '1001m' })],
    ['pods without limit', ({ nodes }) => delete nodes[0].allocatable['pods']],
    ['billed', ({ nodes }) => delete nodes[1].billedWhenEmpty],
    ['a name', ({ workloads }) => Object.assign(workloads[0], { name: 'web2' })],
    ['a namespace', ({ workloads }) => delete workloads[1].namespace],
    ['pods of a replica', ({ workloads }) => delete workloads[1].requests['pods']],
    ['a place', ({ workloads }) => Object.assign(workloads[0], { replicas: { n1: 2, n2: 1 } })],
    [
      'a replica name',
      ({ workloads }) =>
        Object.assign(workloads[1], {
          replicas: [
            { node: 'n2', name: 'c' },
            { node: 'n2', name: 'a' },
          ],
        }),
    ],
    ['movable', ({ workloads }) => delete workloads[1].movable],
    ['a label', ({ nodes }) => Object.assign(nodes[0], { labels: { disk: 'ssd' } })],
    ['a taint', ({ nodes }) => Object.assign(nodes[0], { taints: [{ key: 'x', effect: 'NoSchedule' }] })],
    ['unschedulable', ({ nodes }) => Object.assign(nodes[0], { unschedulable: true })],
    ['not ready', ({ nodes }) => Object.assign(nodes[0], { ready: false })],
    ['a selector', ({ workloads }) => Object.assign(workloads[0], { nodeSelector: { disk: 'ssd' } })],
    ['a toleration', ({ workloads }) => Object.assign(workloads[0], { tolerations: [{ key: 'x' }] })],
    ['a port', ({ workloads }) => Object.assign(workloads[0], { hostPorts: [{ hostPort: 80 }] })],
    [
      'an affinity',
      ({ workloads }) =>
        Object.assign(workloads[0], {
          affinity: {
            nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } },
          },
        }),
    ],
    [
      'a replica that stays',
      ({ workloads }) =>
        Object.assign(workloads[0], {
          replicas: [{ node: 'n2', movable: false }, { node: 'n1' }, { node: 'n2' }],
        }),
    ],
    ['transient', (snapshot) => delete snapshot.resources],
    ['one way', ({ latency }) => Object.assign(latency ?? {}, { symmetric: false })],
    ['a measure', ({ latency }) => Object.assign(latency ?? {}, { measure: 'one-way' })],
    ['a latency', ({ latency }) => Object.assign(latency?.pairs[0] ?? {}, { microseconds: 6 })],
    ['a latency within', ({ latency }) => Object.assign(latency?.pairs[1] ?? {}, { microseconds: 1 })],
    ['a limit', ({ calls }) => Object.assign(calls?.[0] ?? {}, { maxLatencyMicroseconds: 1 })],
    ['no limit', ({ calls }) => delete calls?.[0].maxLatencyMicroseconds],
    ['a reach', ({ calls }) => Object.assign(calls?.[0] ?? {}, { reach: 'nearest' })],
    ['a stress', ({ calls }) => Object.assign(calls?.[0] ?? {}, { stress: '1499m' })],
  ];
  test.each(changes)('%s', async (_, change) => {
    const changed = structuredClone(BASE);
    change(changed);
    expect(canonicalText(changed)).not.toBe(canonicalText(BASE));
    expect(await snapshotDigest(changed)).not.toBe(await snapshotDigest(BASE));
  });
});

describe('digests', () => {
  test('are SHA-256 in hex, of text as UTF-8 or of bytes', async () => {
    const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(await sha256('')).toBe(empty);
    expect(await sha256(new Uint8Array(0))).toBe(empty);
    expect(await sha256('é')).toBe(await sha256(new Uint8Array([0xc3, 0xa9])));
    expect(await snapshotDigest(BASE)).toBe(await sha256(canonicalText(BASE)));
  });

  test('of a question differ with every option and the version of the solver, and with nothing else', async () => {
    const options = resolveOptions(BASE, {});
    const lexicographic = resolveOptions(BASE, { objective: { kind: 'lexicographic' } });
    const questions = [
      await questionDigest(BASE, options, '1'),
      await questionDigest(BASE, options, '2'),
      await questionDigest(BASE, lexicographic, '1'),
      await questionDigest(BASE, resolveOptions(BASE, { objective: { kind: 'weighted', alpha: 1 } }), '1'),
      await questionDigest(BASE, { ...options, maxSlots: 1 }, '1'),
      await questionDigest(BASE, { ...options, maxMoves: 1 }, '1'),
      await questionDigest(BASE, { ...options, latencyIn: 'end' }, '1'),
      await questionDigest(BASE, { ...options, strategy: 'ilp' }, '1'),
      await questionDigest(BASE, { ...options, workLimit: 1 }, '1'),
      await questionDigest(BASE, { ...options, drain: { nodes: ['n1'] } }, '1'),
      await questionDigest(BASE, { ...options, drain: { nodes: ['n2'] } }, '1'),
      await questionDigest(BASE, { ...options, keep: { nodes: ['n1'] } }, '1'),
      await questionDigest(BASE, { ...options, budgets: { nodesPerSlot: 1 } }, '1'),
      await questionDigest(BASE, { ...options, headroom: { cpu: '10%' } }, '1'),
      await questionDigest(BASE, { ...options, minimumSaving: { plan: '1' } }, '1'),
      await questionDigest(BASE, { ...options, pools: [{ name: 'a', selector: {}, minimum: 1 }] }, '1'),
      await questionDigest({ ...BASE, currency: 'EUR' }, options, '1'),
    ];
    expect(new Set(questions).size).toBe(questions.length);
    const { maxMoves, maxSlots, ...rest } = options;
    const reordered = { ...rest, maxSlots, maxMoves };
    expect(await questionDigest(respelled(BASE, 1), reordered, '1')).toBe(questions[0]);
  });
});
