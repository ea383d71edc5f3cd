import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** Each node costs 1; the plan empties n1 with two moves. */
const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {}, n3: {}, n4: {} }),
  workloads: [workloadOf('a', {}, { n1: 2, n2: 1 })],
};
const plan = planOf(['a-0 n1>n2', 'a-1 n1>n2']);

test.each([
  [{ plan: 1, perMove: '0.5' }, []],
  [{ plan: '50%' }, []],
  [{ plan: '51%' }, ['0: plan by 0.02']],
  [{ plan: '1.5' }, ['0: plan by 0.5']],
  [{ perMove: '0.6' }, ['0: perMove by 0.2']],
  [{ plan: 2, perMove: 1 }, ['0: perMove by 1', '0: plan by 1']],
])('%j: the whole plan, and each of its moves', (minimumSaving, expected) => {
  expect(broken('minimum-saving', snapshot, plan, { minimumSaving })).toEqual(expected);
});

test('to stay needs no saving; a percentage is of what is paid, kept nodes included', () => {
  expect(broken('minimum-saving', snapshot, planOf(), { minimumSaving: { plan: 5 } })).toEqual([]);
  const options = { minimumSaving: { plan: '50%' }, keep: { nodes: ['n3', 'n1'] } };
  expect(resolveOptions(snapshot, options).minimumSaving).toEqual({ plan: '1.5' });
  expect(broken('minimum-saving', snapshot, plan, options)).toEqual(['0: plan by 1.5']);
  expect(resolveOptions(snapshot, { minimumSaving: { plan: '0%', perMove: 0 } })).not.toHaveProperty(
    'minimumSaving',
  );
});
