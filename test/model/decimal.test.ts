import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalOfNumber,
  formatDecimal,
  formatMoney,
  gcd,
  money,
  parseMoney,
} from '../../src/model/decimal.ts';

const UNIT = 10n ** 12n;

describe('money', () => {
  test.each<[string | number, bigint]>([
    ['0', 0n],
    ['-0', 0n],
    [0, 0n],
    [-0, 0n],
    ['10', 10n * UNIT],
    [10, 10n * UNIT],
    ['0.192', 192n * 10n ** 9n],
    [0.192, 192n * 10n ** 9n],
    ['+0.5', UNIT / 2n],
    ['.5', UNIT / 2n],
    ['5.', 5n * UNIT],
    ['007.50', (75n * UNIT) / 10n],
    ['-3', -3n * UNIT],
    ['0.000000000001', 1n],
    ['0.0000000000010000', 1n],
    [1e-7, 100_000n],
    [1e-12, 1n],
    ['999999999999.999999999999', 10n ** 24n - 1n],
  ])('%j is %s of 10⁻¹²', (input, units) => {
    expect(parseMoney(input)).toBe(units);
    expect(money(input)).toBe(units);
  });

  test.each<string | number>([
    '',
    ' ',
    '.',
    '-',
    '+',
    '1e3',
    '1,5',
    '1_000',
    '$1',
    '1 ',
    ' 1',
    '0x10',
    'NaN',
    'Infinity',
    '١',
    '1.2.3',
    '--1',
    '0.0000000000001',
    '1000000000000',
    '0'.repeat(65),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
    1e300,
    1e-13,
    0.1 + 0.2,
    123456789012345,
  ])('%j is no amount of money', (input) => {
    expect(parseMoney(input)).toBeNull();
    expect(() => money(input)).toThrow(TypeError);
  });

  test('every amount survives being written and read again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n }), (units) => {
        expect(parseMoney(formatMoney(units))).toBe(units);
      }),
    );
  });

  test.each<[bigint, number, string]>([
    [0n, 12, '0'],
    [-5n, 1, '-0.5'],
    [1200n, 2, '12'],
    [1203n, 4, '0.1203'],
    [7n, 0, '7'],
  ])('%s in 10^-%s is written %s', (units, scale, text) => {
    expect(formatDecimal(units, scale)).toBe(text);
  });
});

describe('a JSON number as a decimal', () => {
  test('is the decimal it was written as, up to 15 digits', () => {
    const digits = fc.integer({ min: 1, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 30 }), fc.boolean(), (whole, places, negative) => {
        const units = BigInt(whole) * (negative ? -1n : 1n);
        const text = formatDecimal(units, places);
        expect(decimalOfNumber(Number(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, 0.1 + 0.2, 2 ** 53, 1e21, 1234567890123456])(
    '%d has no exact one',
    (value) => {
      expect(decimalOfNumber(value)).toBeNull();
    },
  );
});

test('the greatest common divisor divides both, and 0 changes nothing', () => {
  expect([gcd(12n, 18n), gcd(0n, 5n), gcd(5n, 0n), gcd(0n, 0n)]).toEqual([6n, 5n, 5n, 0n]);
});
