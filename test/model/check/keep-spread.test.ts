import { describe, expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const ZONE = 'topology.kubernetes.io/zone';
const ZONES: Record<string, string> = { n1: 'a', n2: 'a', n3: 'b' };
const nodes = nodesOf({ n1: {}, n2: {}, n3: {}, n4: {}, n5: {} }).map((node) => ({
  ...node,
  ...(ZONES[node.name] && { labels: { [ZONE]: ZONES[node.name] } }),
}));

function found(replicas: Record<string, number>, slots: string[][], keepSpread = true): string[] {
  const snapshot = { nodes, workloads: [workloadOf('a', {}, replicas)] };
  return broken('keep-spread', snapshot, planOf(...slots), { keepSpread });
}

describe('keep-spread', () => {
  test.each<[string, Record<string, number>, string[][], string[]]>([
    ['two nodes stay two', { n1: 1, n2: 1 }, [['a-0 n1>n3']], []],
    ['two nodes become one', { n1: 1, n2: 1 }, [['a-0 n1>n2']], ['1: default/a nodes by 1']],
    ['three become two', { n1: 1, n2: 1, n3: 1 }, [['a-0 n1>n3']], []],
    [
      'three become one',
      { n1: 1, n2: 1, n3: 1 },
      [['a-0 n1>n3', 'a-1 n2>n3']],
      ['1: default/a nodes by 1', '1: default/a zones by 1'],
    ],
    ['two zones become one on two nodes', { n1: 1, n3: 1 }, [['a-1 n3>n2']], ['1: default/a zones by 1']],
    ['nodes without a zone are one zone', { n1: 1, n4: 1 }, [['a-0 n1>n5']], ['1: default/a zones by 1']],
    ['one node moves as a whole', { n1: 2 }, [['a-0 n1>n2', 'a-1 n1>n2']], []],
    ['so does the only replica', { n1: 1 }, [['a-0 n1>n2']], []],
    [
      'no slot in between either',
      { n1: 1, n3: 1 },
      [['a-0 n1>n3'], ['a-1 n3>n2']],
      ['1: default/a nodes by 1', '1: default/a zones by 1'],
    ],
    ['inside a slot it does not matter', { n1: 1, n3: 1 }, [['a-0 n1>n3', 'a-1 n3>n2']], []],
  ])('%s', (_, replicas, slots, expected) => {
    expect(found(replicas, slots)).toEqual(expected);
  });

  test('is off when it is not wanted', () => {
    expect(found({ n1: 1, n2: 1 }, [['a-0 n1>n2']], false)).toEqual([]);
  });
});
