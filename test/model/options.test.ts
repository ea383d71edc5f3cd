import { expect, test } from 'vitest';
import { defaultAlpha } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';

function priced(...prices: (string | undefined)[]): Snapshot {
  return {
    nodes: prices.map((pricePerHour, n) => ({
      name: `n${n}`,
      allocatable: {},
      ...(pricePerHour !== undefined && { pricePerHour }),
    })),
    workloads: [
      { name: 'w', requests: {}, replicas: Object.fromEntries(prices.map((_, n) => [`n${n}`, 1])) },
    ],
  };
}

test.each([
  [['12', '1', '1'], '0.0466'],
  [['0.192'], '0.0019'],
  [['0.0099'], '0.00009'],
  [['0.0042', '0.0042'], '0.00004'],
  [['0.000000000001'], '0'],
  [['0', '0'], '0'],
  [[undefined], '0'],
  [[undefined, '3'], '0.03'],
])('by default α is 1 %% of the mean price, rounded down to a decimal that is not 0: %j', (prices, alpha) => {
  expect(defaultAlpha(priced(...prices))).toBe(alpha);
});

test('nodes that host nothing are not in the mean', () => {
  const snapshot = priced('4');
  const empty = { name: 'empty', allocatable: {}, pricePerHour: '100' };
  expect(defaultAlpha({ ...snapshot, nodes: [...snapshot.nodes, empty] })).toBe('0.04');
});
