import { describe, expect, test } from 'vitest';
import type { Taint, Toleration } from '../../../src/model/scheduling.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const GPU: Taint = { key: 'gpu', value: 'a100', effect: 'NoSchedule' };
const OLD: Taint = { key: 'old', effect: 'NoExecute' };

function isRefused(taints: Taint[], tolerations: Toleration[]): boolean {
  const nodes = nodesOf({ n0: {}, n1: {} }).map((node) => (node.name === 'n1' ? { ...node, taints } : node));
  const workloads = [{ ...workloadOf('a', {}, { n0: 1 }), tolerations }];
  const found = broken('taint-toleration', { nodes, workloads }, planOf(['a-0 n0>n1']));
  if (found.length > 0) expect(found).toEqual(['1: default/a n1 by 1']);
  return found.length > 0;
}

describe('taint-toleration', () => {
  test.each<[string, Taint[], Toleration[], boolean]>([
    ['no taint', [], [], false],
    ['a taint', [GPU], [], true],
    ['a wish', [{ ...GPU, effect: 'PreferNoSchedule' }], [], false],
    ['NoExecute', [OLD], [], true],
    ['the same value', [GPU], [{ key: 'gpu', value: 'a100' }], false],
    ['another value', [GPU], [{ key: 'gpu', value: 'h100' }], true],
    ['no value', [GPU], [{ key: 'gpu' }], true],
    ['no value on either side', [OLD], [{ key: 'old' }], false],
    ['any value', [GPU], [{ key: 'gpu', operator: 'Exists' }], false],
    ['the same effect', [GPU], [{ key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }], false],
    ['another effect', [GPU], [{ key: 'gpu', operator: 'Exists', effect: 'NoExecute' }], true],
    ['everything', [GPU, OLD], [{ operator: 'Exists' }], false],
    ['everything of an effect', [GPU, OLD], [{ operator: 'Exists', effect: 'NoSchedule' }], true],
    ['one of two taints', [GPU, OLD], [{ key: 'gpu', operator: 'Exists' }], true],
    ['both, one by one', [GPU, OLD], [{ key: 'old' }, { key: 'gpu', operator: 'Exists' }], false],
    ['a time says nothing', [OLD], [{ key: 'old', tolerationSeconds: 0 }], false],
  ])('%s', (_, taints, tolerations, expected) => {
    expect(isRefused(taints, tolerations)).toBe(expected);
  });

  test('a replica stays where it would not be let in', () => {
    const nodes = nodesOf({ n0: {} }).map((node) => ({ ...node, taints: [OLD] }));
    expect(
      broken('taint-toleration', { nodes, workloads: [workloadOf('a', {}, { n0: 1 })] }, planOf()),
    ).toEqual([]);
  });
});
