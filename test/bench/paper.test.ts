import { describe, expect, test } from 'vitest';
import {
  breakableCalls,
  configuration,
  seedsOf,
  withBreakableCalls,
} from '../../bench/paper/configurations.ts';
import { fill } from '../../bench/paper/document.ts';
import { measure } from '../../bench/paper/measure.ts';

describe('configurations of the evaluation', () => {
  const commit = '3ff4fc1a7b63ffcc5a903bb735da6fdd812b0741';

  test('the seeds follow from the commit', () => {
    // printf '<commit> 32x10 5' | sha256sum
    expect(seedsOf(commit, '32x10', 5, 3)).toEqual([2613185418, 2613185419, 2613185420]);
    expect(seedsOf(commit, '32x10', 2, 1)).not.toEqual([2613185418]);
  });

  test('both pricings are one deployment', () => {
    const [unit, capacity] = (['unit', 'capacity'] as const).map((pricing) =>
      configuration('32x10', 5, pricing, 1),
    );
    expect(capacity.workloads).toEqual(unit.workloads);
    expect(capacity.nodes.map(({ pricePerHour }) => pricePerHour)).toEqual(
      unit.nodes.map(({ pricePerHour }) => String(8 * Number(pricePerHour))),
    );
  });

  test('only limits below the slowest pair of locations can break', () => {
    const ms = (value: number) => value * 1000;
    const node = (name: string) => ({ name, location: name, pricePerHour: 1, allocatable: { cpu: 1 } });
    const call = (to: string, limit?: number) => ({
      from: 'a',
      to,
      ...(limit === undefined ? {} : { maxLatencyMicroseconds: limit }),
    });
    const snapshot = {
      nodes: [node('n1'), node('n2')],
      workloads: ['a', 'b', 'c', 'd'].map((name) => ({ name, requests: {}, replicas: { n1: 1 } })),
      latency: { pairs: [{ from: 'n1', to: 'n2', microseconds: ms(50) }] },
      calls: [call('b', ms(50)), call('c', ms(50) - 1), call('d')],
    };
    expect(breakableCalls(snapshot)).toBe(1);
    expect(withBreakableCalls(snapshot).calls).toEqual([snapshot.calls[1]]);
  });
});

describe('schemes of the evaluation', () => {
  const snapshot = configuration('32x10', 5, 'unit', 7);

  test('no scheme within the rules beats the optimum, and RC restarts all', async () => {
    const optimal = await measure(snapshot, 'optimal', '0.1', 60e6);
    expect(optimal).toMatchObject({
      proved: true,
      keptPercent: 100,
      breakableKeptPercent: 100,
      violations: {},
    });
    for (const scheme of ['oneSlot', 'heuristic', 'narrow'] as const) {
      const other = await measure(snapshot, scheme, '0.1', 60e6);
      expect(other.value, scheme).toBeGreaterThanOrEqual(optimal.value);
      expect(other.keptPercent, scheme).toBe(100);
    }
    const { restarts, moves, slots } = await measure(snapshot, 'RC', '0.1', 60e6);
    expect([restarts, slots]).toEqual([32, 1]);
    expect(moves).toBeLessThanOrEqual(32);
  });

  test('limits that a baseline breaks are counted, and are missing in its share', async () => {
    let broken = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const { violations, keptPercent } = await measure(
        configuration('32x10', 5, 'unit', seed),
        'RC',
        '0.1',
        1,
      );
      const count = violations.latency ?? 0;
      // A limit of 24 calls: 8 trees of 4.
      expect(keptPercent).toBeCloseTo((100 * (24 - count)) / 24, 9);
      broken += count;
    }
    expect(broken).toBeGreaterThan(0);
  });
});

describe('the document', () => {
  const text = 'a\n<!-- bench:paper x -->\nold\n<!-- end -->\nb\n<!-- bench:paper y --><!-- end -->\n';

  test('parts replace what stands between their marks, again and again', () => {
    const once = fill(text, { x: 'new', y: 'more' });
    expect(once).toBe(
      'a\n<!-- bench:paper x -->\n\nnew\n\n<!-- end -->\nb\n<!-- bench:paper y -->\n\nmore\n\n<!-- end -->\n',
    );
    expect(fill(once, { x: 'new', y: 'more' })).toBe(once);
  });

  test('a part without a place is an error', () => {
    expect(() => fill(text, { z: '' })).toThrow('no place for z');
  });
});
