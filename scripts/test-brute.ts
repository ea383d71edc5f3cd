import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
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

/**
 * Holds the strategies `ilp` and `exact` against brute force: `npm run test:brute [-- FIRST COUNT]`. Without arguments, `ilp`
 * on 2,000 tiny instances for both objectives and another 520 within limits, each in every mode of `latencyIn`, and both on
 * 5,000 with all rules mixed, one question each, on two threads.
 * The last line is `N passed, N failed`, counted in instances.
 */

const THREADS = 2;
const REPORT_EVERY = 100;

const [first, count] = process.argv.slice(2).map(Number);
const instances =
  first === undefined
    ? [
        ...range(0, 2000),
        ...range(FIRST_LIMITED, FIRST_LIMITED + 520),
        ...range(FIRST_MIXED, FIRST_MIXED + 5000),
      ]
    : range(first, first + (count ?? 1));

if (isMainThread) await runAll();
else await runShare(workerData as number);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

async function runAll(): Promise<void> {
  let [total, passed, failed] = [NOTHING_COMPARED, 0, 0];
  const onInstance = (one: Comparison) => {
    total = add(total, { ...one, faults: [] });
    for (const fault of one.faults) console.log(fault);
    if (one.faults.length === 0) passed++;
    else failed++;
    if ((passed + failed) % REPORT_EVERY === 0)
      console.log(`${passed + failed} of ${instances.length} instances`);
  };
  await Promise.all(Array.from({ length: THREADS }, (_, share) => runThread(share, onInstance)));
  const { faults: _, ...counts } = total;
  console.log(`instances ${instances[0]} to ${instances.at(-1)}: ${JSON.stringify(counts)}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed !== instances.length) process.exitCode = 1;
}

function runThread(share: number, onInstance: (one: Comparison) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: share,
      argv: process.argv.slice(2),
    });
    worker.on('message', onInstance);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

async function runShare(share: number): Promise<void> {
  const engine = createEngine(loadHighsNode);
  const comparisonOf = (i: number) => {
    if (i >= FIRST_MIXED) return compareMixed(i, engine);
    return compare(i, i < FIRST_LIMITED ? objectives(i) : limitedObjectives(i), engine);
  };
  for (const i of instances.filter((_, at) => at % THREADS === share)) {
    parentPort?.postMessage(await comparisonOf(i));
  }
}
