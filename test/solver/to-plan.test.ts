import { describe, expect, test } from 'vitest';
import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { Plan } from '../../src/model/plan.ts';
import type { Problem, Schedule } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { type ScheduleRow, toSchedule } from '../../src/solver/schedule.ts';
import { type Outcome, toPlan } from '../../src/solver/to-plan.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';

const identity = { snapshotDigest: 's', questionDigest: 'q', solverVersion: 'v' };
const ending = {
  proved: false,
  stoppedBy: 'strategy-end',
  binding: [],
  work: 7,
  strategy: 'some',
  mode: 'surge',
} as const;

function planned(
  snapshot: Snapshot,
  options: Options,
  outcome: (problem: Problem) => Pick<Outcome, 'schedule' | 'bounds'> & Partial<Outcome>,
): Plan {
  const canonical = canonicalSnapshot(snapshot);
  const resolved = resolveOptions(canonical, options);
  const problem = toProblem(canonical, resolved);
  return toPlan(problem, canonical, resolved, { ...ending, ...outcome(problem) }, [], identity);
}

/** Moves of any group anywhere in any slot, whatever rule they break; no replica twice. */
function randomSchedule(problem: Problem, draw: Random): Schedule {
  const rows: ScheduleRow[] = [];
  for (let group = 0; group < problem.groups; group++) {
    for (let left = problem.groupCount[group]; left > 0 && draw.chance(0.6); ) {
      const count = draw.int(1, left);
      const target = draw.int(0, problem.nodes - 1);
      left -= count;
      if (target !== problem.groupNode[group]) rows.push([group, target, draw.int(1, 3), count]);
    }
  }
  return toSchedule(rows);
}

describe('on random schedules, broken or not', () => {
  const cases = Array.from({ length: 600 }, (_, seed) => ({
    snapshot: seed % 4 === 0 ? largerSnapshot(seed) : tinySnapshot(seed),
    kind: seed % 2 === 0 ? ('weighted' as const) : ('lexicographic' as const),
    draw: random(seed + 99),
  }));

  test('every claim is what the checker recomputes, and the plan follows the schema', () => {
    let moved = 0;
    let inherited = 0;
    let emptied = 0;
    for (const { snapshot, kind, draw } of cases) {
      const options = { objective: { kind } };
      const bounds = kind === 'weighted' ? [0] : [0, 0, 0];
      const plan = planned(snapshot, options, (problem) => ({
        schedule: randomSchedule(problem, draw),
        bounds,
      }));
      expect(Plan.parse(plan)).toEqual(plan);
      const proved = plan.objective.levels.every(({ value, bound }) => value === bound);
      const stated = proved ? { ...plan, status: 'optimal' as const, stoppedBy: 'proof' as const } : plan;
      const checked = checkPlan(snapshot, resolveOptions(snapshot, options), stated);
      expect(checked.violations.filter(({ rule }) => rule === 'claims' || rule === 'one-move')).toEqual([]);
      expect(plan.inherited).toEqual(checked.inherited);
      if (plan.slots.length > 1) moved++;
      if (plan.inherited.length > 0) inherited++;
      if (plan.slots.some((slot) => slot.emptied.length > 0)) emptied++;
    }
    const share = (count: number) => count / cases.length;
    expect(share(moved)).toBeGreaterThan(0.3);
    expect(share(inherited)).toBeGreaterThan(0.2);
    expect(share(emptied)).toBeGreaterThan(0.2);
  });

  test('moves are sorted by workload, then replica, and name each replica of its node once', () => {
    let several = 0;
    for (const { snapshot, draw } of cases) {
      const plan = planned(snapshot, {}, (problem) => ({
        schedule: randomSchedule(problem, draw),
        bounds: [0],
      }));
      for (const { moves } of plan.slots) {
        const keys = moves.map(({ workload, replica }) => `${workload} ${replica}`);
        expect(keys).toEqual([...new Set(keys)].sort());
        if (keys.length > 2) several++;
      }
    }
    expect(several).toBeGreaterThan(cases.length / 5);
  });
});

describe('levels', () => {
  const snapshot: Snapshot = {
    nodes: [
      { name: 'a', pricePerHour: '1.25', allocatable: { cpu: 4 } },
      { name: 'b', pricePerHour: '0.75', allocatable: { cpu: 4 } },
    ],
    workloads: [{ name: 'u', requests: { cpu: 1 }, replicas: { a: 1, b: 1 } }],
  };
  const moving = () => toSchedule([[1, 0, 1, 1]]);

  test('weighted: one level of money, its bound in exact decimals and its gap rounded up', () => {
    const options: Options = { objective: { kind: 'weighted', alpha: '0.25' } };
    // 1.25 + 0.25 (1 + 1) = 1.75, in units of 0.25: 7.
    const levels = (bound: number) =>
      planned(snapshot, options, () => ({ schedule: moving(), bounds: [bound] })).objective.levels;
    expect(levels(5)).toEqual([{ name: 'weighted', value: '1.75', bound: '1.25', gap: '0.285715' }]);
    expect(levels(7)).toEqual([{ name: 'weighted', value: '1.75', bound: '1.75', gap: '0' }]);
  });

  test('a bound is rounded up to a whole unit, and is never above the value nor below 0', () => {
    const options: Options = { objective: { kind: 'weighted', alpha: '0.25' } };
    const bound = (given: number) =>
      planned(snapshot, options, () => ({ schedule: moving(), bounds: [given] })).objective.levels[0].bound;
    expect([4.2, 8, -1].map(bound)).toEqual(['1.25', '1.75', '0']);
  });

  test('lexicographic: price in money, moves and slots in counts, and no disruption', () => {
    const plan = planned(snapshot, { objective: { kind: 'lexicographic' } }, () => ({
      schedule: moving(),
      bounds: [3, 0, 1],
    }));
    expect(plan.objective).toEqual({
      moves: 1,
      slots: 1,
      price: '1.25',
      levels: [
        { name: 'price', value: '1.25', bound: '0.75', gap: '0.4' },
        { name: 'moves', value: '1', bound: '0', gap: '1' },
        { name: 'slots', value: '1', bound: '1', gap: '0' },
      ],
    });
  });
});

test('a plan says what it costs on the way, what is emptied, and what was empty before', () => {
  const snapshot: Snapshot = {
    currency: 'EUR',
    nodes: [
      { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
      { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4, pods: 3 } },
      { name: 'n3', pricePerHour: 1, allocatable: { cpu: 4 } },
      { name: 'n4', pricePerHour: '2.50', allocatable: { cpu: 4 } },
      { name: 'n5', allocatable: { cpu: 4 } },
      { name: 'n6', pricePerHour: 9, allocatable: { cpu: 4 }, billedWhenEmpty: false },
    ],
    workloads: [
      { name: 'A', requests: { cpu: 3 }, replicas: { n1: 1 } },
      { name: 'B', requests: { cpu: '1500m' }, replicas: { n2: 1 } },
      { name: 'C', requests: { cpu: 9 }, replicas: {} },
      { name: 'D', requests: { cpu: 2 }, replicas: { n3: 1 }, movable: false },
    ],
  };
  const plan = planned(snapshot, { objective: { kind: 'weighted', alpha: 0 } }, () => ({
    schedule: toSchedule([
      [1, 2, 1, 1],
      [0, 1, 2, 1],
    ]),
    bounds: [0],
  }));
  const { slots, cost, placement, returnable, options } = plan;
  expect(slots).toEqual([
    {
      moves: [{ workload: 'default/B', replica: 'B-0', from: 'n2', to: 'n3', mode: 'surge' }],
      emptied: [],
      cost: '11',
      peakCost: '12',
      downtime: 0,
      peakUse: [
        { resource: 'cpu', node: 'n3', used: '3500m', allocatable: '4' },
        { resource: 'pods', node: 'n2', used: '1', allocatable: '3' },
      ],
    },
    {
      moves: [{ workload: 'default/A', replica: 'A-0', from: 'n1', to: 'n2', mode: 'surge' }],
      emptied: ['n1'],
      cost: '2',
      peakCost: '12',
      downtime: 0,
      peakUse: [
        { resource: 'cpu', node: 'n3', used: '3500m', allocatable: '4' },
        { resource: 'pods', node: 'n2', used: '1', allocatable: '3' },
      ],
    },
  ]);
  expect(cost).toEqual({
    currency: 'EUR',
    before: '12',
    after: '2',
    saved: '10',
    savedPercent: '83.33',
    peak: '12',
  });
  expect(placement).toEqual([
    { workload: 'default/A', nodes: { n2: 1 } },
    { workload: 'default/B', nodes: { n3: 1 } },
    { workload: 'default/C', nodes: {} },
    { workload: 'default/D', nodes: { n3: 1 } },
  ]);
  expect(returnable).toEqual([{ node: 'n4', pricePerHour: '2.5' }, { node: 'n5' }]);
  expect(options.maxMoves).toBe(2);
});
