import { describe, expect, test } from 'vitest';
import type { Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const nodes = nodesOf({ n1: {}, n2: {}, s1: {}, s2: {} }).map((node) => ({
  ...node,
  capacityType: node.name.startsWith('s') ? ('spot' as const) : ('reserved' as const),
}));
const of = (spot: Workload['spot'], counts = { n1: 3, s1: 1 }) => ({
  nodes,
  workloads: [{ ...workloadOf('a', {}, counts), ...(spot && { spot }) }],
});

describe('spot-allowed', () => {
  const plan = planOf(['a-0 n1>s1', 'a-1 n1>n2'], ['a-3 s1>s2']);
  test('without leave nothing arrives on a spot node, wherever it was before', () => {
    expect(broken('spot-allowed', of(undefined), plan)).toEqual([
      '1: default/a s1 by 1',
      '2: default/a s2 by 1',
    ]);
    expect(broken('spot-allowed', of(undefined), planOf(['a-3 s1>n1']))).toEqual([]);
  });
  test('twin: with leave it does', () => {
    expect(broken('spot-allowed', of({}), plan)).toEqual([]);
  });
});

describe('spot-share', () => {
  const plan = planOf(['a-0 n1>s1'], ['a-1 n1>s2']);
  test.each([
    [{}, []],
    [{ maxShare: 3 }, []],
    [{ maxShare: '75%' }, []],
    [{ maxShare: '74%' }, ['2: default/a by 1']],
    [{ maxShare: 1 }, ['1: default/a by 1', '2: default/a by 2']],
  ])('%j of 4 replicas, rounded down', (spot, expected) => {
    expect(broken('spot-share', of(spot), plan)).toEqual(expected);
  });
  test('what is beyond the share already may leave, but not move on to another spot node', () => {
    const over = of({ maxShare: 1 }, { n1: 0, s1: 3 });
    expect(broken('spot-share', over, planOf(['a-0 s1>n1']))).toEqual([]);
    expect(broken('spot-share', over, planOf(['a-0 s1>s2']))).toEqual(['1: default/a by 2']);
  });
});
