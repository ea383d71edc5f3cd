import { describe, expect, test } from 'vitest';
import { estimate, paired, studentQuantile, unpaired } from '../../bench/paper/statistics.ts';

describe('intervals of the evaluation', () => {
  test.each([
    // From printed tables of Student's t, two-sided 95 %.
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [9, 2.262],
    [10, 2.228],
    [29, 2.045],
    [49, 2.01],
    [120, 1.98],
  ])('the quantile of %i degrees of freedom is %f', (freedom, expected) => {
    expect(studentQuantile(freedom)).toBeCloseTo(expected, 3);
  });

  test('an interval is the quantile times the standard error, either side of the mean', () => {
    // Standard deviation 2 of 4 values: error 1.
    const values = [10 - Math.sqrt(3), 10 - Math.sqrt(3), 10 + Math.sqrt(3), 10 + Math.sqrt(3)];
    const { mean, low, high, count } = estimate(values);
    expect([mean, high - mean, mean - low, count]).toEqual([
      expect.closeTo(10, 9),
      expect.closeTo(3.182, 3),
      expect.closeTo(3.182, 3),
      4,
    ]);
  });

  test('equal values have no interval, a single one has no end', () => {
    expect(estimate([7, 7, 7])).toEqual({ mean: 7, low: 7, high: 7, count: 3 });
    expect(estimate([7]).high).toBe(Number.POSITIVE_INFINITY);
  });

  test('pairs take out what their configurations have in common', () => {
    const first = [1, 50, 100];
    const second = [0, 49, 99];
    expect(paired(first, second)).toEqual({ mean: 1, low: 1, high: 1, count: 3 });
    expect(unpaired(first, second).low).toBeLessThan(-50);
    expect(() => paired([1], [1, 2])).toThrow(RangeError);
  });

  test("Welch's interval of unequal spreads", () => {
    // Variances 1 and 4 of 3 and 5 values: error² = 1/3 + 4/5, freedom 1.2844 / (1/18 + 0.16) = 5.96, rounded down to 5.
    const first = [9, 10, 11];
    const second = [3, 5, 5, 5, 7].map((value) => 5 + (value - 5) * Math.SQRT2);
    const { mean, high } = unpaired(first, second);
    expect(mean).toBeCloseTo(5, 9);
    expect(high - mean).toBeCloseTo(2.5706 * Math.sqrt(1 / 3 + 4 / 5), 3);
  });
});
