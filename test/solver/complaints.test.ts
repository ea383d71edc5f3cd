import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/model/apply-plan.ts';
import type { Options } from '../../src/model/options.ts';
import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { movesOf, planOf } from './planned.ts';

/**
 * What users of comparable tools complained about (the issues named are of aws/karpenter-provider-aws, kubernetes-sigs/karpenter (ks),
 * kubernetes-sigs/descheduler (ds) and kubernetes/autoscaler (ca)): each with its twin, the same snapshot without the cause.
 * Dumps of clusters have theirs in `test/kubernetes/cases-*.test.ts`.
 */
interface Complaint {
  about: string;
  snapshot: Snapshot;
  options?: Options;
  /** Moves of all slots, `a-0 n1>n2`. */
  moves: string[];
  twin: { snapshot?: Snapshot; options?: Options; moves: string[] };
}

const engine = createEngine(loadHighsNode);
const node = (name: string, cpu: number, pricePerHour: number, more: Partial<Node> = {}): Node => ({
  name,
  pricePerHour,
  allocatable: { cpu },
  ...more,
});
const workload = (
  name: string,
  cpu: number,
  replicas: Workload['replicas'],
  more: Partial<Workload> = {},
): Workload => ({ name, requests: { cpu }, replicas, ...more });
const zone = (name: string) => ({ labels: { 'topology.kubernetes.io/zone': name } });

/** n1 (4 CPU, 10) and n2 (4 CPU, 1); a (1 CPU) on n1. */
const pair = (a: Partial<Workload> = {}, n2: Partial<Node> = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  nodes: [node('n1', 4, 10), node('n2', 4, 1, n2)],
  workloads: [workload('a', 1, { n1: 1 }, a)],
  ...more,
});
const MOVED = ['a-0 n1>n2'];
const labels = { app: 'a' };
const own = { labelSelector: { matchLabels: labels } };
const apart = { ...own, topologyKey: 'kubernetes.io/hostname' };

/** Two replicas, each on a node of its own. */
const two = (more: Partial<Workload>): Snapshot => ({
  nodes: [node('n1', 4, 10), node('n2', 4, 1)],
  workloads: [workload('a', 1, { n1: 1, n2: 1 }, { labels, ...more })],
});

const COMPLAINTS: Complaint[] = [
  {
    about: 'a replica that must not be disturbed is (aws 3594)',
    snapshot: pair({ movable: false }),
    moves: [],
    twin: { snapshot: pair({ movable: true }), moves: MOVED },
  },
  {
    about: 'the most pods of a node are not looked at, or not with both copies (aws 3903)',
    snapshot: {
      nodes: [node('n1', 4, 10), node('n2', 4, 1, { allocatable: { cpu: 4, pods: 2 } })],
      workloads: [workload('a', 1, { n1: 1 }), workload('b', 1, { n2: 2 }, { movable: false })],
    },
    moves: [],
    twin: {
      snapshot: {
        nodes: [node('n1', 4, 10), node('n2', 4, 1, { allocatable: { cpu: 4, pods: 3 } })],
        workloads: [workload('a', 1, { n1: 1 }), workload('b', 1, { n2: 2 }, { movable: false })],
      },
      moves: MOVED,
    },
  },
  {
    about: 'a wish to be apart is taken for a demand (ks 667)',
    snapshot: two({
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: apart }],
        },
      },
    }),
    options: { keepSpread: false },
    moves: MOVED,
    twin: {
      snapshot: two({
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] } },
      }),
      options: { keepSpread: false },
      moves: [],
    },
  },
  {
    about: 'a hard spread is broken, or a zone that nobody may enter counts (ds 1219)',
    snapshot: spreadOverZones('Honor'),
    options: { keepSpread: true },
    moves: MOVED,
    twin: { snapshot: spreadOverZones('Ignore'), moves: [] },
  },
  {
    about:
      'a budget is not understood: a surge copy makes up for the old one, recreation does not (cyclops 34)',
    snapshot: pair({}, {}, { disruptionBudgets: [{ name: 'p', workloads: ['a'], minAvailable: 1 }] }),
    moves: MOVED,
    twin: {
      snapshot: pair(
        { mode: 'recreate' },
        {},
        { disruptionBudgets: [{ name: 'p', workloads: ['a'], minAvailable: 1 }] },
      ),
      options: { allowRecreate: true },
      moves: [],
    },
  },
  {
    about: 'maxUnavailable 0 is taken to be met by a surge copy',
    snapshot: pair({}, {}, { disruptionBudgets: [{ name: 'p', workloads: ['a'], maxUnavailable: 0 }] }),
    moves: [],
    twin: { moves: MOVED, snapshot: pair() },
  },
  {
    about: 'a replica under two budgets is to be evicted (k8s 75957)',
    snapshot: pair(
      {},
      {},
      {
        disruptionBudgets: ['p', 'q'].map((name) => ({ name, workloads: ['a'], minAvailable: 1 })),
      },
    ),
    moves: [],
    twin: {
      snapshot: pair({}, {}, { disruptionBudgets: [{ name: 'p', workloads: ['a'], minAvailable: 1 }] }),
      moves: MOVED,
    },
  },
  {
    about: 'two copies of a volume of one node (AKS 1919)',
    snapshot: pair({ mode: 'recreate', volumes: [{ claim: 'data', accessModes: ['ReadWriteOnce'] }] }),
    moves: [],
    twin: {
      snapshot: pair({ mode: 'recreate', volumes: [{ claim: 'data', accessModes: ['ReadWriteOnce'] }] }),
      options: { allowRecreate: true },
      moves: MOVED,
    },
  },
  {
    about: 'a replica leaves the zone of its volume (aws 2971)',
    snapshot: pair({ volumes: [zonal('a')] }, zone('b')),
    moves: [],
    twin: { snapshot: pair({ volumes: [zonal('a')] }, zone('a')), moves: MOVED },
  },
  {
    about: 'evicted, and back on the same node (ds 994)',
    snapshot: { ...pair(), workloads: [workload('a', 1, { n1: 1 }), workload('b', 4, { n2: 1 })] },
    moves: [],
    twin: {
      snapshot: { ...pair(), workloads: [workload('a', 1, { n1: 1 }), workload('b', 3, { n2: 1 })] },
      moves: MOVED,
    },
  },
  {
    about: 'a cordoned node is entered (ds 42)',
    snapshot: pair({}, { unschedulable: true }),
    moves: [],
    twin: { snapshot: pair(), moves: MOVED },
  },
  {
    about: 'a node that does not answer is left',
    snapshot: { ...pair(), nodes: [node('n1', 4, 10, { ready: false }), node('n2', 4, 1)] },
    moves: [],
    twin: { snapshot: { ...pair(), nodes: [node('n1', 4, 10), node('n2', 4, 1)] }, moves: MOVED },
  },
  {
    about: 'a dear node with devices is kept for what needs none (aws 8447)',
    snapshot: {
      ...pair(),
      nodes: [node('n1', 4, 30, { allocatable: { cpu: 4, 'nvidia.com/gpu': 1 } }), node('n2', 4, 1)],
    },
    moves: MOVED,
    twin: {
      snapshot: {
        nodes: [node('n1', 4, 30, { allocatable: { cpu: 4, 'nvidia.com/gpu': 1 } }), node('n2', 4, 1)],
        workloads: [workload('a', 1, { n1: 1 }, { requests: { cpu: 1, 'nvidia.com/gpu': 1 } })],
      },
      moves: [],
    },
  },
  {
    about: 'no room is left over (aws 4452)',
    snapshot: { ...pair(), workloads: [workload('a', 1, { n1: 1 }), workload('b', 3, { n2: 1 })] },
    options: { headroom: { cpu: '10%' } },
    moves: [],
    twin: { options: { headroom: { cpu: '0' } }, moves: MOVED },
  },
  {
    about: 'two moves save together what neither saves alone (ks 1962)',
    snapshot: {
      nodes: [node('n1', 4, 10), node('n2', 4, 1), node('n3', 4, 1)],
      workloads: [
        workload('a', 3, { n1: 1 }),
        workload('b', 2, { n2: 1 }),
        workload('d', 2, { n3: 1 }, { movable: false }),
      ],
    },
    moves: ['b-0 n2>n3', 'a-0 n1>n2'],
    twin: { options: { maxSlots: 1 }, moves: ['b-0 n2>n3'] },
  },
  {
    about: 'all is pinned, and the search does not end (timefold 1369)',
    snapshot: { ...pair(), workloads: [workload('a', 1, { n1: 40, n2: 4 }, { movable: false })] },
    moves: [],
    twin: { snapshot: pair(), moves: MOVED },
  },
];

/** One replica per zone, n1 and n2 both in a; nothing may enter zone c, which hosts nothing. */
function spreadOverZones(nodeTaintsPolicy: 'Honor' | 'Ignore'): Snapshot {
  const taints = [{ key: 'closed', effect: 'NoSchedule' as const }];
  return {
    nodes: [
      node('n1', 4, 10, zone('a')),
      node('n2', 4, 1, zone('a')),
      node('n3', 4, 1, zone('b')),
      node('n4', 4, 1, { ...zone('c'), taints }),
    ],
    workloads: [
      workload(
        'a',
        1,
        { n1: 1, n3: 1 },
        {
          labels,
          topologySpreadConstraints: [
            {
              ...own,
              maxSkew: 1,
              topologyKey: 'topology.kubernetes.io/zone',
              whenUnsatisfiable: 'DoNotSchedule',
              nodeTaintsPolicy,
            },
          ],
        },
      ),
    ],
  };
}

function zonal(name: string) {
  const matchExpressions = [{ key: 'topology.kubernetes.io/zone', operator: 'In' as const, values: [name] }];
  return {
    accessModes: ['ReadWriteMany' as const],
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
}

const flat = async (snapshot: Snapshot, options: Options = {}) =>
  movesOf(await planOf(snapshot, { objective: { kind: 'weighted', alpha: 0 }, ...options }, engine)).flat();

describe.each(COMPLAINTS)('$about', ({ snapshot, options = {}, moves, twin }) => {
  test('is not so here', async () => {
    expect(await flat(snapshot, options)).toEqual(moves);
  });

  test('and without the cause it is otherwise', async () => {
    expect(await flat(twin.snapshot ?? snapshot, twin.options ?? options)).toEqual(twin.moves);
    expect(twin.moves).not.toEqual(moves);
  });

  test('what was done is not done again, nor undone (aws 3921)', async () => {
    const plan = await planOf(snapshot, { ...options, objective: { kind: 'weighted', alpha: 0 } }, engine);
    if (plan.options.maxSlots < plan.slots.length + 1 && plan.slots.length > 0) return;
    expect(await flat(applyPlan(snapshot, plan), options)).toEqual([]);
  });
});

test('many small replicas without requests fill a node no further than its pods (aws 1759)', async () => {
  const snapshot: Snapshot = {
    nodes: [node('n1', 4, 10), node('n2', 4, 1, { allocatable: { cpu: 4, pods: 20 } })],
    workloads: [{ name: 'a', requests: {}, replicas: { n1: 21 } }],
  };
  expect(await flat(snapshot, { workLimit: 1_000_000 })).toEqual([]);
  expect(
    await flat({ ...snapshot, workloads: [{ name: 'a', requests: {}, replicas: { n1: 20 } }] }),
  ).toHaveLength(20);
});

test('with a work limit of 1 there is an answer, and it is no worse than to stay (ks 1733)', async () => {
  const plan = await planOf(pair(), { workLimit: 1 }, engine);
  expect(Number(plan.cost.after)).toBeLessThanOrEqual(Number(plan.cost.before));
});

test('20 % of 19 nodes are 4 in a slot, and so they are echoed (aws 7026)', async () => {
  const nodes = Array.from({ length: 19 }, (_, i) => node(`n${i + 1}`, 1, 1));
  const workloads = nodes.map(({ name }) => workload(`w${name}`, 1, { [name]: 1 }));
  const snapshot: Snapshot = { nodes: [...nodes, node('big', 100, 2)], workloads };
  const plan = await planOf(snapshot, { budgets: { nodesPerSlot: '20%' } }, engine);
  expect(plan.options.budgets?.nodesPerSlot).toBe(4);
  expect(plan.slots.length).toBeGreaterThan(1);
  for (const { moves } of plan.slots)
    expect(new Set(moves.map(({ from }) => from)).size).toBeLessThanOrEqual(4);
});

test('a recreated replica is down once, and that is shown', async () => {
  const plan = await planOf(pair({ mode: 'recreate' }), { allowRecreate: true }, engine);
  expect(plan.downtime).toBe(1);
  expect((await planOf(pair(), {}, engine)).downtime).toBe(0);
});
