/** `npm run demo`: a server of its own with an empty database, one question, the answer as a table. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckAnswer } from '../src/model/check/answer.ts';
import { Plan } from '../src/model/plan.ts';
import { Snapshot } from '../src/model/snapshot.ts';
import { freePort, startDevServer } from './dev-server.ts';
import { planTable } from './plan-table.ts';

const state = mkdtempSync(join(tmpdir(), 'restow-demo-'));
process.once('exit', () => rmSync(state, { recursive: true, force: true, maxRetries: 5 }));
const server = await startDevServer({ port: await freePort(), state });
try {
  await demonstrate(server.url);
} catch (error) {
  console.error(server.log());
  throw error;
} finally {
  await server.stop();
}

/** Asks the server at `url` for a plan, asks again, and has the plan checked. */
async function demonstrate(url: string): Promise<void> {
  const file = join(import.meta.dirname, '../examples/hand/snapshot.json');
  const snapshot = Snapshot.parse(JSON.parse(readFileSync(file, 'utf8')));

  const first = await post(`${url}/v1/plans`, { snapshot });
  const plan = Plan.parse(JSON.parse(first.text));
  console.log(`POST /v1/plans with examples/hand/snapshot.json: ${first.cache}\n`);
  console.log(planTable(plan));

  const second = await post(`${url}/v1/plans`, { snapshot });
  if (second.text !== first.text) throw new Error('the same question got another answer');
  console.log(
    `POST /v1/plans again: ${second.cache}, the same ${second.text.length} bytes, kept at ${second.location}`,
  );

  const check: CheckAnswer = JSON.parse((await post(`${url}/v1/checks`, { snapshot, plan })).text);
  if (!check.valid) throw new Error(`the checker does not agree: ${JSON.stringify(check.violations)}`);
  const { before, after, currency } = check.recomputed.cost;
  console.log(
    `POST /v1/checks: the independent checker agrees, ${before} -> ${after} ${currency} per hour, no violations`,
  );
}

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return { text, cache: response.headers.get('Restow-Cache'), location: response.headers.get('Location') };
}
