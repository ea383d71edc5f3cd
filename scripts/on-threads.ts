import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const THREADS = 2;
const REPORT_EVERY = 500;

/**
 * Runs a test script on two threads: each takes every other instance. Ends with the line `N passed, N failed`, counted in
 * instances, and fails the process unless all passed.
 *
 * @param script its file, started again as each thread
 * @param instances the same in every thread
 * @param run one instance; what it returns is sent to `onResult` of the main thread
 * @param onResult whether the instance passed
 * @param summary a line before the last
 */
export async function onThreads<Result>(
  script: string,
  instances: readonly number[],
  run: (instance: number) => Promise<Result>,
  onResult: (result: Result) => boolean,
  summary: () => string,
): Promise<void> {
  if (!isMainThread) {
    for (const instance of instances.filter((_, at) => at % THREADS === workerData))
      parentPort?.postMessage(await run(instance));
    return;
  }
  let [passed, failed] = [0, 0];
  const count = (result: Result) => {
    if (onResult(result)) passed++;
    else failed++;
    if ((passed + failed) % REPORT_EVERY === 0) console.log(`${passed + failed} of ${instances.length}`);
  };
  await Promise.all(
    Array.from({ length: THREADS }, (_, share) => thread(script, share, (result) => count(result as Result))),
  );
  console.log(`instances ${instances[0]} to ${instances.at(-1)}: ${summary()}`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed !== instances.length) process.exitCode = 1;
}

function thread(script: string, share: number, count: (result: unknown) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: share, argv: process.argv.slice(2) });
    worker.on('message', count);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
