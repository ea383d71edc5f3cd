import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatUnits,
  isDivisible,
  isWholeNumber,
  parseQuantity,
  resourceUnits,
} from '../../src/model/quantity.ts';

const NANO = 10n ** 9n;

describe('quantities of memory, in bytes', () => {
  test.each<[string | number, bigint]>([
    ['128974848', 128974848n],
    ['123Mi', 128974848n],
    ['128974848000m', 128974848n],
    ['129e6', 129000000n],
    ['129M', 129000000n],
    ['129E+6', 129000000n],
    ['1.2Gi', 1288490189n],
    ['1288490188800m', 1288490189n],
    ['2.85Gi', 3060164199n],
    ['3060164198400m', 3060164199n],
    ['0.6Gi', 644245095n],
    ['644245094400m', 644245095n],
    ['61422956Ki', 62897106944n],
    ['1k', 1000n],
    ['1Ki', 1024n],
    ['1E', 10n ** 18n],
    ['1E3', 1000n],
    ['1e3', 1000n],
    ['1Ei', 1n << 60n],
    ['1P', 10n ** 15n],
    ['1Pi', 1n << 50n],
    ['1Ti', 1n << 40n],
    ['1T', 10n ** 12n],
    ['9223372036854775807', (1n << 63n) - 1n],
    ['+5', 5n],
    ['0', 0n],
    ['-0', 0n],
    ['1n', 1n],
    ['1u', 1n],
    ['1e-300', 1n],
    ['0e300', 0n],
    ['.0000000000000000000000000000000000000000000000000001e65', 10n ** 13n],
    [`1${'0'.repeat(55)}e-65`, 1n],
    [2, 2n],
    [1e3, 1000n],
    [0.5, 1n],
  ])('%s is %s', (input, units) => {
    expect(resourceUnits('memory', input)).toBe(units);
  });
});

describe('quantities of cpu, in milli-cores', () => {
  test.each<[string | number, bigint]>([
    ['0.1', 100n],
    ['100m', 100n],
    [0.1, 100n],
    ['.5', 500n],
    ['1.', 1000n],
    ['1', 1000n],
    ['1u', 1n],
    ['1500001u', 1501n],
    ['2k', 2_000_000n],
    ['3920m', 3920n],
  ])('%s is %s', (input, units) => {
    expect(resourceUnits('cpu', input)).toBe(units);
  });
});

test.each([
  '500K',
  '500mi',
  '16g',
  '2K',
  '',
  'NaN',
  '100 m',
  ' 1',
  '1 ',
  '1e1.5',
  '1ei',
  '1Em',
  '1e',
  'm',
  '.',
  '-',
  '+-1',
  '1..2',
  '0x1',
  '1,5',
  '16GB',
  '16GiB',
  '1KI',
  'Infinity',
  '9223372036854775808',
  '1e128',
  '8Ei',
  '1e999999999999',
  '1'.repeat(65),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e16,
  0.1 + 0.2,
])('%j is no quantity', (input) => {
  expect(parseQuantity(input)).toBeNull();
  expect(() => resourceUnits('memory', input)).toThrow(TypeError);
});

test('a negative quantity is read as one, for the schema to refuse', () => {
  expect(parseQuantity('-1')).toBe(-NANO);
  expect(parseQuantity('-1500m')).toBe((-3n * NANO) / 2n);
});

/** Powers of ten, or of two, of each suffix: Kubernetes' resource.Quantity documentation. */
const SUFFIXES: [string, bigint, bigint][] = [
  ['', 1n, 1n],
  ['n', 1n, 10n ** 9n],
  ['u', 1n, 10n ** 6n],
  ['m', 1n, 1000n],
  ['k', 1000n, 1n],
  ['M', 10n ** 6n, 1n],
  ['G', 10n ** 9n, 1n],
  ['T', 10n ** 12n, 1n],
  ['Ki', 1024n, 1n],
  ['Mi', 1024n ** 2n, 1n],
  ['Gi', 1024n ** 3n, 1n],
  ['e-3', 1n, 1000n],
  ['E6', 10n ** 6n, 1n],
];

test('a quantity is its number times its suffix, rounded up to billionths', () => {
  const number = fc.tuple(fc.integer({ min: 0, max: 999_999 }), fc.stringMatching(/^\d{0,8}$/));
  let rounded = 0;
  fc.assert(
    fc.property(number, fc.constantFrom(...SUFFIXES), ([whole, fraction], [suffix, times, over]) => {
      const numerator = BigInt(whole + fraction) * times * NANO;
      const denominator = 10n ** BigInt(fraction.length) * over;
      const exact = numerator / denominator;
      if (numerator % denominator !== 0n) rounded++;
      expect(parseQuantity(`${whole}.${fraction}${suffix}`)).toBe(
        numerator % denominator === 0n ? exact : exact + 1n,
      );
    }),
    { numRuns: 3_000, seed: 1 },
  );
  expect(rounded).toBeGreaterThan(300);
});

test('an amount survives being written and read again', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: (1n << 63n) / 1000n }),
      fc.constantFrom('cpu', 'memory', 'pods'),
      (units, resource) => {
        expect(resourceUnits(resource, formatUnits(resource, units))).toBe(units);
      },
    ),
  );
  expect([formatUnits('cpu', 2300n), formatUnits('cpu', 2000n), formatUnits('memory', 1024n)]).toEqual([
    '2300m',
    '2',
    '1024',
  ]);
});

test('a fraction has a meaning for cpu, memory and storage only', () => {
  expect(['cpu', 'memory', 'storage', 'ephemeral-storage', 'hugepages-2Mi'].every(isDivisible)).toBe(true);
  expect(['pods', 'nvidia.com/gpu', 'cpux', 'example.com/memory'].some(isDivisible)).toBe(false);
  expect([isWholeNumber(2n * NANO), isWholeNumber(NANO / 2n)]).toEqual([true, false]);
});
