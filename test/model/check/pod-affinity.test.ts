import { describe, expect, test } from 'vitest';
import type { PodAffinityTerm } from '../../../src/model/pod-scheduling.ts';
import type { Workload } from '../../../src/model/snapshot.ts';
import { broken, nodesOf, planOf, workloadOf } from './shorthand.ts';

/** n1 and n2 are in zone a, n3 in zone b, n4 in none. */
const nodes = nodesOf({ n1: {}, n2: {}, n3: {}, n4: {} }).map((node) => ({
  ...node,
  labels: {
    ...({ n1: { zone: 'a' }, n2: { zone: 'a' }, n3: { zone: 'b' } }[node.name] as Record<string, string>),
  },
}));

const near = (...terms: PodAffinityTerm[]): Pick<Workload, 'affinity'> => ({
  affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const about = (app: string, rest: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
  labelSelector: { matchLabels: { app } },
  topologyKey: 'zone',
  ...rest,
});
const labelled = (name: string, replicas: Record<string, number>): Workload => ({
  ...workloadOf(name, {}, replicas),
  labels: { app: name },
});

/** What `web`, on n4, may not do beside `db` on n1. */
function refused(demands: Pick<Workload, 'affinity'>, slots: string[][], others: Workload[] = []): string[] {
  const workloads = [{ ...labelled('web', { n4: 2 }), ...demands }, labelled('db', { n1: 1 }), ...others];
  return broken('pod-affinity', { nodes, workloads }, planOf(...slots));
}

describe('pod-affinity', () => {
  test.each<[string, Pick<Workload, 'affinity'>, string[][], string[]]>([
    ['holds in the domain of the partner', near(about('db')), [['web-0 n4>n2']], []],
    ['breaks in another', near(about('db')), [['web-0 n4>n3']], ['1: default/web n3 by 1']],
    [
      'breaks on the node of another',
      near(about('db', { topologyKey: 'kubernetes.io/hostname' })),
      [['web-0 n4>n2']],
      ['1: default/web n2 by 1'],
    ],
    [
      'a partner that leaves is not sure to be there',
      near(about('db')),
      [['db-0 n1>n3', 'web-0 n4>n2']],
      ['1: default/web n2 by 1'],
    ],
    ['nor one that arrives', near(about('db')), [['db-0 n1>n3', 'web-0 n4>n3']], ['1: default/web n3 by 1']],
    ['but in the next slot it is', near(about('db')), [['db-0 n1>n3'], ['web-0 n4>n3']], []],
    [
      'a partner that moves within the domain is there all the time',
      near(about('db')),
      [['db-0 n1>n2', 'web-0 n4>n1']],
      [],
    ],
    [
      'unless it is down in between',
      near(about('db')),
      [['db-0 n1>n2 recreate', 'web-0 n4>n1']],
      ['1: default/web n1 by 1'],
    ],
    [
      'a wish is none',
      {
        affinity: {
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: about('db') }],
          },
        },
      },
      [['web-0 n4>n3']],
      [],
    ],
    [
      'without a selector nothing is near',
      near({ topologyKey: 'zone' }),
      [['web-0 n4>n1']],
      ['1: default/web n1 by 1'],
    ],
    [
      'another namespace is not meant',
      near(about('db', { namespaces: ['shop'] })),
      [['web-0 n4>n1']],
      ['1: default/web n1 by 1'],
    ],
    ['unless every one is', near(about('db', { namespaceSelector: {} })), [['web-0 n4>n1']], []],
    [
      'one must match all terms',
      near(about('db'), about('web')),
      [['web-0 n4>n1']],
      ['1: default/web n1 by 1'],
    ],
  ])('%s', (_, demands, slots, expected) => {
    expect(refused(demands, slots)).toEqual(expected);
  });

  test('a node without the key takes nobody', () => {
    const workloads = [{ ...labelled('web', { n1: 1 }), ...near(about('db')) }, labelled('db', { n4: 1 })];
    expect(broken('pod-affinity', { nodes, workloads }, planOf(['web-0 n1>n4']))).toEqual([
      '1: default/web n4 by 1',
    ]);
  });

  test('the only one of those that want each other goes anywhere, when its old copy has gone', () => {
    const own = (replicas: Record<string, number>) => [
      { ...labelled('web', replicas), ...near(about('web')) },
    ];
    const plan = (mode: string) => planOf([`web-0 n1>n3 ${mode}`]);
    const refusedOf = (replicas: Record<string, number>, mode: string) =>
      broken('pod-affinity', { nodes, workloads: own(replicas) }, plan(mode));
    expect(refusedOf({ n1: 1 }, 'recreate')).toEqual([]);
    expect(refusedOf({ n1: 1 }, 'surge')).toEqual(['1: default/web n3 by 1']);
    expect(refusedOf({ n1: 2 }, 'recreate')).toEqual(['1: default/web n3 by 1']);
    const fromNowhere = planOf(['web-0 n4>n3']);
    expect(broken('pod-affinity', { nodes, workloads: own({ n4: 1 }) }, fromNowhere)).toEqual([]);
  });
});
