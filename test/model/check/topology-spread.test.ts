import { describe, expect, test } from 'vitest';
import { prepareCheck } from '../../../src/model/check/index.ts';
import { resolveOptions } from '../../../src/model/options.ts';
import type { TopologySpreadConstraint } from '../../../src/model/pod-scheduling.ts';
import { ZONE } from '../../../src/model/pod-selection.ts';
import type { Node, Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** Two nodes in zone a, two in b, one in c, one in none. */
const ZONES: Record<string, string> = { a1: 'a', a2: 'a', b1: 'b', b2: 'b', c1: 'c' };
const nodes: Node[] = nodesOf({ a1: {}, a2: {}, b1: {}, b2: {}, c1: {}, x1: {} }).map((node) => ({
  ...node,
  ...(ZONES[node.name] && { labels: { zone: ZONES[node.name] } }),
}));

const constraint = (changed: Partial<TopologySpreadConstraint> = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'web' } },
  ...changed,
});
const web = (replicas: Record<string, number>, ...constraints: TopologySpreadConstraint[]): Workload => ({
  ...workloadOf('web', {}, replicas),
  labels: { app: 'web' },
  topologySpreadConstraints: constraints,
});

function found(workload: Workload, slots: string[][], given: Node[] = nodes): string[] {
  return broken('topology-spread', { nodes: given, workloads: [workload] }, planOf(...slots));
}

describe('topology-spread', () => {
  const even = { a1: 1, b1: 1, c1: 1 };
  test.each<[string, Workload, string[][], string[]]>([
    ['a replica moves within its zone', web(even, constraint()), [['web-0 a1>a2']], []],
    ['all replicas move within their zones', web(even, constraint()), [['web-0 a1>a2', 'web-1 b1>b2']], []],
    [
      'but in between one of two of a zone is down',
      web({ a1: 2, b1: 1, c1: 1 }, constraint()),
      [['web-0 a1>a2 recreate']],
      [],
    ],
    [
      'breaks in another zone',
      web({ a1: 1, b1: 2, c1: 1 }, constraint()),
      [['web-0 a1>b2']],
      ['1: default/web b2 by 1'],
    ],
    [
      'the own old copy counts at its place',
      web({ a1: 1, b1: 1, c1: 2 }, constraint()),
      [['web-0 a1>b2']],
      [],
    ],
    [
      'gone first, it does not',
      web({ a1: 1, b1: 1, c1: 2 }, constraint()),
      [['web-0 a1>b2 recreate']],
      ['1: default/web b2 by 1'],
    ],
    [
      'a node without the key takes nobody',
      web(even, constraint()),
      [['web-0 a1>x1']],
      ['1: default/web x1 by 1'],
    ],
    ['a larger skew', web({ a1: 1, b1: 2, c1: 1 }, constraint({ maxSkew: 2 })), [['web-0 a1>b2']], []],
    [
      'a wish is none',
      web({ a1: 1, b1: 2, c1: 1 }, constraint({ whenUnsatisfiable: 'ScheduleAnyway' })),
      [['web-0 a1>b2']],
      [],
    ],
    [
      'who does not count itself',
      web({ a1: 1, b1: 2, c1: 1 }, constraint({ labelSelector: { matchLabels: { app: 'db' } } })),
      [['web-0 a1>b2']],
      [],
    ],
    [
      'a selector without requirements counts nobody',
      web({ a1: 2, b1: 2, c1: 1 }, constraint({ labelSelector: {} })),
      [['web-0 a1>b2']],
      [],
    ],
    [
      'too few domains make the least 0',
      web({ a1: 2, b1: 2, c1: 2 }, constraint({ minDomains: 4 })),
      [['web-0 a1>a2']],
      ['1: default/web a2 by 2'],
    ],
    ['enough do not', web({ a1: 2, b1: 2, c1: 2 }, constraint({ minDomains: 3 })), [['web-0 a1>a2']], []],
    [
      'two arrive in the emptiest',
      web({ a1: 1, b1: 4, c1: 4 }, constraint()),
      [['web-1 b1>a2', 'web-5 c1>a2']],
      [],
    ],
  ])('%s', (_, workload, slots, expected) => {
    expect(found(workload, slots)).toEqual(expected);
  });

  test('the twin of a zone that a taint keeps from counting', () => {
    const tainted = (zone: string) =>
      nodes.map(
        (node): Node =>
          ZONES[node.name] === zone ? { ...node, taints: [{ key: 'gpu', effect: 'NoSchedule' }] } : node,
      );
    const moves = [['web-0 a1>b2']];
    const two = { a1: 1, b1: 1 };
    expect(
      found(web({ a1: 2, b1: 1 }, constraint({ nodeTaintsPolicy: 'Honor' })), moves, tainted('c')),
    ).toEqual([]);
    expect(found(web({ a1: 2, b1: 1 }, constraint()), moves, tainted('c'))).toEqual([
      '1: default/web b2 by 1',
    ]);
    expect(found(web(two, constraint({ nodeTaintsPolicy: 'Honor' })), moves, tainted('b'))).toEqual([]);
  });

  test('nodes that the affinity does not match count only when it is ignored', () => {
    const only = (policy?: 'Ignore') => ({
      ...web({ a1: 2, b1: 1 }, constraint(policy && { nodeAffinityPolicy: policy })),
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'zone', operator: 'In' as const, values: ['a', 'b'] }] },
            ],
          },
        },
      },
    });
    expect(found(only(), [['web-0 a1>b2']])).toEqual([]);
    expect(found(only('Ignore'), [['web-0 a1>b2']])).toEqual(['1: default/web b2 by 1']);
  });

  test('only the same namespace counts', () => {
    const workloads = [
      web({ a1: 2, b1: 1, c1: 1 }, constraint()),
      { ...web({ b1: 3 }), name: 'more', namespace: 'shop' },
    ];
    expect(broken('topology-spread', { nodes, workloads }, planOf(['web-0 a1>b2']))).toEqual([]);
  });
});

test.each(['zone', 'node'])(
  'a topology key that is called %s is not what keepSpread counts',
  (topologyKey) => {
    const given = nodes.map(({ labels: _, ...node }) => ({
      ...node,
      labels: { [ZONE]: node.name, ...(node.name !== 'x1' && { [topologyKey]: 'a' }) },
    }));
    const snapshot = { nodes: given, workloads: [web({ a1: 1, b1: 1 }, constraint({ topologyKey }))] };
    const check = prepareCheck(snapshot, resolveOptions(snapshot, {}));
    const rules = (...slots: string[][]) => check(planOf(...slots)).violations.map(({ rule }) => rule);
    // Of a plan without moves keepSpread alone looks at the nodes.
    expect([rules(), rules(['web-0 a1>x1'])]).toEqual([[], ['topology-spread']]);
  },
);
