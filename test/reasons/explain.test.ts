import { describe, expect, test } from 'vitest';
import type { Options } from '../../src/model/options.ts';
import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
import { explain } from '../../src/reasons/explain.ts';
import type { ReasonsRequest } from '../../src/reasons/explanation.ts';
import { readExplanationRequest } from '../../src/reasons/read-request.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';

const engine = createEngine(loadHighsNode);

async function ask(snapshot: Snapshot, options: Options = {}, request: ReasonsRequest = {}) {
  const { explanation } = await explain({ snapshot, options }, request, engine, 'test');
  return explanation;
}

/** A dear node n1 with `a`, and a cheap n2 with room for it, both in zone z. */
function deployment(a: Partial<Workload> = {}, n2: Partial<Snapshot['nodes'][number]> = {}): Snapshot {
  return {
    nodes: [
      { name: 'n1', location: 'z', pricePerHour: 10, allocatable: { cpu: 4 } },
      { name: 'n2', location: 'z', pricePerHour: 1, allocatable: { cpu: 4 }, ...n2 },
    ],
    workloads: [
      { name: 'a', requests: { cpu: 2 }, replicas: { n1: 1 }, ...a },
      { name: 'b', requests: { cpu: 1 }, replicas: { n2: 1 } },
    ],
  };
}

/** Why n1 is kept. */
async function whyKept(snapshot: Snapshot, options: Options = {}) {
  const { nodes } = await ask(snapshot, options);
  const [{ node, state, reasons = [], proved }] = nodes;
  expect([node, state, proved]).toEqual(['n1', 'kept', true]);
  return reasons;
}

describe('a node is kept because', () => {
  test('there is too little of a resource, and this much more on this node would do', async () => {
    const reasons = await whyKept(deployment({ requests: { cpu: '3300m' } }));
    expect(reasons).toEqual([
      {
        rule: 'node-capacity',
        subject: 'z cpu',
        amount: { value: '300m', unit: 'cpu', least: true, nodes: ['n2'] },
        message: 'there is too little cpu in z; 300m cpu more on n2 would do',
      },
    ]);
  });

  test.each<[string, Snapshot, Options, { rule: string; subject: string; message?: string }[]]>([
    [
      'a replica may not move',
      deployment({ movable: false }),
      {},
      [{ rule: 'movable', subject: 'default/a on n1', message: 'a-0 of default/a on n1 may not move' }],
    ],
    [
      'a replica may not move for a reason that is given',
      deployment({ movable: false, movableReason: 'job' }),
      {},
      [{ rule: 'movable', subject: 'default/a on n1', message: 'a-0 of default/a on n1 may not move: job' }],
    ],
    [
      'the only other node is cordoned',
      deployment({}, { unschedulable: true }),
      {},
      [{ rule: 'node-unschedulable', subject: 'n2' }],
    ],
    [
      'the only other node is not ready',
      deployment({}, { ready: false }),
      {},
      [{ rule: 'node-not-ready', subject: 'n2' }],
    ],
    [
      'a selector chooses other nodes',
      deployment({ nodeSelector: { disk: 'ssd' } }),
      {},
      [
        {
          rule: 'node-affinity',
          subject: 'default/a',
          message: 'default/a selects its nodes: n1, n2 are none of them',
        },
      ],
    ],
    [
      'a taint is not tolerated',
      deployment({}, { taints: [{ key: 'gpu', effect: 'NoSchedule' }] }),
      {},
      [
        {
          rule: 'taint-toleration',
          subject: 'default/a',
          message: 'default/a does not tolerate gpu:NoSchedule of n2',
        },
      ],
    ],
    [
      'no more than one slot is allowed',
      {
        ...deployment({ requests: { cpu: 4 } }),
        nodes: [
          ...deployment().nodes,
          { name: 'n3', location: 'z', pricePerHour: 1, allocatable: { cpu: 1 } },
        ],
      },
      { maxSlots: 1 },
      [
        {
          rule: 'slot-used',
          subject: 'maxSlots',
          message: 'a plan may have 1 slots at most; 1 slots more would do',
        },
      ],
    ],
    [
      'too few moves are allowed',
      deployment({ replicas: { n1: 2 }, requests: { cpu: 1 } }),
      { maxMoves: 1 },
      [
        {
          rule: 'max-moves',
          subject: 'maxMoves',
          message: 'a plan may have 1 moves at most; 1 moves more would do',
        },
      ],
    ],
    [
      'it is excluded',
      deployment(),
      { exclude: { nodes: ['n1'] } },
      [{ rule: 'excluded', subject: 'n1', message: 'n1 is excluded by the options' }],
    ],
    [
      'downtime is not allowed',
      deployment({ mode: 'recreate' }),
      {},
      [{ rule: 'surge', subject: 'default/a' }],
    ],
    [
      'a slot may move too few replicas',
      deployment({ replicas: { n1: 2 }, requests: { cpu: 1 } }),
      { budgets: { replicasPerSlot: 1 }, maxSlots: 1 },
      [{ rule: 'slot-used', subject: 'maxSlots' }],
    ],
    [
      'no slot may move anything',
      deployment(),
      { budgets: { workloadPerSlot: 0 } },
      [
        {
          rule: 'workload-per-slot',
          subject: 'workloadPerSlot',
          message: '0 replicas at most of a workload may move in a slot; 1 replicas more would do',
        },
      ],
    ],
    [
      'replicas must stay apart',
      deployment({
        labels: { app: 'a' },
        replicas: { n1: 1, n2: 1 },
        requests: { cpu: 1 },
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'a' } } },
            ],
          },
        },
      }),
      { keepSpread: false },
      [{ rule: 'pod-anti-affinity', subject: 'default/a' }],
    ],
    [
      'its pool has a minimum',
      deployment(),
      { pools: [{ name: 'all', selector: {}, minimum: 2 }] },
      [{ rule: 'pool-minimum', subject: 'all', message: 'pool all must keep 2 nodes in use' }],
    ],
    [
      'the other node must keep room free',
      deployment({ requests: { cpu: 3 } }),
      { headroom: { cpu: '10%' } },
      [{ rule: 'headroom', subject: 'cpu', message: 'nodes must keep 10% of cpu free' }],
    ],
    [
      'the other node is to be drained',
      deployment({}, { taints: [] }),
      { drain: { nodes: ['n2'] }, exclude: { workloads: ['b'] } },
      [{ rule: 'drain', subject: 'n2' }],
    ],
    [
      'the best plan saves too little to be made',
      deployment(),
      { minimumSaving: { plan: 100 } },
      [{ rule: 'minimum-saving', subject: 'minimumSaving' }],
    ],
    [
      'a call allows no more latency',
      {
        ...deployment(),
        nodes: [
          { name: 'n1', location: 'x', pricePerHour: 10, allocatable: { cpu: 4 } },
          { name: 'n2', location: 'y', pricePerHour: 1, allocatable: { cpu: 4 } },
          { name: 'n3', location: 'x', pricePerHour: 1, allocatable: { cpu: 4 } },
        ],
        workloads: [
          { name: 'a', requests: { cpu: 1 }, replicas: { n1: 1 } },
          { name: 'b', requests: { cpu: 1 }, replicas: { n2: 1 } },
          { name: 'c', requests: { cpu: 4 }, replicas: { n3: 1 }, movable: false },
        ],
        latency: { pairs: [{ from: 'x', to: 'y', microseconds: 700 }] },
        calls: [{ from: 'a', to: 'c', maxLatencyMicroseconds: 500 }],
      },
      {},
      [
        {
          rule: 'latency',
          subject: 'default/a -> default/c',
          message:
            'the call default/a -> default/c must stay within 500 microseconds; 200 microseconds more would do',
        },
      ],
    ],
  ])('%s', async (_, snapshot, options, expected) => {
    expect(await whyKept(snapshot, options)).toMatchObject(expected);
  });

  test('emptying it costs more than it saves, by so much', async () => {
    const snapshot = deployment();
    const { nodes } = await ask(snapshot, { objective: { kind: 'weighted', alpha: '6' } });
    expect(nodes[0].reasons).toEqual([
      {
        rule: 'saving',
        subject: 'n1',
        amount: { value: '2', unit: 'USD', least: true },
        message: 'emptying it costs 2 USD per hour more than it saves',
      },
    ]);
  });

  test('there is no other node', async () => {
    const { nodes, workloads } = await ask({
      nodes: [deployment().nodes[0]],
      workloads: [deployment().workloads[0]],
    });
    const nowhere = { rule: 'nowhere', message: 'there is no other node' };
    expect(nodes).toMatchObject([{ proved: true, reasons: [nowhere] }]);
    expect(workloads).toMatchObject([{ proved: true, reasons: [nowhere] }]);
  });

  test('the plan is not the best, when it is not', async () => {
    const snapshot: Snapshot = {
      nodes: [
        { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
        { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4 } },
      ],
      workloads: [{ name: 'a', requests: { cpu: 2 }, replicas: { n1: 1 } }],
    };
    // The heuristic opens no empty node.
    const { nodes } = await ask(snapshot, { strategy: 'heuristic' });
    expect(nodes[0]).toMatchObject({
      proved: false,
      reasons: [{ rule: 'saving', message: 'a better plan does it: this one is not the best' }],
    });
  });
});

test('a node that is opened is kept because it pays, and one that may be opened is somewhere to go', async () => {
  const [n1] = deployment().nodes;
  const [a] = deployment().workloads;
  const openable = [{ name: 'new', count: 1, pricePerHour: 12, allocatable: { cpu: 4 } }];
  const alone = await ask({ nodes: [n1], workloads: [a] }, { openable });
  expect(alone.nodes).toMatchObject([
    { node: 'n1', state: 'kept', proved: true, reasons: [{ rule: 'saving' }] },
  ]);
  const cheap = [{ ...openable[0], pricePerHour: 2 }];
  const opened = await ask({ nodes: [n1], workloads: [a] }, { openable: cheap });
  expect(opened.nodes).toMatchObject([
    { node: 'n1', state: 'emptied', slot: 1 },
    { state: 'kept', proved: true, reasons: [{ rule: 'saving' }] },
  ]);
});

test('several nodes are to be emptied at once: what stops that is minimal, too', async () => {
  const snapshot = deployment();
  const none = await ask(snapshot, {}, { empty: ['n1', 'n2'] });
  expect(none.demand).toMatchObject({ possible: 'no', proved: true, reasons: [{ rule: 'nowhere' }] });
  const roomy: Snapshot = {
    ...snapshot,
    nodes: [...snapshot.nodes, { name: 'n3', pricePerHour: 20, allocatable: { cpu: 4 } }],
  };
  const both = await ask(roomy, {}, { empty: ['n2', 'n1'] });
  expect(both.demand).toMatchObject({
    nodes: ['n1', 'n2'],
    possible: 'yes',
    costs: { unit: 'USD' },
    reasons: [],
    proved: true,
  });
  const few = await ask(roomy, { maxMoves: 1 }, { empty: ['n1', 'n2'] });
  expect(few.demand).toMatchObject({
    possible: 'no',
    proved: true,
    reasons: [{ rule: 'max-moves', amount: { value: '1', unit: 'moves', least: true } }],
  });
});

test('a step of a limit says what it saves', async () => {
  const snapshot = deployment({ replicas: { n1: 2 }, requests: { cpu: 1 } });
  const { relaxations } = await ask(snapshot, { maxMoves: 1 });
  expect(relaxations).toEqual([
    {
      rule: 'max-moves',
      subject: 'maxMoves',
      saves: '9',
      proved: true,
      message: 'allow one more move: saves 9 USD per hour more',
    },
  ]);
  const kept = deployment({ mode: 'recreate' });
  expect((await ask(kept)).relaxations).toMatchObject([
    { rule: 'surge', message: 'allow recreate for default/a: saves 9 USD per hour more' },
  ]);
});

test('without any work, what is plain to see is said, and nothing is called proved', async () => {
  const { nodes, workloads, work, untried } = await ask(deployment({ movable: false }), {}, { workLimit: 0 });
  expect(nodes.map(({ proved, reasons = [] }) => [proved, reasons.map(({ rule }) => rule)])).toEqual([
    [false, ['movable']],
    [undefined, []],
  ]);
  expect(workloads[0]).toMatchObject({ state: 'stays', proved: false, reasons: [{ rule: 'movable' }] });
  expect([work, untried]).toEqual([0, 1]);
});

test('the same question gets the same bytes, whatever the order of its arrays', async () => {
  const snapshot = deployment({ nodeSelector: { disk: 'ssd' } });
  const turned = { nodes: snapshot.nodes.toReversed(), workloads: snapshot.workloads.toReversed() };
  expect(JSON.stringify(await ask(turned))).toBe(JSON.stringify(await ask(snapshot)));
});

test('a request is refused with all its errors', () => {
  const body = {
    snapshot: deployment(),
    options: { maxSlots: -1 },
    reasons: { empty: ['n9'], workLimit: 'x' },
  };
  const pointers = (value: unknown) => {
    const read = readExplanationRequest(value);
    return 'errors' in read ? read.errors.map(({ pointer, code }) => `${pointer} ${code}`) : [];
  };
  expect(pointers(body)).toEqual(['/options/maxSlots range', '/reasons/workLimit type']);
  expect(pointers({ snapshot: deployment(), reasons: { empty: ['n1', 'n9'] } })).toEqual([
    '/reasons/empty/1 unknown-node',
  ]);
  expect(pointers({ snapshot: deployment(), reason: {} })).toEqual(['/reason unknown-field']);
  expect(pointers({ snapshot: deployment(), reasons: { empty: ['n1'] } })).toEqual([]);
});

test('a step of a limit is worth what it leads to, which minimumSaving may hold back as well', async () => {
  const snapshot = {
    nodes: [
      { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
      { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4 } },
      { name: 'n3', pricePerHour: 1, allocatable: { cpu: 4 } },
    ],
    workloads: [
      { name: 'a', requests: { cpu: 3 }, replicas: { n1: 1 } },
      { name: 'b', requests: { cpu: 2 }, replicas: { n2: 1 } },
      { name: 'd', requests: { cpu: 2 }, replicas: { n3: 1 }, movable: false },
    ],
  };
  const steps = async (minimumSaving?: { plan: string }) => {
    const options = minimumSaving ? { minimumSaving } : {};
    const { explanation } = await explain({ snapshot, options }, {}, engine, 'test');
    return explanation.relaxations.map(({ rule, saves }) => `${rule} ${saves}`);
  };
  // b may go to n3 and a to n2: 10 saved; with d free as well 10 still, so no step is worth anything.
  expect(await steps({ plan: '11' })).toEqual([]);
});
