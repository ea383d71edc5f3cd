import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/model/apply-plan.ts';
import { money } from '../../src/model/decimal.ts';
import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { planOf } from './planned.ts';

const isLong = process.env['RESTOW_LONG'] === '1';
const HOUR = 3_600_000;

/** Solves and applies until nothing moves. Options are resolved once: a default α would fall with every plan. */
async function repeated(snapshot: Snapshot, options: Options): Promise<Plan[]> {
  const engine = createEngine(loadHighsNode);
  const plans = [await planOf(snapshot, options, engine)];
  const { objective, latencyIn, strategy, workLimit } = plans[0].options;
  for (let state = snapshot; plans[plans.length - 1].slots.length > 0; ) {
    expect(plans.length).toBeLessThan(50);
    state = applyPlan(state, plans[plans.length - 1]);
    plans.push(await planOf(state, { objective, latencyIn, strategy, workLimit }, engine));
  }
  return plans;
}

describe.each([
  { strategy: 'heuristic', tiny: isLong ? 5_000 : 300, larger: isLong ? 5_000 : 200 },
  { strategy: 'ilp', tiny: isLong ? 500 : 30, larger: isLong ? 50 : 3 },
] as const)('solving and applying with $strategy', ({ strategy, tiny, larger }) => {
  test(
    'comes to an end; money never rises, and no placement comes twice',
    async () => {
      let again = 0;
      const snapshots = [
        ...Array.from({ length: tiny }, (_, seed) => tinySnapshot(seed)),
        ...Array.from({ length: larger }, (_, seed) => largerSnapshot(seed)),
      ];
      for (const [seed, snapshot] of snapshots.entries()) {
        const plans = await repeated(snapshot, {
          strategy,
          latencyIn: LATENCY_MODES[seed % 3],
          objective: seed % 4 === 0 ? { kind: 'lexicographic' } : { kind: 'weighted' },
          workLimit: 100_000,
        });
        const costs = plans.map((plan) => money(plan.cost.after));
        expect(costs).toEqual(costs.toSorted((a, b) => Number(b - a)));
        const placements = plans.slice(0, -1).map((plan) => JSON.stringify(plan.placement));
        expect(new Set(placements).size).toBe(placements.length);
        if (plans.length > 1) again++;
      }
      expect(again).toBeGreaterThan(snapshots.length / 8);
    },
    HOUR,
  );
});

test(
  'an optimal answer, solved again with its resolved options, moves nothing unless it moves a replica again',
  async () => {
    let optimal = 0;
    for (let seed = 0; seed < (isLong ? 1_000 : 60); seed++) {
      const snapshot = tinySnapshot(seed);
      const [first, second] = await repeated(snapshot, { strategy: 'ilp' });
      if (first.status !== 'optimal' || !second) continue;
      optimal++;
      const moved = new Set(replicas(first));
      if (second.slots.length > 0) expect(replicas(second).some((replica) => moved.has(replica))).toBe(true);
    }
    expect(optimal).toBeGreaterThan(10);
  },
  HOUR,
);

function replicas(plan: Plan): string[] {
  return plan.slots.flatMap(({ moves }) => moves.map(({ workload, replica }) => `${workload} ${replica}`));
}
