/** `npm run check`: types, lint and format, and that no generated file is stale. All at once, the failures in full. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
};

async function run(command: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(join(bin, command), args, { cwd: root, env, maxBuffer: 2 ** 26 });
}

/** The types of the bindings and of the runtime are generated, and not committed: they are 16,000 lines. */
async function types(): Promise<void> {
  await run('wrangler', 'types', '--check').catch(() => run('wrangler', 'types'));
  await Promise.all([run('tsc', '-p', 'tsconfig.json'), run('tsc', '-p', 'tsconfig.node.json')]);
}

/** Whether drizzle-kit, on a copy of the migrations, finds something left to write. */
async function migrations(): Promise<void> {
  const copy = await mkdtemp(join(root, 'node_modules/.migrations-'));
  try {
    await cp(join(root, 'migrations'), copy, { recursive: true });
    const schema = ['--dialect', 'sqlite', '--schema', './src/store/schema.ts'];
    await run('drizzle-kit', 'generate', ...schema, '--out', relative(root, copy));
    const [written, committed] = await Promise.all([readdir(copy), readdir(join(root, 'migrations'))]);
    if (written.length > committed.length)
      throw new Error('src/store/schema.ts has changed: npm run migrations');
  } finally {
    await rm(copy, { recursive: true });
  }
}

const checks: Record<string, () => Promise<void>> = {
  'lint and format': () => run('biome', 'ci', '--colors=off', '.'),
  types,
  migrations,
  'openapi/openapi.json': () => run('node', 'scripts/openapi.ts', '--check'),
  'src/solver/version.ts': () => run('node', 'scripts/solver-version.ts', '--check'),
};

const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
for (const [index, name] of Object.keys(checks).entries()) {
  const result = results[index];
  console.log(`${result.status === 'fulfilled' ? 'ok    ' : 'FAILED'} ${name}`);
  if (result.status === 'fulfilled') continue;
  const { stdout = '', stderr = '', message } = result.reason;
  console.log(stdout || stderr ? `${stdout}${stderr}` : message);
  process.exitCode = 1;
}
