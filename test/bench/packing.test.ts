import { expect, test } from 'vitest';
import { parsePacking } from '../../bench/packing/read.ts';
import { packingSnapshot } from '../../bench/packing/snapshot.ts';

const FILE = [
  'NAME GBP_INSTANCES\\small.txt',
  'COMMENT',
  'BINTYPES 2',
  'ITEMS 3',
  'BINS_SECTIONS',
  '0 100 90 0 14 ',
  '1 120 120 0 12 ',
  'ITEMS_SECTIONS',
  '0 42 200 1',
  '1 94 200 1',
  '2 42 200 1',
  'EOF',
].join('\r\n');

test('capacity and cost of the types and volumes of the items are read, and nothing else', () => {
  expect(parsePacking('small', FILE)).toEqual({
    name: 'small',
    bins: [
      { capacity: 100, cost: 90 },
      { capacity: 120, cost: 120 },
    ],
    items: [42, 94, 42],
  });
});

test('a file that ends too early is refused', () => {
  expect(() => parsePacking('small', FILE.replace('2 42 200 1', '2 x 200 1'))).toThrow(RangeError);
  expect(() => parsePacking('small', FILE.replace('BINTYPES 2', ''))).toThrow(RangeError);
});

test('there are as many nodes of each type as items, and each item is alone on one of the largest type', () => {
  const { nodes, workloads } = packingSnapshot(parsePacking('small', FILE));
  expect(nodes.map(({ name, pricePerHour }) => [name, pricePerHour])).toEqual([
    ['bin-0-0', 90],
    ['bin-0-1', 90],
    ['bin-0-2', 90],
    ['bin-1-0', 120],
    ['bin-1-1', 120],
    ['bin-1-2', 120],
  ]);
  expect(workloads.map(({ requests, replicas }) => [requests, replicas])).toEqual([
    [{ volume: 42 }, { 'bin-1-0': 1 }],
    [{ volume: 94 }, { 'bin-1-1': 1 }],
    [{ volume: 42 }, { 'bin-1-2': 1 }],
  ]);
});
