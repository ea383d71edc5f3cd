import { describe, expect, test } from 'vitest';
import type { HostPort } from '../../../src/model/scheduling.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

const nodes = nodesOf({ n1: {}, n2: {}, n3: {} });

describe('node-ports', () => {
  test.each<[string, HostPort, HostPort, boolean]>([
    ['the same port', { hostPort: 80 }, { hostPort: 80 }, true],
    ['another port', { hostPort: 80 }, { hostPort: 81 }, false],
    ['another protocol', { hostPort: 80 }, { hostPort: 80, protocol: 'UDP' }, false],
    ['TCP said and not said', { hostPort: 80, protocol: 'TCP' }, { hostPort: 80 }, true],
    ['one address and all', { hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80 }, true],
    ['all, in three ways', { hostPort: 80, hostIP: '0.0.0.0' }, { hostPort: 80, hostIP: '' }, true],
    ['two addresses', { hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80, hostIP: '10.0.0.2' }, false],
    ['one address', { hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80, hostIP: '10.0.0.1' }, true],
  ])('%s', (_, mine, other, excluded) => {
    const workloads = [
      { ...workloadOf('a', {}, { n1: 1 }), hostPorts: [{ hostPort: 9 }, mine] },
      { ...workloadOf('b', {}, { n2: 1 }), hostPorts: [other] },
    ];
    const expected = excluded ? ['1: default/a n2 by 1'] : [];
    expect(broken('node-ports', { nodes, workloads }, planOf(['a-0 n1>n2']))).toEqual(expected);
  });

  const workloads = [
    { ...workloadOf('a', {}, { n1: 1, n2: 1 }), hostPorts: [{ hostPort: 80 }] },
    { ...workloadOf('b', {}, { n3: 1 }), hostPorts: [{ hostPort: 80 }] },
    workloadOf('c', {}, { n3: 1 }),
  ];
  test.each([
    ['replicas of one workload exclude each other', [['a-0 n1>n2']], ['1: default/a n2 by 1']],
    [
      'who leaves counts until the slot ends',
      [['b-0 n3>n1', 'a-0 n1>n3']],
      ['1: default/a n3 by 1', '1: default/b n1 by 1'],
    ],
    ['and not after it', [['b-0 n3>n2'], ['a-0 n1>n3']], ['1: default/b n2 by 1']],
    ['who arrives together excludes each other', [['a-0 n1>n3', 'a-1 n2>n3']], ['1: default/a n3 by 2']],
    ['others come and go', [['c-0 n3>n1']], []],
  ])('%s', (_, slots, expected) => {
    expect(broken('node-ports', { nodes, workloads }, planOf(...slots))).toEqual(expected);
  });
});
