import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/model/limits.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { errorsOf, good, many, withValue } from './good-question.ts';

const record = (count: number, value: unknown) => Object.fromEntries(many(count, (i) => [`x${i}`, value]));
const crowd = (replicas: number) =>
  many(replicas / 100_000, (i) => ({ name: `w${i}`, requests: {}, replicas: { n1: 100_000 } }));

describe('sizes', () => {
  test.each<[string, unknown, string]>([
    ['snapshot nodes', many(LIMITS.nodes + 1, () => null), '/snapshot/nodes'],
    ['snapshot nodes', many(1_000_000, () => null), '/snapshot/nodes'],
    ['snapshot workloads', many(LIMITS.workloads + 1, () => null), '/snapshot/workloads'],
    ['snapshot calls', many(LIMITS.calls + 1, () => null), '/snapshot/calls'],
    ['snapshot latency pairs', many(LIMITS.latencyPairs + 1, () => null), '/snapshot/latency/pairs'],
    ['snapshot nodes 0 allocatable', record(LIMITS.resources + 1, 1), '/snapshot/nodes/0/allocatable'],
    ['snapshot workloads 0 requests', record(LIMITS.resources + 1, 1), '/snapshot/workloads/0/requests'],
    ['snapshot resources', record(LIMITS.resources + 1, { transient: true }), '/snapshot/resources'],
    ['snapshot workloads 0 replicas', record(LIMITS.nodes + 1, 1), '/snapshot/workloads/0/replicas'],
    [
      'snapshot workloads 0 replicas',
      many(LIMITS.replicas + 1, () => ({ node: 'n1' })),
      '/snapshot/workloads/0/replicas',
    ],
  ])('%s: a list that is too long is one error', (place, value, pointer) => {
    const { errors } = errorsOf(readQuestion(withValue(place, value)));
    expect(errors.filter(({ code }) => code === 'too-many').map((error) => error.pointer)).toContain(pointer);
    expect(errors.filter(({ pointer: found }) => found.startsWith(`${pointer}/`))).toEqual([]);
  });

  test('replicas are counted over all workloads', () => {
    const question = (replicas: number) =>
      readQuestion({
        snapshot: { nodes: good().snapshot.nodes, currency: 'EUR', workloads: crowd(replicas) },
      });
    expect(question(LIMITS.replicas)).toHaveProperty('snapshot');
    expect(errorsOf(question(LIMITS.replicas + 100_000)).errors).toMatchObject([
      { code: 'too-many', pointer: '/snapshot/workloads' },
    ]);
  });

  test('requested resources are counted over all workloads, and so are amounts', () => {
    const nodes = [{ name: 'n1', allocatable: {} }];
    const asking = (resource: string, i: number) => ({
      name: `w${i}`,
      requests: { [resource]: 1 },
      replicas: {},
    });
    const different = many(LIMITS.resources + 1, (i) => asking(`r${i}`, i));
    expect(errorsOf(readSnapshot({ nodes, workloads: different })).errors).toMatchObject([
      { code: 'too-many', pointer: '/workloads' },
    ]);
    expect(readSnapshot({ nodes, workloads: different.slice(1) })).toHaveProperty('snapshot');
    const wide = many(LIMITS.amounts / LIMITS.resources, (i) => asking(`r${i % LIMITS.resources}`, i));
    expect(errorsOf(readSnapshot({ nodes, workloads: wide })).errors).toMatchObject([
      { code: 'too-many', pointer: '/workloads' },
    ]);
    expect(readSnapshot({ nodes, workloads: wide.slice(1) })).toHaveProperty('snapshot');
  });

  test('locations count when a pair names them and a node is there', () => {
    const places = many(LIMITS.latencyLocations + 1, (i) => `p${i}`);
    const nodes = places.map((name) => ({ name, allocatable: {} }));
    const pairs = places.map((from) => ({ from, to: 'elsewhere', microseconds: 1 }));
    const snapshot = { nodes, workloads: [], latency: { pairs } };
    expect(errorsOf(readSnapshot(snapshot)).errors).toMatchObject([
      { code: 'too-many', pointer: '/latency/pairs' },
    ]);
    expect(readSnapshot({ ...snapshot, latency: { pairs: pairs.slice(1) } })).toHaveProperty('snapshot');
    expect(readSnapshot({ ...snapshot, nodes: nodes.slice(1) })).toHaveProperty('snapshot');
  });
});
