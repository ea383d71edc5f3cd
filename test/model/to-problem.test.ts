import { describe, expect, test } from 'vitest';
import { formatMoney, gcd, money } from '../../src/model/decimal.ts';
import { latencyTable, locationOf } from '../../src/model/latency-table.ts';
import type { DisruptionBudget } from '../../src/model/namespace-rules.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { byName } from '../../src/model/placement.ts';
import type { Rule } from '../../src/model/plan.ts';
import { mayArrive, type Problem, released } from '../../src/model/problem.ts';
import { resourceUnits } from '../../src/model/quantity.ts';
import { replicasOf } from '../../src/model/replicas.ts';
import { type Node, type Snapshot, type Workload, workloadKey } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import type { Volume } from '../../src/model/volumes.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { constraintsOf, place, required } from '../oracle-replay/neighbours.ts';
import { collide, isSelected, isTolerated } from '../oracle-replay/selection.ts';
import { respelled } from './respelled.ts';

const problemOf = (snapshot: Snapshot, options: Options = {}) =>
  toProblem(snapshot, resolveOptions(snapshot, options));
const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);
const plain = (seed: number) => (seed % 4 === 0 ? largerSnapshot(seed) : tinySnapshot(seed));
const ruled = (seed: number) => (seed % 3 === 0 ? withNodeRules(plain(seed), seed) : plain(seed));
const drawn = (seed: number) => (seed % 5 < 2 ? withPodRules(ruled(seed), seed) : ruled(seed));

/** Whether the node is in some domain for all that the workload demands of others. */
function hasKeys(workload: Workload, node: Node): boolean {
  const demands = [...required(workload, 'podAffinity'), ...constraintsOf(workload)];
  return demands.every(({ topologyKey }) => place(node, topologyKey) !== undefined);
}

/** A problem as plain data: its functions as tables of all they say. */
function tables({ delay, replicaName, ...data }: Problem) {
  const locations = Array.from({ length: data.locations }, (_, g) => g);
  const delays = locations.map((g) => locations.map((h) => delay(g, h)));
  const names = Array.from(data.groupCount, (count, group) =>
    Array.from({ length: count }, (_, i) => replicaName(group, i)),
  );
  return { ...data, delays, names };
}

test('the hand-checked example becomes these numbers', () => {
  const snapshot: Snapshot = {
    nodes: [
      { name: 'n3', pricePerHour: 1, allocatable: { cpu: '4900m', memory: '7Ei' } },
      { name: 'n1', pricePerHour: '10', location: 'eu', allocatable: { cpu: 4, memory: '3Gi', pods: 2 } },
      { name: 'n2', allocatable: { cpu: 4 }, location: 'eu' },
      { name: 'n4', allocatable: {} },
    ],
    workloads: [
      { name: 'B', requests: { cpu: 2, memory: '1Gi' }, replicas: { n2: 1, n3: 2, n1: 0 } },
      { name: 'idle', requests: { cpu: '1m', disk: 1 }, replicas: { n1: 0 } },
      {
        name: 'A',
        requests: { cpu: 3 },
        replicas: [
          { node: 'n1', name: 'z' },
          { node: 'n1', name: 'y' },
        ],
        movable: false,
      },
    ],
    resources: { memory: { transient: false } },
    latency: { pairs: [{ from: 'eu', to: 'n3', microseconds: 7 }] },
    calls: [
      { from: 'B', to: 'A', maxLatencyMicroseconds: 9, reach: 'nearest' },
      { from: 'A', to: 'B', maxLatencyMicroseconds: 5 },
      { from: 'A', to: 'idle', maxLatencyMicroseconds: 5 },
      { from: 'idle', to: 'B' },
    ],
  };
  const problem = problemOf(snapshot, {
    objective: { kind: 'weighted', alpha: '0.5' },
    maxSlots: 2,
    latencyIn: 'end',
    keepSpread: false,
  });
  expect(tables(problem)).toEqual({
    nodes: 4,
    workloads: 2,
    resources: 3,
    requested: 3,
    groups: 3,
    nodeNames: ['n1', 'n2', 'n3', 'n4'],
    workloadNames: ['default/A', 'default/B'],
    resourceNames: ['cpu', 'memory', 'pods'],
    price: Float64Array.of(20, 0, 2, 0),
    priced: Uint8Array.of(1, 0, 1, 0),
    bill: Float64Array.of(20, 0, 2, 0),
    kept: new Uint8Array(4),
    drained: new Uint8Array(4),
    surcharge: 0,
    arrivalClass: Int32Array.of(0, 0, 0),
    arrivable: Uint8Array.of(1, 1, 1, 0),
    open: Uint8Array.of(1, 1, 1, 0),
    closed: Uint8Array.of(0, 0, 0, 1),
    location: Int32Array.of(0, 0, 1, 2),
    locations: 3,
    // 12 cores are requested in all, 3 GiB, 5 pods; only n1 limits pods, and memory on n3 is more than can be used.
    capacity: Float64Array.of(4, 3, 2, 4, 0, 6, 4, 5, 7, 0, 0, 5),
    use: Float64Array.of(6, 0, 2, 2, 1, 1, 4, 2, 2, 0, 0, 0),
    demand: Float64Array.of(3, 0, 1, 2, 1, 1),
    transient: Uint8Array.of(1, 0, 1),
    replicas: Int32Array.of(2, 3),
    groupWorkload: Int32Array.of(0, 1, 1),
    groupNode: Int32Array.of(0, 1, 2),
    groupCount: Int32Array.of(2, 1, 2),
    groupMovable: Uint8Array.of(0, 1, 1),
    groupStart: Int32Array.of(0, 1, 3),
    names: [['y', 'z'], ['B-0'], ['B-1', 'B-2']],
    callFrom: Int32Array.of(0, 1),
    callTo: Int32Array.of(1, 0),
    callLimit: Float64Array.of(5, 9),
    callNearest: Uint8Array.of(0, 1),
    delays: [
      [0, 7, -1],
      [7, 0, -1],
      [-1, -1, 0],
    ],
    release: undefined,
    domainRules: [],
    budgets: [],
    floors: [],
    sourcesPerSlot: Number.POSITIVE_INFINITY,
    recreate: Uint8Array.of(0, 0),
    movableReplicas: 3,
    alpha: 1,
    moneyUnit: money('0.5'),
    resourceUnit: [1000n, 1n << 30n, 1n],
    objective: 'weighted',
    maxSlots: 2,
    maxMoves: 3,
    latencyIn: 'end',
  });
});

test('however a snapshot is written, the problem is the same', () => {
  for (const seed of SEEDS) {
    const snapshot = drawn(seed);
    expect(tables(problemOf(respelled(snapshot, seed))), `seed ${seed}`).toEqual(tables(problemOf(snapshot)));
  }
});

/** The requests of one replica, use and allocatable by the words of docs/model.md, in the resource's own unit. */
function amountsOf(snapshot: Snapshot, resource: string) {
  const request = new Map(
    snapshot.workloads.map((workload) => {
      const given = workload.requests[resource] ?? (resource === 'pods' ? 1 : 0);
      return [workloadKey(workload), resourceUnits(resource, given)];
    }),
  );
  const use = new Map(snapshot.nodes.map(({ name }) => [name, 0n]));
  for (const workload of snapshot.workloads) {
    for (const { node } of replicasOf(workload)) {
      use.set(node, (use.get(node) ?? 0n) + (request.get(workloadKey(workload)) ?? 0n));
    }
  }
  const total = [...use.values()].reduce((sum, amount) => sum + amount, 0n);
  return { request, use, total };
}

test('requests and use are exact, and a whole number of requests fits a node just as before', () => {
  let clamped = 0;
  let rounded = 0;
  let overcommitted = 0;
  for (const seed of SEEDS) {
    const snapshot = drawn(seed);
    const problem = problemOf(snapshot);
    for (const [k, resource] of problem.resourceNames.slice(0, problem.requested).entries()) {
      const { request, use, total } = amountsOf(snapshot, resource);
      const unit = problem.resourceUnit[k];
      const exact = (value: number) => BigInt(value) * unit;
      for (const [w, name] of problem.workloadNames.entries()) {
        expect(exact(problem.demand[w * problem.resources + k])).toBe(request.get(name));
      }
      for (const [n, name] of problem.nodeNames.entries()) {
        const at = n * problem.resources + k;
        const used = use.get(name) ?? 0n;
        expect(exact(problem.use[at])).toBe(used);
        const given = snapshot.nodes.find((node) => node.name === name)?.allocatable[resource];
        const isFree = given === undefined && resource === 'pods';
        const allocatable = isFree ? used + total : resourceUnits(resource, given ?? 0);
        const capacity = exact(problem.capacity[at]);
        if (capacity === used + total) {
          clamped++;
          expect(capacity).toBeLessThanOrEqual(allocatable);
        } else {
          if (capacity !== allocatable) rounded++;
          expect(capacity).toBeLessThanOrEqual(allocatable);
          expect(capacity + unit).toBeGreaterThan(allocatable);
        }
        if (used > allocatable) overcommitted++;
        expect(problem.use[at] > problem.capacity[at]).toBe(used > allocatable);
      }
      const demands = [...request]
        .filter(([name]) => problem.workloadNames.includes(name))
        .map(([, units]) => units);
      expect(unit).toBe(demands.reduce(gcd, 0n));
    }
  }
  expect(Math.min(clamped, rounded, overcommitted)).toBeGreaterThan(50);
});

test('money is exact in the largest unit, and unknown prices are not zero', () => {
  let unknown = 0;
  for (const seed of SEEDS) {
    const snapshot = drawn(seed);
    const options = resolveOptions(snapshot, {});
    const problem = toProblem(snapshot, options);
    for (const [n, name] of problem.nodeNames.entries()) {
      const price = snapshot.nodes.find((node) => node.name === name)?.pricePerHour;
      if (price === undefined) unknown++;
      expect(problem.priced[n]).toBe(price === undefined ? 0 : 1);
      expect(BigInt(problem.price[n]) * problem.moneyUnit).toBe(money(price ?? 0));
    }
    const alpha = options.objective.kind === 'weighted' ? options.objective.alpha : '';
    expect(formatMoney(BigInt(problem.alpha) * problem.moneyUnit)).toBe(alpha);
    const all = [...problem.price, problem.alpha].map(BigInt);
    expect(all.every((amount) => amount === 0n) || all.reduce(gcd) === 1n).toBe(true);
    expect(problemOf(snapshot, { objective: { kind: 'lexicographic' } }).alpha).toBe(0);
  }
  expect(unknown).toBeGreaterThan(50);
});

test('groups, their names, closed nodes and latencies say what the snapshot says', () => {
  const seen = { named: 0, closed: 0, choosy: 0, unknown: 0, asymmetric: 0 };
  for (const seed of SEEDS) {
    const snapshot = drawn(seed);
    const problem = problemOf(snapshot);
    const hosts = new Set<string>();
    for (const workload of snapshot.workloads) {
      const replicas = replicasOf(workload);
      const w = problem.workloadNames.indexOf(workloadKey(workload));
      expect(w < 0).toBe(replicas.length === 0);
      if (w < 0) continue;
      const told = [];
      for (let group = problem.groupStart[w]; group < problem.groupStart[w + 1]; group++) {
        for (let i = 0; i < problem.groupCount[group]; i++) {
          told.push({
            name: problem.replicaName(group, i),
            node: problem.nodeNames[problem.groupNode[group]],
            movable: problem.groupMovable[group] === 1,
          });
        }
      }
      const isReady = (name: string) => snapshot.nodes.find((node) => node.name === name)?.ready !== false;
      const expected = replicas.map((r) => ({ ...r, movable: r.movable && isReady(r.node) }));
      expect(told.sort((a, b) => byName(a.node, b.node) || byName(a.name, b.name))).toEqual(expected);
      if (replicas.some(({ name }, i) => name !== `${workload.name}-${i}`)) seen.named++;
      for (const { node } of replicas) hosts.add(node);
    }
    const latency = latencyTable(snapshot);
    const locations = [...new Set(snapshot.nodes.map(locationOf))].sort(byName);
    for (const node of snapshot.nodes) {
      const n = problem.nodeNames.indexOf(node.name);
      expect(locations[problem.location[n]]).toBe(locationOf(node));
      const takes =
        (node.pricePerHour !== undefined || hosts.has(node.name)) &&
        !node.unschedulable &&
        node.ready !== false;
      const welcome = snapshot.workloads.filter(
        (w) => takes && isSelected(w, node) && isTolerated(w, node) && hasKeys(w, node),
      );
      const keys = welcome.map(workloadKey);
      for (const [w, key] of problem.workloadNames.entries())
        expect(mayArrive(problem, problem.groupStart[w], n)).toBe(keys.includes(key));
      const isOpen = problem.workloadNames.some((key) => keys.includes(key));
      expect(problem.open[n]).toBe(isOpen ? 1 : 0);
      const isClosed = !isOpen && !hosts.has(node.name);
      if (isClosed) seen.closed++;
      if (isOpen && welcome.length < snapshot.workloads.length) seen.choosy++;
      expect(problem.closed[n]).toBe(isClosed ? 1 : 0);
    }
    for (const [g, from] of locations.entries()) {
      for (const [h, to] of locations.entries()) {
        expect(problem.delay(g, h)).toBe(latency.get(from, to) ?? -1);
        if (problem.delay(g, h) < 0) seen.unknown++;
        if (problem.delay(g, h) !== problem.delay(h, g)) seen.asymmetric++;
      }
    }
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
});

test('workloads of mode recreate move only when they may, and as many as may be down', () => {
  const db = { name: 'db', requests: {}, replicas: { n1: 2 }, mode: 'recreate' as const };
  const web = { name: 'web', requests: {}, replicas: { n1: 1 } };
  const snapshot = { nodes: [{ name: 'n1', allocatable: {} }], workloads: [db, web] };
  const compiled = (options: Options) => toProblem(snapshot, resolveOptions(snapshot, options));
  expect(compiled({})).toMatchObject({ movableReplicas: 1, budgets: [], recreate: Uint8Array.of(1, 0) });
  expect(compiled({ allowRecreate: true })).toMatchObject({ movableReplicas: 3, budgets: [] });
  expect(compiled({ allowRecreate: true, maxDowntime: 1 }).budgets).toEqual([
    { rule: 'max-downtime', over: 'plan', weight: new Map([[0, 1]]), most: 1 },
  ]);
});

test('replicas of different requests and volumes are groups of their own, named as they are counted', () => {
  const pinned = (zone: string): Volume => ({
    accessModes: ['ReadWriteMany'],
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [zone] }] }],
      },
    },
  });
  const snapshot: Snapshot = {
    nodes: ['n1', 'n2'].map((name) => ({ name, pricePerHour: 1, allocatable: { cpu: 8 } })),
    workloads: [
      {
        name: 'a',
        requests: { cpu: 2 },
        replicas: [
          { node: 'n1', requests: { cpu: 3 } },
          { node: 'n1' },
          { node: 'n1', requests: { cpu: '2000m' } },
          { node: 'n1', volumes: [pinned('n2')] },
          { node: 'n1', volumes: [{}] },
        ],
      },
    ],
  };
  const problem = problemOf(snapshot);
  const groups = Array.from(problem.groupCount, (count, g) => ({
    count,
    movable: problem.groupMovable[g],
    first: problem.replicaName(g, 0),
    released: released(problem, g, 0) * Number(problem.resourceUnit[0]),
    to: [0, 1].map((n) => mayArrive(problem, g, n)),
  }));
  const both = [true, true];
  expect(groups).toEqual([
    { count: 2, movable: 1, first: 'a-0', released: 2000, to: both },
    { count: 1, movable: 1, first: 'a-2', released: 3000, to: both },
    { count: 1, movable: 1, first: 'a-3', released: 2000, to: [false, true] },
    { count: 1, movable: 0, first: 'a-4', released: 2000, to: both },
  ]);
  expect(problem.use[0] * Number(problem.resourceUnit[0])).toBe(11_000);
});

test('quotas and disruption budgets are sums per slot where they bind, and what they never let go stays', () => {
  const web = { name: 'web', requests: { cpu: 1 }, replicas: { n1: 3 } };
  const db = { name: 'db', requests: { cpu: 2 }, replicas: { n1: 2 }, mode: 'recreate' as const };
  const compiled = (more: Partial<Snapshot>) => {
    const nodes = [{ name: 'n1', allocatable: { cpu: 9 } }];
    return problemOf({ nodes, workloads: [web, db], ...more }, { allowRecreate: true });
  };
  const slot = (rule: Rule, weights: number[], most: number) => [
    { rule, over: 'slot', weight: new Map([...weights.entries()].filter(([, one]) => one > 0)), most },
  ];
  const budget = (more: Partial<DisruptionBudget>) => ({
    disruptionBudgets: [{ name: 'b', workloads: ['web', 'db'], ...more }],
  });
  expect(compiled({ quotas: [{ name: 'q', hard: { cpu: '9900m' } }] }).budgets).toEqual(
    slot('resource-quota', [0, 1], 2),
  );
  expect(compiled({ quotas: [{ name: 'q', hard: { cpu: 10 } }] }).budgets).toEqual([]);
  expect(compiled({ quotas: [{ name: 'q', hard: { cpu: 7 } }] }).movableReplicas).toBe(2);
  expect(compiled(budget({ minAvailable: 4 })).budgets).toEqual(slot('disruption-budget', [1, 0], 1));
  expect(compiled(budget({ minAvailable: 5 })).movableReplicas).toBe(3);
  expect(compiled(budget({ minAvailable: 6 })).movableReplicas).toBe(0);
  expect(compiled(budget({ maxUnavailable: 2 })).budgets).toEqual(slot('disruption-budget', [1, 1], 2));
  expect(compiled(budget({ minAvailable: '50%' })).budgets).toEqual(
    slot('disruption-budget', [100, 50], 250),
  );
  // 5 + s − ⌈0.3 · (5 + s)⌉ ≤ 5 − r.
  expect(compiled(budget({ maxUnavailable: '30%' })).budgets).toEqual(
    slot('disruption-budget', [100, 70], 249),
  );
});

describe('large amounts', () => {
  const one = (requests: Record<string, string>, replicas = 1): Snapshot => ({
    nodes: [{ name: 'n', pricePerHour: 1, allocatable: { memory: '7Ei' } }],
    workloads: [
      { name: 'w', requests, replicas: { n: replicas } },
      { name: 'v', requests: { memory: '1' }, replicas: { n: 1 } },
    ],
  });

  test('an allocatable far above all requests is clamped to what can be used', () => {
    const problem = problemOf(one({ memory: '1Gi' }));
    expect([...problem.capacity]).toEqual([2 * (2 ** 30 + 1)]);
    expect([...problem.use]).toEqual([2 ** 30 + 1]);
  });

  test('requests that no double could add up are refused, up to the last step', () => {
    expect(problemOf(one({ memory: `${2 ** 52 - 2}` })).capacity[0]).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(() => problemOf(one({ memory: `${2 ** 52 - 1}` }))).toThrow(RangeError);
  });

  test('prices that no double could add up are refused', () => {
    const snapshot = one({});
    snapshot.nodes.push({ name: 'm', pricePerHour: '0.000000000001', allocatable: {} });
    expect(() => problemOf(snapshot)).not.toThrow();
    snapshot.nodes.push({ name: 'o', pricePerHour: '9008', allocatable: {} });
    expect(() => problemOf(snapshot)).toThrow(RangeError);
  });

  test('20,000 places need no matrix when no pair names them', () => {
    const nodes = Array.from({ length: 20_000 }, (_, n) => ({ name: `n${n}`, allocatable: {} }));
    const pairs = [{ from: 'n0', to: 'n1', microseconds: 3 }];
    const problem = problemOf({ nodes, workloads: [], latency: { pairs } });
    expect([
      problem.delay(0, 1),
      problem.delay(1, 0),
      problem.delay(0, 2),
      problem.delay(5, 5),
      problem.delay(5, 6),
    ]).toEqual([3, 3, -1, 0, -1]);
  });
});

test('replicas fit a node by its host ports exactly when no two of their ports conflict', () => {
  const seen = { fits: 0, conflicts: 0 };
  for (const seed of SEEDS) {
    const snapshot = withNodeRules(plain(seed), seed);
    const problem = problemOf(snapshot);
    const workloads = problem.workloadNames.map(
      (key) => snapshot.workloads.find((w) => workloadKey(w) === key) as Workload,
    );
    const draw = random(seed);
    const chosen = [0, 1, 2].map(() => draw.int(0, workloads.length - 1)).slice(0, draw.int(2, 3));
    const fits = range(problem.requested, problem.resources).every(
      (k) => chosen.reduce((sum, w) => sum + problem.demand[w * problem.resources + k], 0) <= 1,
    );
    const conflicts = chosen.some((w, i) =>
      chosen.slice(i + 1).some((v) => collide(workloads[w], workloads[v])),
    );
    expect(fits, `seed ${seed}`).toBe(!conflicts);
    seen[fits ? 'fits' : 'conflicts']++;
  }
  expect(seen.conflicts).toBeGreaterThan(20);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
