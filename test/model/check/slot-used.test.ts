import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [workloadOf('a', {}, { n1: 3 })],
};
const threeSlots = planOf(['a-0 n1>n2'], ['a-1 n1>n2'], ['a-2 n1>n2']);

test.each([
  { maxSlots: undefined, expected: [] },
  { maxSlots: 3, expected: [] },
  { maxSlots: 2, expected: ['0: maxSlots by 1'] },
  { maxSlots: 0, expected: ['0: maxSlots by 3'] },
])('slot-used allows maxSlots slots: three with maxSlots $maxSlots', ({ maxSlots, expected }) => {
  expect(broken('slot-used', snapshot, threeSlots, { maxSlots })).toEqual(expected);
});
