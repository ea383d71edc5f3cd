/**
 * `npm run test:rules`: does any test miss a rule of the checker? On a copy of src/ and test/, each rule in turn finds
 * nothing. Both its micro-tests and the comparison with the second replay must then fail; with all rules they must pass.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RULES, type Rule } from '../src/model/plan.ts';

const root = join(import.meta.dirname, '..');
const COMPARISON = 'test/oracle-replay/mutated-plans.test.ts';
const SUITES = ['test/model/check', COMPARISON];
/** Copies tested at the same time. */
const AT_ONCE = 2;

interface Counts {
  numTotalTests: number;
  numFailedTests: number;
}

/** A copy of what the tests need; node_modules is that of the repository. */
async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'disable-rules-'));
  for (const folder of ['src', 'test']) await cp(join(root, folder), join(copy, folder), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
  // Of its own, so that copies tested at once do not share a cache.
  await writeFile(
    join(copy, 'vitest.config.ts'),
    "export default { cacheDir: '.cache', test: { maxWorkers: 1 } };",
  );
  return copy;
}

/** Makes the function of a rule find nothing. */
async function disable(copy: string, rule: Rule): Promise<void> {
  const file = join(copy, 'src/model/check', `${rule}.ts`);
  const name = rule.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const source = await readFile(file, 'utf8');
  const head = `export function ${name}(`;
  if (!source.includes(head)) throw new Error(`${file} does not export the function ${name}`);
  await writeFile(file, source.replace(head, `export function ${name}() { return []; }\nfunction disabled(`));
}

async function runTests(copy: string, suite: string): Promise<Counts> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  // Of the slow comparison, which is one file, the first failure is enough.
  const bail = suite === COMPARISON ? ['--bail=1'] : [];
  const args = ['run', suite, '--root', copy, '--reporter=json', `--outputFile=${report}`, ...bail];
  // vitest exits with an error when tests fail, which is what is wanted here: the report says what happened.
  await promisify(execFile)(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: copy,
    maxBuffer: 2 ** 26,
  }).catch(() => undefined);
  return JSON.parse(await readFile(report, 'utf8')) as Counts;
}

/** The counts of both suites, with one rule disabled or with none. */
async function countsWithout(rule: Rule | undefined): Promise<Counts[]> {
  const copy = await copyProject();
  try {
    if (rule) await disable(copy, rule);
    const counts: Counts[] = [];
    for (const suite of SUITES) counts.push(await runTests(copy, suite));
    return counts;
  } finally {
    await rm(copy, { recursive: true });
  }
}

let passed = 0;
let failed = 0;
function report(ok: boolean, what: string): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`);
  if (ok) passed += 1;
  else failed += 1;
}

const whole = await countsWithout(undefined);
for (const [i, { numTotalTests, numFailedTests }] of whole.entries()) {
  report(
    numTotalTests > 0 && numFailedTests === 0,
    `all rules, ${SUITES[i]}: ${numFailedTests} of ${numTotalTests} tests fail`,
  );
}

const waiting = [...RULES];
async function work(): Promise<void> {
  for (let rule = waiting.shift(); rule; rule = waiting.shift()) {
    for (const [i, { numTotalTests, numFailedTests }] of (await countsWithout(rule)).entries()) {
      // As many tests as before: a file that does not load would be no proof.
      const ok = numFailedTests > 0 && numTotalTests === whole[i].numTotalTests;
      report(ok, `without ${rule}, ${SUITES[i]}: ${numFailedTests} of ${numTotalTests} tests fail`);
    }
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
