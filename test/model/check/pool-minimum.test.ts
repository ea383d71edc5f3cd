import { expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const nodes = nodesOf({ n1: {}, n2: {}, n3: {}, n4: {} }).map((node) => ({
  ...node,
  labels: { pool: node.name === 'n4' ? 'b' : 'a' },
}));
const snapshot = { nodes, workloads: [workloadOf('a', {}, { n1: 1, n2: 1 })] };
const away = planOf(['a-0 n1>n4']);

test.each([
  [{ pool: 'a' }, 1, away, []],
  [{ pool: 'a' }, 2, away, ['0: pool by 1']],
  [{ pool: 'a' }, 9, away, ['0: pool by 1']],
  [{ pool: 'a' }, 2, planOf(['a-0 n1>n4'], ['a-1 n2>n4']), ['0: pool by 2']],
  [{ pool: 'a' }, 2, planOf(['a-0 n1>n3']), []],
  [{}, 2, away, []],
  [{}, 2, planOf(['a-0 n1>n2']), ['0: pool by 1']],
  [{ pool: 'b' }, 1, planOf(['a-0 n1>n2']), []],
])(
  'of the nodes %j at least %i, or as many as now, are in use in the end',
  (selector, minimum, plan, expected) => {
    const pools = [{ name: 'pool', selector, minimum }];
    expect(broken('pool-minimum', snapshot, plan, { pools })).toEqual(expected);
  },
);

test('what is echoed can be kept', () => {
  const pool = { name: 'pool', selector: { pool: 'a' }, minimum: 9 };
  expect(resolveOptions(snapshot, { pools: [pool] }).pools).toEqual([{ ...pool, minimum: 2 }]);
  expect(resolveOptions(snapshot, { pools: [{ ...pool, minimum: 0 }] })).not.toHaveProperty('pools');
});
