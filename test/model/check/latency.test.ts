import { describe, expect, test } from 'vitest';
import { LATENCY_MODES, type LatencyMode } from '../../../src/model/options.ts';
import type { Call, Snapshot } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** x and y are 5 µs apart, x and z 20, x and w 21; nothing is known between y and z. Two nodes in each location. */
const base = {
  nodes: ['x', 'y', 'z', 'w'].flatMap((location) =>
    nodesOf({ [`${location}1`]: {}, [`${location}2`]: {} }).map((node) => ({ ...node, location })),
  ),
  latency: {
    pairs: [
      { from: 'x', to: 'y', microseconds: 5 },
      { from: 'x', to: 'z', microseconds: 20 },
      { from: 'x', to: 'w', microseconds: 21 },
    ],
  },
};

/** `a` calls `b` with a limit of 5 µs. */
function deployment(a: Record<string, number>, b: Record<string, number>, reach?: Call['reach']): Snapshot {
  const workloads = [workloadOf('a', {}, a), workloadOf('b', {}, b)];
  return { ...base, workloads, calls: [{ from: 'a', to: 'b', maxLatencyMicroseconds: 5, reach }] };
}

const late = (slot: number, excess: number | 'unknown') => `${slot}: default/a -> default/b by ${excess}`;

interface Row {
  title: string;
  a: Record<string, number>;
  b: Record<string, number>;
  slots: string[][];
  expected: Record<LatencyMode, string[]>;
}

const always = (...expected: string[]) => ({ end: expected, slots: expected, copies: expected });

const ALL: Row[] = [
  { title: 'within the limit', a: { x1: 1 }, b: { x1: 1 }, slots: [['a-0 x1>y1']], expected: always() },
  {
    title: 'beyond the limit',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1']],
    expected: always(late(1, 15)),
  },
  {
    title: 'the callee moves',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['b-0 x1>z1']],
    expected: always(late(1, 15)),
  },
  {
    title: 'partners cross together',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1', 'b-0 x1>z2']],
    expected: { end: [], slots: [], copies: [late(1, 15)] },
  },
  {
    title: 'partners cross one after the other',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1'], ['b-0 x1>z2']],
    expected: { end: [], slots: [late(1, 15)], copies: [late(1, 15), late(2, 15)] },
  },
  {
    title: 'partners recreated together',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1 recreate', 'b-0 x1>z2 recreate']],
    expected: { end: [], slots: [], copies: [late(1, 15)] },
  },
  {
    title: 'one of two partners recreated',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1 recreate', 'b-0 x1>z2']],
    expected: { end: [], slots: [], copies: [late(1, 15)] },
  },
  {
    title: 'into an unknown latency',
    a: { x1: 1 },
    b: { y1: 1 },
    slots: [['a-0 x1>z1']],
    expected: always(late(1, 'unknown')),
  },
  {
    title: 'the worst of all pairs counts, unknown most of all',
    a: { x1: 3 },
    b: { x1: 1, y1: 1 },
    slots: [['a-0 x1>w1'], ['a-1 x1>x2']],
    expected: {
      end: [late(2, 'unknown')],
      slots: [late(1, 'unknown')],
      copies: [late(1, 'unknown')],
    },
  },
  {
    title: 'an inherited breach stays as it is',
    a: { x1: 1 },
    b: { z1: 1 },
    slots: [['a-0 x1>x2'], ['b-0 z1>z2']],
    expected: always(),
  },
  {
    title: 'an inherited breach grows',
    a: { x1: 1 },
    b: { z1: 1 },
    slots: [['b-0 z1>w1']],
    expected: always(late(1, 1)),
  },
  {
    title: 'an inherited breach of one pair excuses no other',
    a: { x1: 1 },
    b: { x1: 1, z1: 1 },
    slots: [['b-0 x1>z1']],
    expected: always(late(1, 15)),
  },
  {
    title: 'an unknown latency stays where it was',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['a-0 y1>y2', 'b-0 z1>z2']],
    expected: always(),
  },
  {
    title: 'an unknown latency becomes one within the limit',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['b-0 z1>x1']],
    expected: always(),
  },
  {
    title: 'an unknown latency becomes one beyond the limit',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['a-0 y1>x1']],
    expected: always(late(1, 15)),
  },
  {
    title: 'an unknown latency becomes another unknown one',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['b-0 z1>w1']],
    expected: always(late(1, 'unknown')),
  },
];

const NEAREST: Row[] = [
  {
    title: 'another callee is near enough',
    a: { x1: 1 },
    b: { x1: 1, z1: 1 },
    slots: [['b-1 z1>w1']],
    expected: always(),
  },
  {
    title: 'the nearest callee goes too far',
    a: { x1: 1 },
    b: { x1: 1, w1: 1 },
    slots: [['b-1 x1>z1']],
    expected: { end: [late(1, 15)], slots: [late(1, 15)], copies: [late(1, 16)] },
  },
  {
    title: 'the nearest callee goes as far as it may; while it moves, it does not count',
    a: { x1: 1 },
    b: { x1: 1, z1: 1 },
    slots: [['b-0 x1>y1']],
    expected: { end: [], slots: [], copies: [late(1, 15)] },
  },
  {
    title: 'a second near callee bridges the move of the first',
    a: { x1: 1 },
    b: { x1: 2 },
    slots: [['b-0 x1>y1']],
    expected: always(),
  },
  {
    title: 'all callees move at once',
    a: { x1: 1 },
    b: { x1: 1 },
    slots: [['b-0 x1>x2']],
    expected: { end: [], slots: [], copies: [late(1, 'unknown')] },
  },
  {
    title: 'the caller leaves its callee',
    a: { x1: 2 },
    b: { x1: 1 },
    slots: [['a-0 x1>z1']],
    expected: always(late(1, 15)),
  },
  {
    title: 'caller and callee cross together, a second callee stays',
    a: { x1: 1 },
    b: { x1: 2 },
    slots: [['a-0 x1>z1', 'b-0 x1>z1']],
    expected: { end: [], slots: [], copies: [late(1, 15)] },
  },
  {
    title: 'into an unknown latency',
    a: { x1: 1 },
    b: { y1: 1 },
    slots: [['a-0 x1>z1']],
    expected: always(late(1, 'unknown')),
  },
  {
    title: 'a caller that was far from all stays as far',
    a: { x1: 1 },
    b: { z1: 1, w1: 1 },
    slots: [['b-0 w1>w2'], ['b-1 z1>z2']],
    expected: { end: [], slots: [], copies: [late(2, 1)] },
  },
  {
    title: 'a caller that was far from all gets further',
    a: { x1: 1 },
    b: { z1: 1 },
    slots: [['b-0 z1>w1']],
    expected: { end: [late(1, 1)], slots: [late(1, 1)], copies: [late(1, 'unknown')] },
  },
  {
    title: 'a caller that knew no latency stays, and a callee stays where one was',
    a: { y1: 1 },
    b: { z1: 1, w1: 1 },
    slots: [['a-0 y1>y2', 'b-1 z1>w2']],
    expected: always(),
  },
  {
    title: 'a caller that knew no latency loses the callees where they were',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['b-0 z1>w1']],
    expected: always(late(1, 'unknown')),
  },
  {
    title: 'a caller that knew no latency moves within the limit, beyond it and to another unknown',
    a: { y1: 1 },
    b: { z1: 1 },
    slots: [['a-0 y1>z1'], ['a-0 z1>x1'], ['a-0 x1>w1']],
    expected: {
      end: [late(3, 'unknown')],
      slots: [late(2, 15), late(3, 'unknown')],
      copies: [late(2, 15), late(3, 'unknown')],
    },
  },
];

describe.each(LATENCY_MODES)('latency in %s', (latencyIn) => {
  test.each(ALL)('reach all: $title', ({ a, b, slots, expected }) => {
    expect(broken('latency', deployment(a, b), planOf(...slots), { latencyIn })).toEqual(expected[latencyIn]);
    expect(broken('latency', deployment(a, b, 'all'), planOf(...slots), { latencyIn })).toEqual(
      expected[latencyIn],
    );
  });

  test.each(NEAREST)('reach nearest: $title', ({ a, b, slots, expected }) => {
    expect(broken('latency', deployment(a, b, 'nearest'), planOf(...slots), { latencyIn })).toEqual(
      expected[latencyIn],
    );
  });
});

test('latency holds in slots unless the option says otherwise', () => {
  const plan = planOf(['a-0 x1>z1'], ['b-0 x1>z2']);
  expect(broken('latency', deployment({ x1: 1 }, { x1: 1 }), plan)).toEqual([late(1, 15)]);
});

test('latency is reported in the slots that change it: for pairs that move, for all callers of a callee that moves', () => {
  const plan = planOf(['a-0 x1>z1'], ['a-1 x1>x2'], ['b-0 x1>x2']);
  expect(broken('latency', deployment({ x1: 2 }, { x1: 1 }), plan)).toEqual([late(1, 15), late(3, 15)]);
  expect(broken('latency', deployment({ x1: 2 }, { x1: 1 }, 'nearest'), plan)).toEqual([
    late(1, 15),
    late(3, 15),
  ]);
});

describe('latency data', () => {
  const moved = planOf(['a-0 x1>y1']);
  const withLatency = (latency: Snapshot['latency']): Snapshot => ({
    ...deployment({ x1: 1 }, { x1: 1 }),
    latency,
  });

  test.each([
    {
      title: 'a pair holds both ways',
      latency: { pairs: [{ from: 'x', to: 'y', microseconds: 5 }] },
      expected: [],
    },
    {
      title: 'the direction from caller to callee counts',
      latency: {
        pairs: [
          { from: 'x', to: 'y', microseconds: 1 },
          { from: 'y', to: 'x', microseconds: 7 },
        ],
      },
      expected: [late(1, 2)],
    },
    {
      title: 'a pair holds one way when not symmetric',
      latency: { symmetric: false, pairs: [{ from: 'x', to: 'y', microseconds: 5 }] },
      expected: [late(1, 'unknown')],
    },
    { title: 'no latency is unknown, not zero', latency: undefined, expected: [late(1, 'unknown')] },
    {
      title: 'a latency within a location counts when it is given',
      latency: {
        pairs: [
          { from: 'x', to: 'y', microseconds: 6 },
          { from: 'x', to: 'x', microseconds: 6 },
        ],
      },
      expected: [],
    },
  ])('$title', ({ latency, expected }) => {
    expect(broken('latency', withLatency(latency), moved)).toEqual(expected);
  });

  test('a node without a location is one of its own', () => {
    const nodes = base.nodes.map(({ location: _, ...node }) => node);
    const snapshot = { ...deployment({ x1: 1 }, { x1: 1 }), nodes };
    expect(broken('latency', snapshot, planOf(['a-0 x1>x2']))).toEqual([late(1, 'unknown')]);
  });
});

test.each([
  { title: 'without a limit', call: { from: 'a', to: 'b' } },
  { title: 'of a workload without replicas', call: { from: 'a', to: 'none', maxLatencyMicroseconds: 0 } },
  { title: 'by a workload without replicas', call: { from: 'none', to: 'a', maxLatencyMicroseconds: 0 } },
])('a call $title is not judged', ({ call }) => {
  const snapshot = deployment({ x1: 1 }, { x1: 1 });
  snapshot.workloads.push(workloadOf('none', {}, { x1: 0 }));
  expect(broken('latency', { ...snapshot, calls: [call] }, planOf(['a-0 x1>w1']))).toEqual([]);
});
