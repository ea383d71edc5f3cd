import { describe, expect, test } from 'vitest';
import type { Options } from '../../../src/model/options.ts';
import type { Node, Snapshot, Workload } from '../../../src/model/snapshot.ts';
import { movesOf, planOf } from '../planned.ts';

const node = (name: string, cpu: number, pricePerHour?: number, more: Partial<Node> = {}): Node => ({
  name,
  allocatable: { cpu },
  ...(pricePerHour !== undefined && { pricePerHour }),
  ...more,
});

const workload = (
  name: string,
  cpu: number,
  replicas: Workload['replicas'],
  more: Partial<Workload> = {},
) => ({
  name,
  requests: { cpu },
  replicas,
  ...more,
});

/** The paper's algorithm, which knows no spread. */
const choices = {
  strategy: 'heuristic',
  objective: { kind: 'lexicographic' },
  keepSpread: false,
} as const satisfies Options;

async function heuristicMoves(snapshot: Snapshot, options: Options = {}): Promise<string[][]> {
  return movesOf(await planOf(snapshot, { ...choices, ...options }));
}

describe('the order of nodes', () => {
  test('fills the cheapest node first, from the dearest', async () => {
    const nodes = [node('a', 4, 3), node('b', 4, 1), node('c', 4, 2)];
    const workloads = [workload('u', 2, { a: 1 }), workload('v', 2, { b: 1 }), workload('w', 2, { c: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['u-0 a>b']]);
  });

  test('of equally dear nodes fills the fullest, from the emptiest', async () => {
    const nodes = [node('a', 4, 1), node('b', 4, 1), node('c', 4, 1)];
    const workloads = [workload('u', 2, { a: 1 }), workload('v', 3, { b: 1 }), workload('w', 1, { c: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['w-0 c>b']]);
  });

  test('of equally dear and full nodes fills the first by name, from the last', async () => {
    const nodes = [node('b', 4, 1), node('a', 4, 1)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['v-0 b>a']]);
  });

  test('adds the shares of all resources to one load', async () => {
    const allocatable = { cpu: 10, memory: 10 };
    const nodes = [node('a', 0, 1, { allocatable }), node('b', 0, 1, { allocatable })];
    const workloads = [
      { name: 'u', requests: { cpu: 4, memory: 1 }, replicas: { a: 1 } },
      { name: 'v', requests: { cpu: 2, memory: 4 }, replicas: { b: 1 } },
    ];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['u-0 a>b']]);
  });

  test('rounds loads down exactly, where doubles would round them up', async () => {
    // b is 483870.99999999999 millionths full, a a little less: both count as 483870, and the name decides.
    const allocatable = { memory: '9000000000031' };
    const nodes = [node('a', 0, 1, { allocatable }), node('b', 0, 1, { allocatable })];
    const sized = (name: string, memory: string, on: string) => ({
      name,
      requests: { memory },
      replicas: { [on]: 1 },
    });
    const workloads = [sized('u', '4354839000014', 'a'), sized('v', '4354839000015', 'b')];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['v-0 b>a']]);
  });
});

describe('what is moved', () => {
  // u fills half of a. q can go there at once; what q leaves on b is what w needs.
  const waiting = {
    nodes: [node('a', 5, 1), node('b', 5, 2), node('c', 4, 9), node('d', 1, 5)],
    workloads: [
      workload('u', 2, { a: 1 }),
      workload('q', 2, { b: 1 }),
      workload('t', 1, { b: 1 }),
      workload('w', 4, { c: 1 }),
      workload('x', 1, { d: 1 }),
    ],
  };

  test('fits beside all old copies: room that a replica leaves can be taken in the next slot', async () => {
    expect(await heuristicMoves(waiting)).toEqual([['q-0 b>a', 'x-0 d>a'], ['w-0 c>b']]);
  });

  test('takes room at once that a replica leaves of a resource that is not transient', async () => {
    const released = { ...waiting, resources: { cpu: { transient: false } } };
    expect(await heuristicMoves(released)).toEqual([['q-0 b>a', 'w-0 c>b', 'x-0 d>a']]);
  });

  test('never moves twice, though it would save more', async () => {
    const nodes = [node('a', 7, 1), node('b', 7, 2), node('c', 6, 9), node('d', 1, 5), node('e', 8, 3)];
    const others = [workload('u', 2, { a: 1 }), workload('t', 1, { b: 1 })];
    const start = [workload('q', 2, { b: 1 }), workload('s', 2, { e: 1 }), workload('x', 1, { d: 1 })];
    const workloads = [...others, ...start, workload('w', 6, { c: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([
      ['q-0 b>a', 's-0 e>a', 'w-0 c>e', 'x-0 d>a'],
    ]);
    const end = ['q', 's'].map((name) => workload(name, 2, { a: 1 }));
    const after = [...others, ...end, workload('x', 1, { a: 1 }), workload('w', 6, { e: 1 })];
    expect(await heuristicMoves({ nodes, workloads: after })).toEqual([['w-0 e>b']]);
  });

  test('takes as many replicas of a group as fit, in order of their names', async () => {
    const nodes = [node('a', 3, 1), node('b', 3, 2), node('c', 9, 9)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 }), workload('w', 1, { c: 4 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([
      ['w-0 c>a', 'w-1 c>a', 'w-2 c>b', 'w-3 c>b'],
    ]);
  });

  test('has all resources fit that it requests, and only those', async () => {
    const full = { cpu: 4, gpu: 1 };
    const nodes = [node('a', 0, 1, { allocatable: full }), node('b', 0, 2, { allocatable: full })];
    const workloads = [
      { name: 'u', requests: { gpu: 2 }, replicas: { a: 1 } },
      { name: 'v', requests: { gpu: 1 }, replicas: { b: 1 } },
      { name: 'w', requests: { cpu: 1 }, replicas: { b: 1 } },
    ];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([]);
    const free = workloads.filter(({ name }) => name !== 'v');
    expect(await heuristicMoves({ nodes, workloads: free })).toEqual([['w-0 b>a']]);
  });

  test('never is a pinned replica, nor one beside it', async () => {
    const nodes = [node('a', 4, 1), node('b', 4, 2)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 })];
    const pinned = workload('p', 1, { b: 1 }, { movable: false });
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['v-0 b>a']]);
    expect(await heuristicMoves({ nodes, workloads: [...workloads, pinned] })).toEqual([]);
  });

  test('never stands on a node that costs nothing, or whose price is unknown', async () => {
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 })];
    for (const price of [0, undefined]) {
      expect(await heuristicMoves({ nodes: [node('a', 4, 0), node('b', 4, price)], workloads })).toEqual([]);
    }
    expect(await heuristicMoves({ nodes: [node('a', 4, 0), node('b', 4, 1)], workloads })).toEqual([
      ['v-0 b>a'],
    ]);
  });

  test('never goes to an empty node, however cheap', async () => {
    const nodes = [node('a', 4, 1), node('b', 4, 9)];
    expect(await heuristicMoves({ nodes, workloads: [workload('u', 1, { b: 1 })] })).toEqual([]);
  });

  test('stops at maxMoves', async () => {
    const nodes = [node('a', 4, 1), node('b', 2, 8), node('c', 2, 9)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 }), workload('w', 1, { c: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([['v-0 b>a', 'w-0 c>a']]);
    expect(await heuristicMoves({ nodes, workloads }, { maxMoves: 1 })).toEqual([['w-0 c>a']]);
  });
});

describe('when it ends', () => {
  test('discards a slot that empties nothing', async () => {
    const nodes = [node('a', 4, 1), node('b', 5, 2)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 }), workload('w', 4, { b: 1 })];
    expect(await heuristicMoves({ nodes, workloads })).toEqual([]);
  });

  test('moves nothing when what is saved is worth less than the disruption', async () => {
    const nodes = [node('a', 4, 1), node('b', 4, 3)];
    const workloads = [workload('u', 1, { a: 1 }), workload('v', 1, { b: 1 })];
    const weighted = (alpha: number) => ({ objective: { kind: 'weighted' as const, alpha } });
    expect(await heuristicMoves({ nodes, workloads }, weighted(1.4))).toEqual([['v-0 b>a']]);
    expect(await heuristicMoves({ nodes, workloads }, weighted(1.5))).toEqual([]);
  });
});

describe('latency', () => {
  const x = { location: 'x' };
  const nodes = [
    node('a', 9, 1, { location: 'y' }),
    node('b', 9, 2, x),
    node('c', 9, 3, x),
    node('d', 9, 4, x),
  ];
  const home = workload('h', 1, { a: 1 });
  const workloads = [home, workload('u', 1, { b: 1 }), workload('v', 1, { c: 1, d: 1 })];
  const limited = (reach: 'all' | 'nearest') => [{ from: 'u', to: 'v', maxLatencyMicroseconds: 5, reach }];
  const pairs = [
    { from: 'x', to: 'x', microseconds: 3 },
    { from: 'x', to: 'y', microseconds: 1 },
  ];

  test('lets a replica without partners go anywhere', async () => {
    const moves = [['u-0 b>a', 'v-0 c>a', 'v-1 d>a']];
    expect(await heuristicMoves({ nodes, workloads })).toEqual(moves);
    expect(await heuristicMoves({ nodes, workloads, calls: [{ from: 'u', to: 'v' }] })).toEqual(moves);
  });

  test.each(['end', 'slots', 'copies'] as const)(
    'in %s, keeps a replica with a partner in its location, however short the way to another',
    async (latencyIn) => {
      const snapshot = { nodes, workloads, calls: limited('all'), latency: { pairs } };
      expect(await heuristicMoves(snapshot, { latencyIn })).toEqual([['v-0 c>b', 'v-1 d>b']]);
    },
  );

  test('in copies, holds back one callee in each location that a nearest call needs', async () => {
    const snapshot = { nodes, workloads, calls: limited('nearest'), latency: { pairs } };
    expect(await heuristicMoves(snapshot, { latencyIn: 'slots' })).toEqual([['v-0 c>b', 'v-1 d>b']]);
    expect(await heuristicMoves(snapshot, { latencyIn: 'copies' })).toEqual([['v-1 d>b'], ['v-0 c>b']]);
    const single = { ...snapshot, workloads: [...workloads.slice(0, 2), workload('v', 1, { d: 1 })] };
    expect(await heuristicMoves(single, { latencyIn: 'slots' })).toEqual([['v-0 d>b']]);
    expect(await heuristicMoves(single, { latencyIn: 'copies' })).toEqual([]);
  });
});
