import { describe, expect, test } from 'vitest';
import { money } from '../../src/model/decimal.ts';
import type { Violation } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { solve } from '../../src/solver/solve.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { mixedOptions, mixedSnapshot } from '../generate/mixed-question.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { noEngine } from './planned.ts';

const isLong = process.env['RESTOW_LONG'] === '1';

interface Found {
  rejected: { seed: number; violations: Violation[] }[];
  moving: number;
  saving: number;
  inManySlots: number;
}

async function outcomes(
  strategy: 'heuristic' | 'search',
  make: (seed: number) => Snapshot,
  seeds: number,
): Promise<Found> {
  const found: Found = { rejected: [], moving: 0, saving: 0, inManySlots: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const snapshot = mixedSnapshot(make(seed), seed);
    const options = { ...mixedOptions(snapshot, seed), strategy, workLimit: 200_000 };
    const { plan, rejected } = await solve(snapshot, options, noEngine, 'fuzz');
    if (rejected.length > 0) found.rejected.push({ seed, violations: rejected });
    if (plan.slots.length > 0) found.moving += 1;
    if (plan.slots.length > 4) found.inManySlots += 1;
    if (money(plan.cost.after) < money(plan.cost.before)) found.saving += 1;
  }
  return found;
}

describe.each(['heuristic', 'search'] as const)('%s, with all rules mixed', (strategy) => {
  test.each([
    ['larger', largerSnapshot, 20, isLong ? 20_000 : 400],
    ['tiny', tinySnapshot, 1, isLong ? 20_000 : 600],
  ] as const)(
    '%s: no plan is rejected by the exit check, and some move',
    { timeout: 3_600_000 },
    async (_, make, percent, seeds) => {
      const { rejected, moving, saving } = await outcomes(strategy, make, seeds);
      expect(rejected.slice(0, 3)).toEqual([]);
      expect(saving).toBeGreaterThan(0);
      expect((100 * moving) / seeds).toBeGreaterThan(percent);
    },
  );
});
