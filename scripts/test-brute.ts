import { fileURLToPath } from 'node:url';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import {
  add,
  type Comparison,
  compare,
  FIRST_LIMITED,
  limitedObjectives,
  NOTHING_COMPARED,
  objectives,
} from '../test/solver/brute-force-compare.ts';
import { compareMixed, FIRST_MIXED } from '../test/solver/brute-force-rules.ts';
import { onThreads, range } from './on-threads.ts';

/**
 * Holds the strategies `ilp` and `exact` against brute force: `npm run test:brute [-- FIRST COUNT]`. Without arguments, `ilp`
 * on 2,000 tiny instances for both objectives and another 520 within limits, each in every mode of `latencyIn`, and both on
 * 5,000 with all rules mixed, one question each, on two threads.
 * The last line is `N passed, N failed`, counted in instances.
 */

const [first, count] = process.argv.slice(2).map(Number);
const instances =
  first === undefined
    ? [
        ...range(0, 2000),
        ...range(FIRST_LIMITED, FIRST_LIMITED + 520),
        ...range(FIRST_MIXED, FIRST_MIXED + 5000),
      ]
    : range(first, first + (count ?? 1));

const engine = createEngine(loadHighsNode);
let total = NOTHING_COMPARED;

await onThreads(
  fileURLToPath(import.meta.url),
  instances,
  (i): Promise<Comparison> => {
    if (i >= FIRST_MIXED) return compareMixed(i, engine);
    return compare(i, i < FIRST_LIMITED ? objectives(i) : limitedObjectives(i), engine);
  },
  ({ faults, ...counts }) => {
    total = add(total, { ...counts, faults: [] });
    for (const fault of faults) console.log(fault);
    return faults.length === 0;
  },
  () => {
    const { faults: _, ...counts } = total;
    return JSON.stringify(counts);
  },
);
