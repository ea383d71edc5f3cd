import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {} }),
  workloads: [workloadOf('a', {}, { n1: 3 })],
};
const threeMoves = planOf(['a-0 n1>n2', 'a-1 n1>n2'], ['a-2 n1>n2']);

test.each([
  { maxMoves: undefined, expected: [] },
  { maxMoves: 3, expected: [] },
  { maxMoves: 2, expected: ['0: maxMoves by 1'] },
  { maxMoves: 0, expected: ['0: maxMoves by 3'] },
])('max-moves allows maxMoves moves: three with maxMoves $maxMoves', ({ maxMoves, expected }) => {
  expect(broken('max-moves', snapshot, threeMoves, { maxMoves })).toEqual(expected);
});
