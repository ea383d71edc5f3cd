import { describe, expect, test } from 'vitest';
import type { NodeSelectorTerm } from '../../../src/model/scheduling.ts';
import type { Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const LABELS: Record<string, Record<string, string>> = {
  n1: { disk: 'hdd', rank: '1' },
  n2: { disk: 'ssd', rank: '2', 'example.com/zone': '' },
  n3: { rank: 'two' },
};

/** Nodes on which a replica with these demands may not arrive. */
function refused(demands: Pick<Workload, 'nodeSelector' | 'affinity'>): string[] {
  const nodes = nodesOf({ n0: {}, n1: {}, n2: {}, n3: {} }).map((node) => ({
    ...node,
    labels: LABELS[node.name] ?? {},
  }));
  const workloads = [{ ...workloadOf('a', {}, { n0: 3 }), ...demands }];
  const plan = planOf(['a-0 n0>n1', 'a-1 n0>n2', 'a-2 n0>n3']);
  return broken('node-affinity', { nodes, workloads }, plan).map((text) => {
    expect(text).toMatch(/^1: default\/a n\d by 1$/);
    return text.slice(13, 15);
  });
}

const required = (...nodeSelectorTerms: NodeSelectorTerm[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const where = (
  key: string,
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt',
  ...values: string[]
) => ({
  key,
  operator,
  ...(values.length > 0 && { values }),
});
const expressions = (...matchExpressions: ReturnType<typeof where>[]) => ({ matchExpressions });

describe('node-affinity', () => {
  test.each([
    { title: 'nothing demanded', demands: {}, expected: [] },
    { title: 'a selector', demands: { nodeSelector: { disk: 'ssd' } }, expected: ['n1', 'n3'] },
    {
      title: 'a selector of two labels',
      demands: { nodeSelector: { disk: 'ssd', rank: '1' } },
      expected: ['n1', 'n2', 'n3'],
    },
    {
      title: 'a selector of an empty value',
      demands: { nodeSelector: { 'example.com/zone': '' } },
      expected: ['n1', 'n3'],
    },
    {
      title: 'In',
      demands: required(expressions(where('disk', 'In', 'hdd', 'tape'))),
      expected: ['n2', 'n3'],
    },
    {
      title: 'NotIn, also without the label',
      demands: required(expressions(where('disk', 'NotIn', 'hdd'))),
      expected: ['n1'],
    },
    { title: 'Exists', demands: required(expressions(where('disk', 'Exists'))), expected: ['n3'] },
    {
      title: 'DoesNotExist',
      demands: required(expressions(where('disk', 'DoesNotExist'))),
      expected: ['n1', 'n2'],
    },
    {
      title: 'Gt, of numbers alone',
      demands: required(expressions(where('rank', 'Gt', '1'))),
      expected: ['n1', 'n3'],
    },
    {
      title: 'Lt, of numbers alone',
      demands: required(expressions(where('rank', 'Lt', '2'))),
      expected: ['n2', 'n3'],
    },
    {
      title: 'all expressions of a term',
      demands: required(expressions(where('disk', 'Exists'), where('rank', 'In', '2'))),
      expected: ['n1', 'n3'],
    },
    {
      title: 'one of the terms',
      demands: required(expressions(where('rank', 'In', 'two')), expressions(where('disk', 'In', 'hdd'))),
      expected: ['n2'],
    },
    { title: 'a term without requirements', demands: required({}), expected: ['n1', 'n2', 'n3'] },
    {
      title: 'a name',
      demands: required({ matchFields: [where('metadata.name', 'In', 'n3')] }),
      expected: ['n1', 'n2'],
    },
    {
      title: 'any other name',
      demands: required({ matchFields: [where('metadata.name', 'NotIn', 'n3')] }),
      expected: ['n3'],
    },
    {
      title: 'selector and affinity together',
      demands: { nodeSelector: { disk: 'hdd' }, ...required(expressions(where('rank', 'In', '2'))) },
      expected: ['n1', 'n2', 'n3'],
    },
  ])('$title', ({ demands, expected }) => {
    expect(refused(demands)).toEqual(expected);
  });

  test('a replica stays where it would not be let in', () => {
    const nodes = nodesOf({ n0: {}, n1: {} });
    const workloads = [{ ...workloadOf('a', {}, { n0: 1 }), nodeSelector: { disk: 'ssd' } }];
    expect(broken('node-affinity', { nodes, workloads }, planOf())).toEqual([]);
  });
});
