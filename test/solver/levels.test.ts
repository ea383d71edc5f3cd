import { describe, expect, test } from 'vitest';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { better, evaluate, isProved, levelsOf, priceBound, trivialBounds } from '../../src/solver/levels.ts';
import { EMPTY_SCHEDULE, rowsOf, toSchedule } from '../../src/solver/schedule.ts';
import { reachable } from './brute-force.ts';
import { instance } from './brute-force-compare.ts';

/** n1(4,$10){A3} n2(4,$1){B2} n3(4,$1){D2, pinned}; groups in this order. */
const hand: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
    { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4 } },
    { name: 'n3', pricePerHour: 1, allocatable: { cpu: 4 } },
  ],
  workloads: [
    { name: 'A', requests: { cpu: 3 }, replicas: { n1: 1 } },
    { name: 'B', requests: { cpu: 2 }, replicas: { n2: 1 } },
    { name: 'D', requests: { cpu: 2 }, replicas: { n3: 1 }, movable: false },
  ],
};
const problemOf = (snapshot: Snapshot, options: Options = {}): Problem =>
  toProblem(snapshot, resolveOptions(snapshot, options));
const weighted = problemOf(hand, { objective: { kind: 'weighted', alpha: 1 } });
const lexicographic = problemOf(hand, { objective: { kind: 'lexicographic' } });

const twoSlots = toSchedule([
  [1, 2, 1, 1],
  [0, 1, 2, 1],
]);

describe('what a schedule comes to', () => {
  test('staying costs the nodes in use, and nothing else', () => {
    expect(evaluate(weighted, EMPTY_SCHEDULE)).toEqual({ price: 12, moves: 0, slots: 0 });
  });

  test('a node counts when something hosts there in the end', () => {
    expect(evaluate(weighted, twoSlots)).toEqual({ price: 2, moves: 2, slots: 2 });
  });

  test('weighted has one level, price + α (moves + slots); lexicographic has three', () => {
    expect(levelsOf(weighted, evaluate(weighted, twoSlots))).toEqual([6]);
    expect(levelsOf(lexicographic, evaluate(lexicographic, twoSlots))).toEqual([2, 2, 2]);
  });
});

describe('which is better', () => {
  test('lexicographic: price before moves before slots', () => {
    const best = { price: 1, moves: 5, slots: 5 };
    expect(better(lexicographic, best, { price: 2, moves: 0, slots: 0 })).toBe(true);
    expect(better(lexicographic, { ...best, moves: 4 }, best)).toBe(true);
    expect(better(lexicographic, { ...best, slots: 6 }, best)).toBe(false);
  });

  test('weighted: of equal values the one with fewer moves, then fewer slots', () => {
    const base = { price: 10, moves: 2, slots: 2 };
    expect(better(weighted, { price: 10, moves: 1, slots: 3 }, base)).toBe(true);
    expect(better(weighted, { price: 11, moves: 2, slots: 1 }, base)).toBe(true);
    expect(better(weighted, { price: 9, moves: 3, slots: 2 }, base)).toBe(false);
  });

  test('no schedule is better than itself', () => {
    const score = evaluate(weighted, twoSlots);
    expect(better(weighted, score, { ...score })).toBe(false);
  });

  test('proved means that every bound has reached its value', () => {
    expect(isProved([2, 2, 2], [2, 2, 2])).toBe(true);
    expect(isProved([2, 2, 2], [2, 2, 1])).toBe(false);
  });
});

describe('bounds without search', () => {
  test('the node of a pinned replica stays, and what else is in use must find room', () => {
    // n3 stays: 1. Of 7 cpu it takes 4, and 3 of the 4 on n2 cost ¾, which is 1 in whole money.
    expect(trivialBounds(weighted)).toEqual([2]);
    expect(trivialBounds(lexicographic)).toEqual([2, 0, 0]);
  });

  test('no placement that can be reached is cheaper than the bound', () => {
    let above = 0;
    for (let i = 0; i < 30; i++) {
      const snapshot = instance(i);
      const problem = problemOf(snapshot);
      const bound = BigInt(priceBound(problem)) * problem.moneyUnit;
      const prices = reachable(snapshot, 'end').map(({ price }) => price);
      expect(prices.every((price) => price >= bound)).toBe(true);
      if (bound > 0n) above++;
    }
    expect(above).toBeGreaterThan(15);
  });

  test('rounding in the order of nodes can not lift it: prices and rooms near 2^52', () => {
    const snapshot: Snapshot = {
      nodes: [
        { name: 'a', pricePerHour: '4503.599627370495', allocatable: { memory: '4503599627370496' } },
        { name: 'b', pricePerHour: '4503.599627370494', allocatable: { memory: '4503599627370495' } },
      ],
      workloads: [{ name: 'w', requests: { memory: '2251799813685247' }, replicas: { b: 1 } }],
    };
    const problem = problemOf(snapshot, { objective: { kind: 'lexicographic' } });
    const cheapest = 4503599627370494n * 10n ** 9n;
    expect(BigInt(priceBound(problem)) * problem.moneyUnit).toBeLessThanOrEqual(cheapest);
    expect(priceBound(problem)).toBeGreaterThan(0);
  });
});

describe('schedules', () => {
  test('are sorted by slot, group and target', () => {
    const rows = [...rowsOf(twoSlots)];
    expect(rows).toEqual([
      [1, 2, 1, 1],
      [0, 1, 2, 1],
    ]);
    expect(toSchedule([...rows].reverse())).toEqual(twoSlots);
  });

  test('join rows of the same moves, leave out empty ones and close up slots', () => {
    const schedule = toSchedule([
      [0, 1, 7, 2],
      [0, 1, 7, 1],
      [0, 2, 3, 0],
      [1, 2, 5, 1],
    ]);
    expect([...rowsOf(schedule)]).toEqual([
      [1, 2, 1, 1],
      [0, 1, 2, 3],
    ]);
  });
});
