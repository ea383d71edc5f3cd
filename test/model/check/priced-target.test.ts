import { expect, test } from 'vitest';
import { broken, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 1, allocatable: {} },
    { name: 'empty', pricePerHour: 1, allocatable: {} },
    { name: 'free', pricePerHour: 0, allocatable: {} },
    { name: 'closed', allocatable: {} },
    { name: 'unpriced', allocatable: {} },
  ],
  workloads: [workloadOf('a', {}, { n1: 2 }), workloadOf('b', {}, { unpriced: 1 })],
};

test.each([
  { title: 'opens an empty node of known price', plan: planOf(['a-0 n1>empty']), expected: [] },
  { title: 'opens an empty node that costs nothing', plan: planOf(['a-0 n1>free']), expected: [] },
  { title: 'fills a node in use of unknown price', plan: planOf(['a-0 n1>unpriced']), expected: [] },
  {
    title: 'returns to a node of unknown price',
    plan: planOf(['b-0 unpriced>n1'], ['a-0 n1>unpriced']),
    expected: [],
  },
  {
    title: 'never opens an empty node of unknown price',
    plan: planOf(['a-0 n1>closed']),
    expected: ['1: closed by 1'],
  },
  {
    title: 'never does so in a later slot, and names the node once',
    plan: planOf(['a-0 n1>closed'], ['a-1 n1>closed', 'b-0 unpriced>closed']),
    expected: ['1: closed by 1', '2: closed by 1'],
  },
])('priced-target $title', ({ plan, expected }) => {
  expect(broken('priced-target', snapshot, plan)).toEqual(expected);
});
