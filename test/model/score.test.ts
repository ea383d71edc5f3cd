import { describe, expect, test } from 'vitest';
import { gapOf, parseAmount, savedPercent } from '../../src/model/score.ts';

describe('gapOf', () => {
  test.each([
    [5n, 5n, '0'],
    [0n, 0n, '0'],
    [4n, 0n, '1'],
    [4n, 3n, '0.25'],
    [3n, 2n, '0.333334'],
    [10n ** 20n, 10n ** 20n - 1n, '0.000001'],
  ])('of value %s and bound %s is %s, rounded up', (value, bound, gap) => {
    expect(gapOf(value, bound)).toBe(gap);
  });

  test('has no meaning for a bound above the value or below zero', () => {
    expect(() => gapOf(1n, 2n)).toThrow(RangeError);
    expect(() => gapOf(0n, -1n)).toThrow(RangeError);
  });
});

describe('savedPercent', () => {
  test.each([
    [3n, 1n, '66.66'],
    [3n, 4n, '-33.34'],
    [7n, 7n, '0'],
    [0n, 5n, '0'],
    [8n, 0n, '100'],
  ])('from %s to %s is %s, rounded down', (before, after, percent) => {
    expect(savedPercent(before, after)).toBe(percent);
  });
});

describe('parseAmount', () => {
  test.each([
    ['12.50', 12_500_000_000_000n],
    ['-0.000000000001', -1n],
    ['007', 7_000_000_000_000n],
    ['-0', 0n],
    ['0.0000000000000', 0n],
    ['0.0000000000001', null],
    ['1e3', null],
    ['', null],
    ['1'.repeat(65), null],
  ])('reads %s', (text, units) => {
    expect(parseAmount(text)).toBe(units);
  });
});
