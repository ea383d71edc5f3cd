import { expect, test } from 'vitest';
import { money, parseMoney } from '../../src/model/decimal.ts';
import { LATENCY_MODES } from '../../src/model/options.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { withKindRules } from '../generate/kind-rules.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { reachable } from './brute-force.ts';

const isLong = process.env['RESTOW_LONG'] === '1';
const engine = createEngine(loadHighsNode);

test.each([
  { strategy: 'heuristic', tiny: 600, larger: 300 },
  { strategy: 'search', tiny: 200, larger: 100 },
  { strategy: 'exact', tiny: 300, larger: 10 },
  { strategy: 'ilp', tiny: 40, larger: 0 },
] as const)(
  '$strategy plans moves of all kinds, and no plan is turned down',
  async ({ strategy, tiny, larger }) => {
    const found = { moving: 0, down: 0 };
    const factor = isLong ? 10 : 1;
    for (let i = 0; i < (tiny + larger) * factor; i++) {
      const snapshot = withKindRules(i < tiny * factor ? tinySnapshot(i) : largerSnapshot(i), i);
      const { plan, rejected } = await solve(
        snapshot,
        {
          strategy,
          allowRecreate: i % 8 !== 0,
          ...(i % 3 === 0 && { maxDowntime: 1 }),
          latencyIn: LATENCY_MODES[i % 3],
          objective: i % 2 === 0 ? { kind: 'lexicographic' } : { kind: 'weighted' },
          workLimit: 100_000,
          savingCurve: i % 5 === 0,
        },
        engine,
        'test',
      );
      expect([i, rejected]).toEqual([i, []]);
      if (plan.slots.length > 0) found.moving++;
      if (plan.downtime > 0) found.down++;
    }
    expect(found.moving).toBeGreaterThan(0.05 * (tiny + larger));
    expect(found.down).toBeGreaterThan(0);
  },
  600_000,
);

test('exact finds what brute force finds where workloads of all kinds have quotas and budgets', async () => {
  let moving = 0;
  for (let i = 0; i < (isLong ? 2_000 : 150); i++) {
    const snapshot = withKindRules(tinySnapshot(i), i);
    const options = { allowRecreate: true, ...(i % 3 === 0 && { maxDowntime: 1 }) };
    const best = reachable(snapshot, 'slots', options).map(({ price }) => price);
    const { plan } = await solve(
      snapshot,
      { ...options, strategy: 'exact', objective: { kind: 'lexicographic' }, latencyIn: 'slots' },
      engine,
      'test',
    );
    const least = best.toSorted((a, b) => Number(a - b))[0];
    expect([i, money(plan.cost.after), plan.objective.levels[0].bound]).toEqual([
      i,
      least,
      plan.objective.levels[0].value,
    ]);
    if (least < (parseMoney(plan.cost.before) ?? 0n)) moving++;
  }
  expect(moving).toBeGreaterThan(10);
}, 600_000);
