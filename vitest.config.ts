import { join } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

process.env['WRANGLER_SEND_METRICS'] = 'false';
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

// Tests solve real programs, and machines differ: a timeout is there to end a hang, not to measure.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ['scripts/assets.ts'],
    // The service logs every request.
    silent: 'passed-only',
    projects: [
      {
        test: {
          ...patience,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/workers/**'],
          environment: 'node',
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { TEST_MIGRATIONS: await readD1Migrations(join(import.meta.dirname, 'migrations')) },
            },
          })),
        ],
        test: {
          ...patience,
          name: 'workers',
          include: ['test/workers/**/*.test.ts'],
          setupFiles: ['test/workers/setup.ts'],
          globalSetup: ['test/identity/node-plans.ts'],
          // Starting workerd takes seconds; setup.ts isolates every test anyway.
          isolate: false,
        },
      },
    ],
  },
});
