import { expect, test } from 'vitest';
import type { CurvePoint } from '../../../src/model/plan.ts';
import { broken, nodesOf, planOf, violations, workloadOf } from './shorthand.ts';

// b makes room for c; a is on its own.
const snapshot = {
  nodes: nodesOf({ n1: { cpu: 1 }, n2: { cpu: 1 }, n3: { cpu: 1 }, n4: { cpu: 3 } }),
  workloads: [
    workloadOf('a', { cpu: 1 }, { n1: 1 }),
    workloadOf('b', { cpu: 1 }, { n2: 1 }),
    workloadOf('c', { cpu: 1 }, { n3: 1 }),
    workloadOf('d', { cpu: 1 }, { n4: 1 }),
  ],
};
const plan = planOf(['a-0 n1>n4', 'b-0 n2>n4'], ['c-0 n3>n2']);

const stay: CurvePoint = { adds: [], moves: 0, slots: 0, cost: '4' };
const first: CurvePoint = { adds: [0], moves: 1, slots: 1, cost: '3' };
const second: CurvePoint = { adds: [1], moves: 2, slots: 1, cost: '2.0' };

const curveOf = (...savingCurve: CurvePoint[]) => broken('saving-curve', snapshot, { ...plan, savingCurve });

test('a curve holds when its points are ever cheaper plans with the numbers that they state', () => {
  expect(curveOf()).toEqual([]);
  expect(curveOf(stay)).toEqual([]);
  expect(curveOf(stay, first, second)).toEqual([]);
  expect(curveOf({ ...second, adds: [1, 0] })).toEqual([]);
  // In any order in which it saves.
  expect(curveOf(stay, { adds: [1], moves: 1, slots: 1, cost: '3' }, { ...second, adds: [0] })).toEqual([]);
});

test.each([
  ['a number of moves', [stay, { ...first, moves: 2 }, second], [1]],
  ['a number of slots', [stay, first, { ...second, slots: 2 }], [2]],
  ['a cost', [{ ...stay, cost: '4.01' }, first], [0]],
  ['a move that there is not', [stay, { ...first, adds: [3] }], [1]],
  ['a move twice', [stay, first, { ...second, adds: [1, 0] }], [2]],
  ['a plan that breaks a rule: c comes before b has gone', [stay, { ...first, adds: [2] }], [1]],
  ['a point that saves no more', [stay, first, second, { adds: [2], moves: 3, slots: 2, cost: '2' }], [3]],
  ['the same point again', [stay, first, { ...first, adds: [] }], [2]],
] as const)('%s breaks it', (_, points, wrong) => {
  const curve = points.map((point) => ({ ...point, adds: [...point.adds] }));
  expect(curveOf(...curve)).toEqual(wrong.map((index) => `0: /savingCurve/${index} by 1`));
});

test('the message says which rule a point breaks', () => {
  const savingCurve = [{ adds: [2], moves: 1, slots: 1, cost: '3' }];
  const [{ message }] = violations(snapshot, { ...plan, savingCurve });
  expect(message).toMatch(/^\/savingCurve\/0: .*n2/);
});
