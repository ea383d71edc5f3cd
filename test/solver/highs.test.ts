import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine, loadHighsNode, type Mip } from '../../src/solver/highs.ts';
import { engineSuite, mipOf, roomy } from './engine-suite.ts';

engineSuite(loadHighsNode);

/** Whether a 0/1 point satisfies every row. */
function isFeasible(mip: Mip, point: number[]): boolean {
  for (let row = 0; row < mip.rows; row++) {
    let activity = 0;
    for (let k = mip.rowStart[row]; k < mip.rowStart[row + 1]; k++)
      activity += mip.value[k] * point[mip.index[k]];
    if (activity < mip.rowLower[row] || activity > mip.rowUpper[row]) return false;
  }
  return true;
}

/** The least cost over all 2^columns points; Infinity when none is feasible. */
function enumerate(mip: Mip): number {
  let best = Infinity;
  for (let bits = 0; bits < 2 ** mip.columns; bits++) {
    const point = Array.from(mip.cost, (_, column) => (bits >> column) & 1);
    if (!isFeasible(mip, point)) continue;
    best = Math.min(
      best,
      point.reduce((sum, bit, column) => sum + bit * mip.cost[column], 0),
    );
  }
  return best;
}

const small = fc.integer({ min: -9, max: 9 });
const program = fc.integer({ min: 1, max: 8 }).chain((columns) =>
  fc.record({
    cost: fc.array(small, { minLength: columns, maxLength: columns }),
    rows: fc.array(
      fc.record({
        entries: fc
          .array(small, { minLength: columns, maxLength: columns })
          .map((values) => values.map((value, column): [number, number] => [column, value])),
        upper: fc.integer({ min: -12, max: 12 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    cutoffStep: fc.constantFrom(undefined, -1, 0, 1),
  }),
);

test('small programs: HiGHS agrees with enumeration, with and without a cutoff', async () => {
  const engine = createEngine(loadHighsNode);
  const seen = { optimal: 0, infeasible: 0, cutOff: 0 };
  await fc.assert(
    fc.asyncProperty(program, async ({ cost, rows, cutoffStep }) => {
      const mip = mipOf(cost, rows);
      const best = enumerate(mip);
      const isCut = cutoffStep !== undefined && best < Infinity;
      const cutoff = isCut ? best + cutoffStep : Infinity;
      const result = await engine.solve(isCut ? { ...mip, objectiveCutoff: cutoff } : mip, roomy);
      if (best <= cutoff && best < Infinity) {
        seen.optimal += 1;
        expect(result).toMatchObject({ status: 'optimal', objective: best, bound: best });
        expect(isFeasible(mip, [...(result.values ?? [])])).toBe(true);
      } else {
        seen[isCut ? 'cutOff' : 'infeasible'] += 1;
        expect(result).toMatchObject({ status: 'infeasible', values: null, bound: cutoff });
      }
    }),
    { seed: 20, numRuns: 300 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
