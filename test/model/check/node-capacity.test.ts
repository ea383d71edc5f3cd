import { expect, test } from 'vitest';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

test.each([
  {
    title: 'holds when the last replica just fits',
    nodes: { n1: { cpu: 4 }, n2: { cpu: 3 } },
    workloads: [workloadOf('a', { cpu: 3 }, { n1: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'is broken by half a core',
    nodes: { n1: { cpu: 4 }, n2: { cpu: '2500m' } },
    workloads: [workloadOf('a', { cpu: 3 }, { n1: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: ['1: n2 cpu by 500m'],
  },
  {
    title: 'counts bytes exactly beyond 2^53',
    nodes: { n1: {}, n2: { memory: '9007199254740993' } },
    workloads: [workloadOf('a', { memory: '9007199254740994' }, { n1: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: ['1: n2 memory by 1'],
  },
  {
    title: 'takes a resource that a node does not name as 0',
    nodes: { n1: { gpu: 1 }, n2: { cpu: 4 } },
    workloads: [workloadOf('a', { gpu: 1 }, { n1: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: ['1: n2 gpu by 1'],
  },
  {
    title: 'lets pods without limit be where a node names none',
    nodes: { n1: { pods: 1 }, n2: {} },
    workloads: [workloadOf('a', {}, { n1: 1 }), workloadOf('b', {}, { n2: 50 })],
    plan: planOf(['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'counts one pod per replica',
    nodes: { n1: {}, n2: { pods: 2 } },
    workloads: [workloadOf('a', {}, { n1: 2 }), workloadOf('b', {}, { n2: 1 })],
    plan: planOf(['a-0 n1>n2', 'a-1 n1>n2']),
    expected: ['1: n2 pods by 1'],
  },
  {
    title: 'counts no pod for a replica that requests none',
    nodes: { n1: {}, n2: { pods: 0 } },
    workloads: [workloadOf('a', { pods: 0 }, { n1: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'forgives what is inherited when arrivals request none of it',
    nodes: { n1: { memory: 9 }, n2: { cpu: 1, memory: 1 } },
    workloads: [workloadOf('a', { memory: 1 }, { n1: 1 }), workloadOf('b', { cpu: 2 }, { n2: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'counts what is inherited when an arrival requests some of it',
    nodes: { n1: { cpu: 9 }, n2: { cpu: 1 } },
    workloads: [workloadOf('a', { cpu: 1 }, { n1: 1 }), workloadOf('b', { cpu: 2 }, { n2: 1 })],
    plan: planOf(['a-0 n1>n2']),
    expected: ['1: n2 cpu by 2'],
  },
  {
    title: 'says nothing of an overcommitted node that is only left',
    nodes: { n1: { cpu: 1 }, n2: { cpu: 9 } },
    workloads: [workloadOf('a', { cpu: 1 }, { n1: 3 })],
    plan: planOf(['a-0 n1>n2']),
    expected: [],
  },
  {
    title: 'looks at the end alone: two replicas may change places',
    nodes: { n1: { cpu: 2 }, n2: { cpu: 2 } },
    workloads: [workloadOf('a', { cpu: 2 }, { n1: 1 }), workloadOf('b', { cpu: 2 }, { n2: 1 })],
    plan: planOf(['a-0 n1>n2', 'b-0 n2>n1']),
    expected: [],
  },
  {
    title: 'is reported for the last slot',
    nodes: { n1: { cpu: 9 }, n2: { cpu: 1 }, n3: { cpu: 9 } },
    workloads: [workloadOf('a', { cpu: 2 }, { n1: 2 })],
    plan: planOf(['a-0 n1>n2'], ['a-1 n1>n3']),
    expected: ['2: n2 cpu by 1'],
  },
])('node-capacity $title', ({ nodes, workloads, plan, expected }) => {
  expect(broken('node-capacity', { nodes: nodesOf(nodes), workloads }, plan)).toEqual(expected);
});
