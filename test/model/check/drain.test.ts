import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../../src/model/options.ts';
import type { PlanClaim } from '../../../src/model/plan.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: {}, n2: {}, n3: {} }),
  workloads: [workloadOf('a', {}, { n1: 2, n2: 1 })],
};
const numbersOf = (plan: PlanClaim, options: Options) =>
  checkPlan(snapshot, resolveOptions(snapshot, options), plan).recomputed;

describe('drain', () => {
  test.each([
    [['n1'], []],
    [['n3'], ['1: n3 by 1']],
    [
      ['n3', 'n2'],
      ['1: n3 by 1', '2: n2 by 1'],
    ],
  ])('nothing arrives on %j', (nodes, expected) => {
    const plan = planOf(['a-0 n1>n3'], ['a-1 n1>n2']);
    expect(broken('drain', snapshot, plan, { drain: { nodes } })).toEqual(expected);
  });

  test('what is left on the nodes in the end is no breach: it is listed, and is the first level', () => {
    const options: Options = {
      drain: { nodes: ['n2', 'n1', 'n3'] },
      objective: { kind: 'weighted', alpha: 0 },
    };
    const half = numbersOf(planOf(['a-2 n2>n1']), options);
    expect(half.unmet).toEqual([
      {
        rule: 'drain',
        slot: 1,
        subject: 'n1',
        excess: '3',
        message: 'n1 is to be drained, and still hosts 3 replicas in the end',
      },
    ]);
    expect(half.objective.levels).toEqual([
      { name: 'undrained', value: '1' },
      { name: 'weighted', value: '1' },
    ]);
    expect(numbersOf(planOf(), options).unmet?.map(({ subject }) => subject)).toEqual(['n1', 'n2']);
    expect(numbersOf(planOf(), {})).not.toHaveProperty('unmet');
  });

  test('a wrong list of what is left is a wrong claim', () => {
    const options = { drain: { nodes: ['n2'] } };
    const { unmet } = numbersOf(planOf(), options);
    expect(broken('claims', snapshot, { slots: [], unmet }, options)).toEqual([]);
    expect(broken('claims', snapshot, { slots: [], unmet: [] }, options)).toEqual(['0: /unmet/0 by 1']);
  });
});

describe('keep', () => {
  test('a kept node is paid for, empty or not, from the start to the end, and is not returnable', () => {
    const options = { keep: { nodes: ['n2', 'n3'] } };
    const { cost, slots, returnable } = numbersOf(planOf(['a-2 n2>n1']), options);
    expect(cost).toMatchObject({ before: '3', after: '3', saved: '0', peak: '3' });
    expect(slots[0]).toMatchObject({ cost: '3', peakCost: '3', emptied: ['n2'] });
    expect(returnable).toEqual([]);
    const free = numbersOf(planOf(['a-2 n2>n1']), {});
    expect(free.cost).toMatchObject({ before: '2', after: '1', saved: '1', peak: '2' });
    expect(free.returnable).toEqual([{ node: 'n3', pricePerHour: '1' }]);
  });
});
