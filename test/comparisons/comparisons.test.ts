import { describe, expect, test } from 'vitest';
import handPlan from '../../examples/hand/plan.json';
import hand from '../../examples/hand/snapshot.json';
import { comparePlans } from '../../src/comparisons/compare-plans.ts';
import { compareSnapshots } from '../../src/comparisons/compare-snapshots.ts';
import { Comparison } from '../../src/comparisons/comparison.ts';
import { readComparison } from '../../src/comparisons/read-request.ts';
import type { Options } from '../../src/model/options.ts';
import { PlanClaim } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';

const best = PlanClaim.parse({ slots: handPlan.slots.map(({ moves }) => ({ moves })) });
const half = PlanClaim.parse({ slots: [{ moves: best.slots[0].moves }] });
const together = PlanClaim.parse({ slots: [{ moves: best.slots.flatMap(({ moves }) => moves) }] });

describe('two plans', () => {
  test('differ in price, moves, slots, nodes and replicas, with exact amounts', () => {
    const comparison = comparePlans(hand, {}, half, best);
    expect(comparison).toMatchObject({
      kind: 'plans',
      same: false,
      first: { cost: { after: '11' }, moves: 1, slots: 1, nodesInUse: 2, valid: true },
      second: { cost: { after: '2' }, moves: 2, slots: 2, nodesInUse: 2, valid: true },
      difference: { pricePerHour: '-9', counts: { moves: 1, slots: 1, downtime: 0, nodesInUse: 0 } },
      nodes: [
        { node: 'n1', first: 'kept', second: 'emptied' },
        { node: 'n2', first: 'emptied', second: 'kept' },
      ],
      moves: [{ workload: 'default/A', replica: 'A-0', second: { to: 'n2', slot: 2, mode: 'surge' } }],
      rules: { onlyFirst: [], onlySecond: [] },
    });
    expect(comparison.moves[0]).not.toHaveProperty('first');
    expect(Comparison.parse(comparison)).toEqual(comparison);
  });

  test('a rule that one of them breaks is told, and the same move in another slot is another', () => {
    const { rules, moves, first, second } = comparePlans(hand, {}, together, best);
    expect([first.valid, second.valid]).toEqual([false, true]);
    expect(rules.onlyFirst).toMatchObject([{ rule: 'transient-capacity', subject: 'n2 cpu' }]);
    expect(rules.onlySecond).toEqual([]);
    expect(moves).toMatchObject([{ replica: 'A-0', first: { slot: 1 }, second: { slot: 2 } }]);
  });

  test('a plan is the same as itself', () => {
    const comparison = comparePlans(hand, {}, best, best);
    expect(comparison).toMatchObject({ same: true, nodes: [], moves: [], difference: { pricePerHour: '0' } });
  });
});

describe('two snapshots', () => {
  const before: Snapshot = {
    nodes: [
      { name: 'n1', pricePerHour: '0.30', allocatable: { cpu: 4 } },
      { name: 'n2', pricePerHour: 1, allocatable: { cpu: '2000m' } },
    ],
    workloads: [
      { name: 'a', requests: { cpu: 1 }, replicas: { n1: 2 } },
      { name: 'b', requests: { cpu: 1 }, replicas: { n2: 1 } },
    ],
    calls: [{ from: 'a', to: 'b', maxLatencyMicroseconds: 5 }],
  };
  const after: Snapshot = {
    nodes: [
      { name: 'n3', pricePerHour: 2, allocatable: { cpu: 1 } },
      { name: 'n1', pricePerHour: '0.25', allocatable: { cpu: 1 }, labels: { disk: 'ssd' } },
    ],
    workloads: [
      { name: 'a', requests: { cpu: 1 }, replicas: { n1: 1, n3: 1 }, movable: false },
      { name: 'c', requests: { cpu: 1 }, replicas: { n1: 1 } },
    ],
  };

  test('tell what is gone, added and changed, field by field', async () => {
    const comparison = await compareSnapshots(before, after);
    expect(comparison).toMatchObject({
      kind: 'snapshots',
      same: false,
      first: { pricePerHour: '1.3', nodes: 2, nodesInUse: 2, workloads: 2, replicas: 3 },
      second: { pricePerHour: '2.25', nodes: 2, nodesInUse: 2, workloads: 2, replicas: 3 },
      difference: { pricePerHour: '0.95', counts: { nodes: 0, nodesInUse: 0, workloads: 0, replicas: 0 } },
      nodes: {
        gone: ['n2'],
        added: ['n3'],
        changed: [
          {
            name: 'n1',
            fields: [
              { pointer: '/allocatable/cpu', first: '"4"', second: '"1"' },
              { pointer: '/labels', second: '{"disk":"ssd"}' },
              { pointer: '/pricePerHour', first: '"0.3"', second: '"0.25"' },
            ],
          },
        ],
      },
      workloads: {
        gone: ['default/b'],
        added: ['default/c'],
        changed: [{ name: 'default/a', fields: [{ pointer: '/movable', second: 'false' }] }],
      },
      replicas: [{ workload: 'default/a', first: { n1: 2, n3: 0 }, second: { n1: 1, n3: 1 } }],
      others: [{ pointer: '/calls' }],
      rules: { onlyFirst: [{ rule: 'latency' }], onlySecond: [{ rule: 'node-capacity', subject: 'n1 cpu' }] },
    });
    expect(Comparison.parse(comparison)).toEqual(comparison);
  });

  test('what is spelled differently is the same', async () => {
    const respelled = { ...before, nodes: before.nodes.toReversed(), currency: 'USD' };
    expect(await compareSnapshots(before, respelled)).toMatchObject({
      same: true,
      nodes: { gone: [], added: [], changed: [] },
      replicas: [],
      others: [],
    });
  });

  test('prices of two currencies have no difference', async () => {
    const { difference } = await compareSnapshots(before, { ...before, currency: 'EUR' });
    expect(difference).toEqual({ counts: expect.anything() });
  });

  test('turned round, gone is added and every difference changes its sign', async () => {
    for (let i = 0; i < 40; i++) {
      const [a, b] = [tinySnapshot(i), tinySnapshot(i + 1)];
      const [there, back] = [await compareSnapshots(a, b), await compareSnapshots(b, a)];
      expect([back.nodes.gone, back.workloads.gone]).toEqual([there.nodes.added, there.workloads.added]);
      expect(back.rules.onlyFirst).toEqual(there.rules.onlySecond);
      for (const [name, count] of Object.entries(there.difference.counts))
        expect(back.difference.counts[name] + count).toBe(0);
      expect(back.nodes.changed.map(({ name }) => name)).toEqual(there.nodes.changed.map(({ name }) => name));
    }
  });
});

describe('a request', () => {
  const pointers = (body: unknown) => {
    const read = readComparison(body);
    return 'errors' in read ? read.errors.map(({ pointer, code }) => `${pointer} ${code}`) : [];
  };

  test('that is good is read, and without options means those of the first plan', () => {
    expect(pointers({ kind: 'plans', snapshot: hand, first: half, second: best })).toEqual([]);
    expect(pointers({ kind: 'snapshots', first: hand, second: hand })).toEqual([]);
    const read = readComparison({ kind: 'plans', snapshot: hand, first: handPlan, second: best });
    expect(read).toMatchObject({ options: { maxSlots: handPlan.options.maxSlots } });
  });

  test('holds each plan to the options that it echoes, unless it states some for both', () => {
    const held = handPlan.options as Options;
    const options = { ...handPlan.options, maxSlots: 1 };
    const second = { ...half, options } as PlanClaim;
    const body = { kind: 'plans', snapshot: hand, first: handPlan, second };
    expect(readComparison(body)).toMatchObject({ secondOptions: { maxSlots: 1 } });
    expect(readComparison({ ...body, options: {} })).toMatchObject({ secondOptions: undefined });
    const unknown = { ...body, second: { ...half, options: { ...options, keep: { nodes: ['gone'] } } } };
    expect(readComparison(unknown)).toMatchObject({ secondOptions: undefined });
    expect(comparePlans(hand, held, half, second).second.valid).toBe(false);
    expect(comparePlans(hand, held, half, second, options as Options).second.valid).toBe(true);
  });

  test('that is wrong is refused with all its errors', () => {
    expect(pointers({ kind: 'plan', first: half })).toEqual(['/kind format']);
    expect(pointers(3)).toEqual([' type']);
    expect(pointers({ kind: 'plans', snapshot: hand, first: { slots: 1 }, third: 1 })).toEqual([
      ' required',
      '/first/slots type',
      '/third unknown-field',
    ]);
    const bad = { nodes: [{ name: 'n', allocatable: { cpu: 'x' } }], workloads: [] };
    expect(pointers({ kind: 'snapshots', first: hand, second: bad })).toEqual([
      '/second/nodes/0/allocatable/cpu format',
    ]);
  });
});
