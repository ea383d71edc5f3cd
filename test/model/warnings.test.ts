import { expect, test } from 'vitest';
import { occupiedNodes } from '../../src/model/placement.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { warningsOf } from '../../src/model/warnings.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { respelled } from './respelled.ts';

/** Codes and subjects. */
const named = (snapshot: Snapshot, below?: number) =>
  warningsOf(snapshot, below).map(({ code, subject }) => `${code} ${subject}`);

const node = (name: string, location: string) => ({
  name,
  location,
  pricePerHour: 1,
  allocatable: { cpu: 1 },
});
const running = (name: string) => ({ name, requests: { cpu: '100m' }, replicas: { n1: 1 } });
const SNAPSHOT: Snapshot = {
  nodes: [node('n1', 'a'), node('n2', 'b'), node('n3', 'c')],
  workloads: [running('x'), running('y'), { ...running('idle'), replicas: {} }],
  latency: {
    pairs: [
      { from: 'a', to: 'b', microseconds: 1 },
      { from: 'b', to: 'c', microseconds: 1 },
      { from: 'a', to: 'c', microseconds: 1 },
    ],
  },
  calls: [{ from: 'x', to: 'y', maxLatencyMicroseconds: 1 }],
};

test('a snapshot that leaves nothing open has no warnings', () => {
  expect(warningsOf(SNAPSHOT)).toEqual([]);
});

test('a node without a price is named, empty or not; a free one is not', () => {
  const { nodes } = SNAPSHOT;
  const { pricePerHour: _, ...unpriced } = nodes[2];
  expect(named({ ...SNAPSHOT, nodes: [unpriced, { ...nodes[0], pricePerHour: 0 }, nodes[1]] })).toEqual([
    'no-price n3',
  ]);
});

test('a workload that requests nothing but its pod is named when it has replicas', () => {
  const workloads = [
    { ...running('x'), requests: {} },
    { ...running('y'), requests: { cpu: 0, memory: '0Mi', pods: 1 } },
    { ...running('idle'), requests: {}, replicas: { n1: 0 } },
  ];
  expect(named({ ...SNAPSHOT, workloads })).toEqual(['best-effort default/x', 'best-effort default/y']);
});

test('locations of latency where no node is are named together', () => {
  const pairs = SNAPSHOT.latency?.pairs ?? [];
  const far = ['f', 'e', 'd', 'B'].map((to) => ({ from: 'a', to, microseconds: 1 }));
  const own = { from: 'g', to: 'g', microseconds: 0 };
  const [warning, ...more] = warningsOf({ ...SNAPSHOT, latency: { pairs: [...pairs, ...far, own] } });
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ code: 'unused-latency', subject: 'B' });
  expect(warning.message).toContain('no node is: B, d, e and 1 more.');
});

test('a rule for a resource that no replica requests is named when it would change something', () => {
  const rule = (name: string, transient = false) => ({ ...SNAPSHOT, resources: { [name]: { transient } } });
  expect(named(rule('memory'))).toEqual(['unused-resource memory']);
  expect(named(rule('memory', true))).toEqual([]);
  expect(named(rule('cpu'))).toEqual([]);
  expect(named(rule('pods'))).toEqual([]);
  const idle = { ...running('idle'), requests: { memory: 1 }, replicas: {} };
  expect(named({ ...rule('memory'), workloads: [...SNAPSHOT.workloads, idle] }).at(-1)).toBe(
    'unused-resource memory',
  );
});

test('a limited call is named with the ordered pairs of locations in use that are unknown', () => {
  const pairs = SNAPSHOT.latency?.pairs.slice(0, 1) ?? [];
  const [warning, ...more] = warningsOf({ ...SNAPSHOT, latency: { symmetric: false, pairs } });
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ code: 'no-latency', subject: 'default/x -> default/y' });
  expect(warning.message).toContain(': a -> c, b -> a, b -> c and 2 more.');
  const [shorter] = warningsOf({
    ...SNAPSHOT,
    latency: { pairs: SNAPSHOT.latency?.pairs.slice(0, 2) ?? [] },
  });
  expect(shorter.message).toContain(': a -> c, c -> a.');
});

test('an unknown latency is no matter without a limit, without replicas on both sides, or where no node is', () => {
  const unknown = { ...SNAPSHOT, latency: { pairs: [] } };
  expect(named({ ...unknown, calls: [{ from: 'x', to: 'y' }] })).toEqual([]);
  expect(named({ ...unknown, calls: [{ from: 'x', to: 'idle', maxLatencyMicroseconds: 1 }] })).toEqual([]);
  expect(named({ ...unknown, nodes: SNAPSHOT.nodes.slice(0, 1) })).toEqual([]);
  const { latency: _, ...without } = SNAPSHOT;
  expect(named(without)).toEqual(['no-latency default/x -> default/y']);
});

test('when every node in use hosts a replica that may not move, that is said once', () => {
  const pinned = (nodes: string[]) => ({
    ...running('agent'),
    movable: false,
    replicas: Object.fromEntries(nodes.map((node) => [node, 1])),
  });
  const occupied = SNAPSHOT.nodes.map(({ name }) => name);
  const everywhere = { ...SNAPSHOT, workloads: [...SNAPSHOT.workloads, pinned(occupied)] };
  expect(named(everywhere)).toEqual([`all-pinned ${occupied[0]}`]);
  const [one, ...others] = [...occupiedNodes(SNAPSHOT)];
  expect(one).toBeDefined();
  expect(named({ ...SNAPSHOT, workloads: [...SNAPSHOT.workloads, pinned(others)] })).toEqual([]);
});

test('memory requests below a kibibyte are named: a suffix is missing', () => {
  const asking = (memory: string) => ({
    ...SNAPSHOT,
    workloads: [{ ...running('x'), requests: { cpu: 1, memory } }, running('y')],
  });
  expect(named(asking('256m'))).toEqual(['tiny-request default/x memory']);
  expect(named(asking('1023'))).toEqual(['tiny-request default/x memory']);
  expect(named(asking('1Ki'))).toEqual([]);
});

test('warnings are the same however a snapshot is written', () => {
  let some = 0;
  for (let seed = 0; seed < 60; seed++) {
    const snapshot = largerSnapshot(seed);
    const warnings = warningsOf(snapshot);
    if (warnings.length > 1) some++;
    expect(warningsOf(respelled(snapshot, seed))).toEqual(warnings);
  }
  expect(some).toBeGreaterThan(6);
});

test('placeholders are named, and not warned of otherwise', () => {
  const low = { ...running('low'), requests: {}, priority: -10 };
  const snapshot = { ...SNAPSHOT, workloads: [...SNAPSHOT.workloads, low] };
  expect(named(snapshot, -9)).toEqual(['placeholder default/low']);
  expect(named(snapshot, -10)).toEqual(['best-effort default/low']);
});
