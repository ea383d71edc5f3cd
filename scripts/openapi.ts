/** `npm run openapi`: writes openapi/openapi.json from the routes; with --check it only says whether it is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../src/api/openapi.ts';
import { createApp } from '../src/app.ts';

const file = join(import.meta.dirname, '../openapi/openapi.json');

/** The text of openapi/openapi.json as the routes say it now. */
export function openapiText(): string {
  const none = () => {
    throw new Error('only the description of the API is asked for');
  };
  const app = createApp({
    db: undefined,
    solve: none,
    explain: none,
    solverVersion: '',
    assets: { fetch: none },
    log: none,
    now: none,
    newId: none,
  });
  return `${JSON.stringify(describeApi(app), null, 2)}\n`;
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(file, openapiText());
  else if (readFileSync(file, 'utf8') !== openapiText()) {
    console.error('openapi/openapi.json is stale: npm run openapi');
    process.exitCode = 1;
  }
}
