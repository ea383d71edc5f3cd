import { describe, expect, test } from 'vitest';
import { planTable } from '../../scripts/plan-table.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { planOf } from '../solver/planned.ts';

const snapshot: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 10, allocatable: { cpu: 4 } },
    { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4 } },
    { name: 'n3', pricePerHour: 1, allocatable: { cpu: 4 } },
    { name: 'n4', allocatable: { cpu: 4 } },
  ],
  workloads: [
    { name: 'A', requests: { cpu: 3 }, replicas: { n1: 1 } },
    { name: 'B', requests: { cpu: 2 }, replicas: { n2: 1 } },
    { name: 'D', requests: { cpu: 2 }, replicas: { n3: 1 }, movable: false },
  ],
  calls: [{ from: 'B', to: 'D', maxLatencyMicroseconds: 5 }],
  latency: { pairs: [{ from: 'n2', to: 'n3', microseconds: 7 }] },
};
const options = { objective: { kind: 'weighted', alpha: '0.04' }, workLimit: 1_000_000 } as const;
const plan = await planOf(snapshot, { ...options, strategy: 'ilp' }, createEngine(loadHighsNode));

test('a plan is shown with what it saves, how sure that is, its slots, and what else there is to know', () => {
  expect(planTable({ ...plan, work: 1234, binding: [] })).toBe(`\
Cost      12 -> 2 USD per hour, saves 10 (83.33 %)
Moves     2 moves in 2 slots
Status    proved optimal (ilp, 1234 work units)
Options   minimise price + 0.04 x (moves + slots); at most 2 moves in 2 slots; latency in slots
Latency   0 of 1 limits kept before, 1 after

Slot  Workload   Replicas  From  To  Empties  USD/h after
----  ---------  --------  ----  --  -------  -----------
1     default/B  B-0       n2    n3           11
2     default/A  A-0       n1    n2  n1       2

Empty already, can be given back without a move:
  n4  unknown price

Broken at the start:
  default/B -> default/D takes 2 µs longer than allowed

Warnings:
  default/B -> default/D has a latency limit, but these latencies are unknown and nothing moves into them: n1 -> n2, n1 -> n3, n1 -> n4 and 7 more.
  The price of node n4 is unknown: emptying it saves nothing, and it is not opened when it is empty.
`);
});

test('a plan without moves says so, and shows no slots', async () => {
  const table = planTable(await planOf(snapshot, { strategy: 'heuristic' }));
  expect(table).toContain('Moves     none: everything stays where it is\n');
  expect(table).not.toContain('Slot ');
});

describe('the status', () => {
  const statusOf = (changed: Partial<Plan>) =>
    /^Status {4}(.*)$/m.exec(planTable({ ...plan, work: 1, strategy: 'ilp', binding: [], ...changed }))?.[1];
  const levels = (...gaps: string[]): Plan['objective'] => ({
    ...plan.objective,
    levels: gaps.map((gap, i) => ({
      name: gaps.length === 1 ? 'weighted' : (['price', 'moves', 'slots'] as const)[i],
      value: '1',
      bound: '1',
      gap,
    })),
  });

  test('rounds a gap up to a tenth of a percent', () => {
    const feasible = { status: 'feasible', stoppedBy: 'strategy-end' } as const;
    const shown = (gap: string) => statusOf({ ...feasible, objective: levels(gap) });
    expect(shown('0.031')).toBe('feasible, gap 3.1 %, nothing more to try (ilp, 1 work unit)');
    expect(shown('0.030001')).toBe('feasible, gap 3.1 %, nothing more to try (ilp, 1 work unit)');
    expect(shown('0.000001')).toBe('feasible, gap 0.1 %, nothing more to try (ilp, 1 work unit)');
    expect(shown('1')).toBe('feasible, gap 100 %, nothing more to try (ilp, 1 work unit)');
  });

  test('names the levels of a lexicographic objective, and the work limit', () => {
    const objective = levels('0', '0.5', '1');
    expect(statusOf({ status: 'feasible', stoppedBy: 'work-limit', objective })).toBe(
      'feasible, price gap 0 %, moves gap 50 %, slots gap 100 %, the work limit was reached (ilp, 1 work unit)',
    );
  });

  test('names the options that an optimum may depend on', () => {
    expect(statusOf({ binding: ['latencyIn', 'maxSlots'] })).toBe(
      'proved optimal, as far as latencyIn, maxSlots allow (ilp, 1 work unit)',
    );
  });
});

test('moves of a workload between two nodes share a row, which names the first three', () => {
  const [slot] = plan.slots;
  const moves = Array.from({ length: 5 }, (_, i) => ({ ...slot.moves[0], replica: `B-${i}` }));
  const rows = planTable({ ...plan, slots: [{ ...slot, moves }] }).split('\n');
  expect(rows.filter((row) => row.includes('default/B  '))).toEqual([
    '1     default/B  B-0, B-1, B-2 and 2 more  n2    n3           11',
  ]);
});

test('with a saving curve the parts of the plan are listed', async () => {
  const curved = await planOf(snapshot, { ...options, strategy: 'exact', savingCurve: true });
  expect(planTable(curved)).toContain(`
Parts of this plan:
Moves  Slots  USD/h after
-----  -----  -----------
0      0      12
2      2      2

`);
});
