import { describe, expect, test } from 'vitest';
import { applyPlan, invertPlan } from '../../src/model/apply-plan.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { type LatencyMode, resolveOptions } from '../../src/model/options.ts';
import { countsOf } from '../../src/model/placement.ts';
import { replicasOf } from '../../src/model/replicas.ts';
import { Snapshot, workloadKey } from '../../src/model/snapshot.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { validMoves } from '../oracle-replay/valid-plan.ts';
import { nodesOf, planOf, workloadOf } from './check/shorthand.ts';

const snapshot: Snapshot = {
  nodes: nodesOf({ n1: {}, n2: {}, n3: {} }),
  workloads: [
    workloadOf('a', {}, { n1: 2, n3: 1 }),
    workloadOf('b', {}, { n1: 1 }),
    { namespace: 'shop', name: 'a', requests: {}, replicas: { n1: 1 } },
  ],
};

describe('applyPlan', () => {
  test('moves replicas and keeps their names; workloads that stay are taken over as they are', () => {
    const before = structuredClone(snapshot);
    const applied = applyPlan(snapshot, planOf(['a-1 n1>n2'], ['a-2 n3>n1']));
    expect(applied.workloads[0].replicas).toEqual([
      { name: 'a-0', node: 'n1' },
      { name: 'a-1', node: 'n2' },
      { name: 'a-2', node: 'n1' },
    ]);
    expect(applied.workloads.slice(1)).toEqual(snapshot.workloads.slice(1));
    expect(snapshot).toEqual(before);
  });

  test('goes as far as the slots that it is given', () => {
    const { slots } = planOf(['a-0 n1>n2'], ['a-0 n2>n3']);
    const ends = [0, 1, 2].map((done) =>
      replicasOf(applyPlan(snapshot, { slots: slots.slice(0, done) }).workloads[0]),
    );
    expect(ends.map((replicas) => replicas.find(({ name }) => name === 'a-0')?.node)).toEqual([
      'n1',
      'n2',
      'n3',
    ]);
  });

  test.each([
    ['a replica that is elsewhere', 'a-0 n2>n3'],
    ['an unknown replica', 'a-9 n1>n3'],
    ['an unknown workload', 'c-0 n1>n3'],
  ])('refuses a plan that moves %s', (_, move) => {
    expect(() => applyPlan(snapshot, planOf([move]))).toThrow(RangeError);
  });
});

test('the inverse of a plan has its slots in reverse and every move turned round', () => {
  expect(invertPlan(planOf(['a-1 n1>n2'], ['a-2 n3>n1', 'b-0 n1>n2']))).toEqual(
    planOf(['a-2 n1>n3', 'b-0 n2>n1'], ['a-1 n2>n1']),
  );
});

describe('plans that hold', () => {
  const cases = Array.from({ length: 330 }, (_, seed) => {
    const draw = random(seed + 5_000);
    const given = seed % 11 < 10 ? tinySnapshot(seed) : largerSnapshot(seed);
    const latencyIn: LatencyMode = draw.pick(['end', 'slots', 'copies']);
    // What a plan spreads, its inverse gathers.
    const options = resolveOptions(given, { latencyIn, keepSpread: false });
    return { given, options, plan: validMoves(draw, given, options) };
  }).filter(({ plan }) => plan.slots.length > 0);

  const counts = ({ workloads }: Snapshot) =>
    new Map(workloads.map((workload) => [workloadKey(workload), countsOf(workload)]));

  test('give a snapshot of the public format that has the placement which the checker recomputes', () => {
    expect(cases.length).toBeGreaterThan(150);
    for (const { given, options, plan } of cases) {
      const applied = applyPlan(given, plan);
      expect(Snapshot.safeParse(applied).success).toBe(true);
      const { placement } = checkPlan(given, options, plan).recomputed;
      expect(checkPlan(applied, options, { slots: [], placement }).violations).toEqual([]);
    }
  });

  test('are taken back by their inverse, and done again by the inverse of that', () => {
    for (const { given, plan } of cases) {
      const inverse = invertPlan(plan);
      expect(counts(applyPlan(applyPlan(given, plan), inverse))).toEqual(counts(given));
      expect(invertPlan(inverse)).toEqual(plan);
    }
  });

  test('have inverses that hold where nothing is inherited, but open no node of unknown price', () => {
    const found = { holds: 0, closed: 0, inheritedHolds: 0, inheritedBreaks: 0 };
    for (const { given, options, plan } of cases) {
      const back = checkPlan(applyPlan(given, plan), options, invertPlan(plan));
      const rules = new Set(back.violations.map(({ rule }) => rule));
      if (checkPlan(given, options, plan).inherited.length > 0) {
        found[rules.size > 0 ? 'inheritedBreaks' : 'inheritedHolds'] += 1;
        continue;
      }
      found[rules.has('priced-target') ? 'closed' : 'holds'] += 1;
      rules.delete('priced-target');
      expect(rules).toEqual(new Set());
    }
    expect(found.holds).toBeGreaterThan(40);
    expect(found.closed).toBeGreaterThan(0);
    expect(found.inheritedBreaks).toBeGreaterThan(10);
    expect(found.inheritedHolds).toBeGreaterThan(10);
  });
});
