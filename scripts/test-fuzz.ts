import { fileURLToPath } from 'node:url';
import { money } from '../src/model/decimal.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { solve } from '../src/solver/solve.ts';
import { largerSnapshot } from '../test/generate/larger-snapshot.ts';
import { mixedOptions, mixedSnapshot } from '../test/generate/mixed-question.ts';
import { tinySnapshot } from '../test/generate/tiny-snapshot.ts';
import { onThreads, range } from './on-threads.ts';

/**
 * All strategies on generated snapshots with all rules mixed; the exit check must turn no plan down: `npm run test:fuzz
 * [-- FIRST COUNT]`. Without arguments 10,000 seeds from 0; `npm run test:fuzz -- 0 100000` is the long run. Odd seeds are
 * tiny snapshots, even ones larger. `ilp` takes every fifth of the tiny ones, `exact` all of them and every fourth of the larger.
 */

/** Enough for most of the tiny ones to be proved; the point is plans, not proofs. */
const WORK_LIMIT = 200_000;
const ILP_EVERY = 10;
const EXACT_EVERY = 8;
/** Plans that do something, in percent of all. */
const LEAST_MOVING = 10;

interface Result {
  seed: number;
  /** What the exit check said against a plan, by strategy. */
  rejected: string[];
  plans: number;
  moving: number;
  saving: number;
  severalSlots: number;
}

const [first = 0, count = 10_000] = process.argv.slice(2).map(Number);
const engine = createEngine(loadHighsNode);
const total = { plans: 0, moving: 0, saving: 0, severalSlots: 0 };

async function fuzz(seed: number): Promise<Result> {
  const result: Result = { seed, rejected: [], plans: 0, moving: 0, saving: 0, severalSlots: 0 };
  const snapshot = mixedSnapshot(seed % 2 ? tinySnapshot(seed) : largerSnapshot(seed), seed);
  const options = mixedOptions(snapshot, seed);
  for (const strategy of ['heuristic', 'search', 'exact', 'ilp'] as const) {
    if (strategy === 'ilp' && seed % ILP_EVERY !== 1) continue;
    if (strategy === 'exact' && seed % 2 === 0 && seed % EXACT_EVERY > 0) continue;
    const question = { ...options, strategy, workLimit: WORK_LIMIT };
    const { plan, rejected } = await solve(snapshot, question, engine, 'fuzz');
    if (rejected.length > 0) result.rejected.push(`${strategy}: ${rejected[0].message}`);
    result.plans += 1;
    if (plan.slots.length > 0) result.moving += 1;
    if (plan.slots.length > 1) result.severalSlots += 1;
    if (money(plan.cost.after) < money(plan.cost.before)) result.saving += 1;
  }
  return result;
}

await onThreads(
  fileURLToPath(import.meta.url),
  range(first, first + count),
  fuzz,
  ({ seed, rejected, ...counts }) => {
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key];
    for (const fault of rejected) console.log(`seed ${seed}, ${fault}`);
    return rejected.length === 0;
  },
  () => {
    const percent = Math.floor((100 * total.moving) / total.plans);
    if (percent < LEAST_MOVING) {
      process.exitCode = 1;
      console.log(`only ${percent} % of the plans move something`);
    }
    return JSON.stringify(total);
  },
);
