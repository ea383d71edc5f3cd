import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/model/limits.ts';
import { readCheck } from '../../src/model/read-question.ts';
import { errorsOf, good, many } from './good-question.ts';

describe('a plan to be checked', () => {
  const move = { workload: 'shop/cart', replica: 'cart-0', from: 'n1', to: 'n2', mode: 'surge' };
  const plan = {
    slots: [{ moves: [move], cost: '0.192' }],
    cost: { currency: 'EUR', before: '1', after: '1', saved: '0', savedPercent: '0', peak: '1' },
  };

  test('is read with its question, however little it claims and wherever its moves lead', () => {
    const body = good();
    expect(readCheck({ ...body, plan })).toEqual({ ...body, plan });
    const empty = { snapshot: body.snapshot, plan: { slots: [] } };
    expect(readCheck(empty)).toEqual({ ...empty, options: {} });
    const unheard = { slots: [{ moves: [{ ...move, workload: 'no/such', to: 'n99' }] }] };
    expect(readCheck({ ...body, plan: unheard })).toHaveProperty('plan', unheard);
  });

  test.each<[object, string, string]>([
    [{}, 'required', ''],
    [{ plan: {} }, 'required', '/plan'],
    [{ plan: { slots: [{}] } }, 'required', '/plan/slots/0'],
    [
      { plan: { slots: [{ moves: [{ ...move, mode: 'teleport' }] }] } },
      'format',
      '/plan/slots/0/moves/0/mode',
    ],
    [{ plan: { slots: [], cost: { ...plan.cost, peak: '1e3' } } }, 'format', '/plan/cost/peak'],
    [{ plan: { slots: [], cost: { ...plan.cost, peak: '9'.repeat(65) } } }, 'range', '/plan/cost/peak'],
    [{ plan: { slots: many(LIMITS.slots + 1, () => 0) } }, 'too-many', '/plan/slots'],
    [{ plan: { slots: [{ moves: many(LIMITS.moves + 1, () => 0) }] } }, 'too-many', '/plan/slots/0/moves'],
  ])('%#: refused with %s at "%s"', (part, code, pointer) => {
    const { errors } = errorsOf(readCheck({ ...good(), ...part }));
    expect(errors.map((error) => `${error.code} ${error.pointer}`)).toEqual([`${code} ${pointer}`]);
  });
});
