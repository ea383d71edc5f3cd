/** `npm run demo`: a server of its own with an empty database, one question, the answer as a table. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startDevServer } from './dev-server.ts';

const state = mkdtempSync(join(tmpdir(), 'restow-demo-'));
process.once('exit', () => rmSync(state, { recursive: true, force: true, maxRetries: 5 }));
const server = await startDevServer({ port: await freePort(), state });
try {
  await askForPlan(server.url);
} catch (error) {
  console.error(server.log());
  throw error;
} finally {
  await server.stop();
}

/** Posts a snapshot to the server at `url` and prints what comes back. */
async function askForPlan(url: string): Promise<void> {
  const response = await fetch(`${url}/healthz`);
  console.log(`${url}/healthz`, response.status, await response.text());
}
