import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../../src/model/options.ts';
import type { PlanClaim } from '../../../src/model/plan.ts';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { nodesOf, planOf, workloadOf } from './shorthand.ts';

/** 12 an hour now; B makes room in slot 1, A leaves n1 in slot 2, and 2 an hour are left. */
const snapshot: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
    ...nodesOf({ n2: { cpu: 4 }, n3: { cpu: 4 }, spare: { cpu: '500m' } }),
  ],
  workloads: [
    workloadOf('A', { cpu: 3 }, { n1: 1 }),
    workloadOf('B', { cpu: '1500m' }, { n2: 1 }),
    { ...workloadOf('D', { cpu: 2 }, { n3: 1 }), movable: false },
  ],
  calls: [{ from: 'A', to: 'B', maxLatencyMicroseconds: 3 }],
  latency: { pairs: [] },
};

const moves = planOf(['B-0 n2>n3'], ['A-0 n1>n2']).slots;

function checked(plan: PlanClaim, options: Options = {}): string[] {
  const { violations } = checkPlan(snapshot, resolveOptions(snapshot, options), plan);
  return violations.filter(({ rule }) => rule === 'claims').map(({ slot, subject }) => `${slot}: ${subject}`);
}

/** The plan with all its claims, as recomputed, proved or with a bound of 0. */
function full(
  options: Options = {},
  proved = true,
): PlanClaim & { objective: NonNullable<PlanClaim['objective']> } {
  const resolved = resolveOptions(snapshot, options);
  const { recomputed } = checkPlan(snapshot, resolved, { slots: moves });
  const levels = recomputed.objective.levels.map((level) =>
    proved ? { ...level, bound: level.value, gap: '0' } : { ...level, bound: '0', gap: '1' },
  );
  return {
    ...recomputed,
    status: proved ? 'optimal' : 'feasible',
    stoppedBy: proved ? 'proof' : 'work-limit',
    options: resolved,
    objective: { ...recomputed.objective, levels },
    slots: recomputed.slots.map((slot, i) => ({ ...slot, moves: moves[i].moves })),
  };
}

describe('claims', () => {
  test('hold for a plan that states nothing, and for one that states everything', () => {
    expect(checked({ slots: moves })).toEqual([]);
    expect(checked(full())).toEqual([]);
    expect(checked(full({}, false))).toEqual([]);
    expect(
      checked(full({ objective: { kind: 'lexicographic' } }), { objective: { kind: 'lexicographic' } }),
    ).toEqual([]);
  });

  const plan = full();
  const [first, second] = plan.slots;
  test.each<{ title: string; claim: Partial<PlanClaim>; expected: string[] }>([
    { title: 'a price', claim: { cost: { ...costOf(plan), after: '3' } }, expected: ['0: /cost/after'] },
    {
      title: 'the currency',
      claim: { cost: { ...costOf(plan), currency: 'EUR' } },
      expected: ['0: /cost/currency'],
    },
    {
      title: 'a price after a slot',
      claim: { slots: [{ ...first, cost: '12' }, second] },
      expected: ['1: /slots/0/cost'],
    },
    {
      title: 'a peak price of a slot',
      claim: { slots: [first, { ...second, peakCost: '11' }] },
      expected: ['2: /slots/1/peakCost'],
    },
    {
      title: 'nodes that are emptied too early',
      claim: { slots: [{ ...first, emptied: ['n2'] }, second] },
      expected: ['1: /slots/0/emptied/0'],
    },
    {
      title: 'nodes that are not said to be emptied',
      claim: { slots: [first, { ...second, emptied: [] }] },
      expected: ['2: /slots/1/emptied/0'],
    },
    {
      title: 'a peak use',
      claim: {
        slots: [{ ...first, peakUse: first.peakUse?.map((peak) => ({ ...peak, used: '3' })) }, second],
      },
      expected: ['1: /slots/0/peakUse/0/used'],
    },
    {
      title: 'the number of moves',
      claim: { objective: { ...plan.objective, moves: 3 } },
      expected: ['0: /objective/moves'],
    },
    {
      title: 'a placement that leaves out a node and adds another',
      claim: { placement: [{ workload: 'default/A', nodes: { n1: 1 } }, ...(plan.placement ?? []).slice(1)] },
      expected: ['0: /placement/0/nodes/n1', '0: /placement/0/nodes/n2'],
    },
    {
      title: 'a placement that leaves out a workload',
      claim: { placement: plan.placement?.slice(0, 2) },
      expected: ['0: /placement/2'],
    },
    { title: 'a node to be returned', claim: { returnable: [] }, expected: ['0: /returnable/0'] },
    { title: 'an inherited breach', claim: { inherited: [] }, expected: ['0: /inherited/0'] },
    {
      title: 'calls that are not kept',
      claim: { calls: { limited: 1, keptBefore: 0, keptAfter: 1 } },
      expected: ['0: /calls/keptAfter'],
    },
    {
      title: 'other options',
      claim: { options: { ...optionsOf(plan), maxSlots: 3, latencyIn: 'end' } },
      expected: ['0: /options/latencyIn', '0: /options/maxSlots'],
    },
  ])('are broken by $title', ({ claim, expected }) => {
    expect(checked({ ...plan, ...claim })).toEqual(expected);
  });

  test('may be written differently when they state the same amount', () => {
    const cost = { ...costOf(plan), before: '12.00', after: '2.0', savedPercent: '083.33' };
    const peakUse = first.peakUse?.map((peak) => ({ ...peak, used: '3500.0m', allocatable: '4000m' }));
    expect(checked({ ...plan, cost, slots: [{ ...first, peakUse }, second] })).toEqual([]);
    const placement = plan.placement?.map(({ workload, nodes }) => ({
      workload,
      nodes: { ...nodes, constructor: 0 },
    }));
    expect(checked({ ...plan, placement })).toHaveLength(3);
  });

  test('are compared beyond the digits that amounts may have', () => {
    expect(checked({ slots: moves, cost: { ...costOf(plan), after: `2.${'0'.repeat(12)}1` } })).toEqual([
      '0: /cost/after',
    ]);
    expect(checked({ slots: moves, cost: { ...costOf(plan), after: '9'.repeat(100_000) } })).toEqual([
      '0: /cost/after',
    ]);
  });
});

function costOf({ cost }: PlanClaim): NonNullable<PlanClaim['cost']> {
  return cost as NonNullable<PlanClaim['cost']>;
}

function optionsOf({ options }: PlanClaim): NonNullable<PlanClaim['options']> {
  return options as NonNullable<PlanClaim['options']>;
}

describe('bounds and gaps', () => {
  const { objective } = full({}, false);
  const value = objective.levels[0].value;

  test.each([
    { bound: value, gap: '0', proved: true, expected: [] },
    { bound: '0', gap: '1', proved: false, expected: [] },
    // The value is 2.16; 1.16 / 2.16 = 0.537037…
    { bound: '1', gap: '0.537038', proved: false, expected: [] },
    { bound: '1.000', gap: '0.5370380', proved: false, expected: [] },
    { bound: '1', gap: '0.537037', proved: false, expected: ['0: /objective/levels/0/gap'] },
    { bound: '1', gap: '0.537039', proved: false, expected: ['0: /objective/levels/0/gap'] },
    { bound: '2.17', gap: '0', proved: false, expected: ['0: /objective/levels/0/bound'] },
    { bound: '-1', gap: '2', proved: false, expected: ['0: /objective/levels/0/bound'] },
    { bound: '1', gap: '0.537038', proved: true, expected: ['0: /status', '0: /stoppedBy'] },
    { bound: value, gap: '0', proved: false, expected: ['0: /status', '0: /stoppedBy'] },
  ])('bound $bound with gap $gap, proved: $proved', ({ bound, gap, proved, expected }) => {
    const levels = [{ name: 'weighted' as const, value, bound, gap }];
    const status = proved ? ('optimal' as const) : ('feasible' as const);
    const stoppedBy = proved ? ('proof' as const) : ('strategy-end' as const);
    expect(value).toBe('2.16');
    expect(checked({ slots: moves, objective: { ...objective, levels }, status, stoppedBy })).toEqual(
      expected,
    );
  });

  test.each([
    { status: 'optimal', stoppedBy: 'proof', expected: [] },
    { status: 'feasible', stoppedBy: 'stopped', expected: [] },
    { status: 'optimal', stoppedBy: undefined, expected: [] },
    { status: 'optimal', stoppedBy: 'work-limit', expected: ['0: /stoppedBy'] },
    { status: 'feasible', stoppedBy: 'proof', expected: ['0: /stoppedBy'] },
  ] as const)('status $status and stoppedBy $stoppedBy without bounds', ({ expected, ...claim }) => {
    expect(checked({ slots: moves, ...claim })).toEqual(expected);
  });

  test('levels that are missing, or of the other objective, are wrong', () => {
    expect(checked({ slots: moves, objective: { ...objective, levels: [] } })).toEqual([
      '0: /objective/levels/0',
    ]);
    const price = { name: 'price' as const, value, bound: value, gap: '0' };
    expect(checked({ slots: moves, objective: { ...objective, levels: [price] } })).toEqual([
      '0: /objective/levels/0/name',
    ]);
  });
});
