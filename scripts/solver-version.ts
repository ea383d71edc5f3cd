import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

/**
 * `npm run solver-version [-- --check]`: writes src/solver/version.ts, the version of everything a plan depends on but
 * its question: that of the package, and a digest of src/model, src/solver and HiGHS's WebAssembly.
 */

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'src/solver/version.ts');

/** The version as it should be, from the files as they are. */
export function solverVersion(): string {
  const hash = createHash('sha256');
  for (const file of ['src/model', 'src/solver'].flatMap(filesBelow)) {
    hash
      .update(`${relative(ROOT, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  hash.update(readFileSync(createRequire(import.meta.url).resolve('highs/runtime')));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return `${version}+${hash.digest('hex').slice(0, 12)}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== TARGET)
    .sort();
}

if (import.meta.main) {
  const text = `/** Written by \`npm run solver-version\`: package version + digest of src/model, src/solver and HiGHS. */
export const SOLVER_VERSION = '${solverVersion()}';
`;
  if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
  else if (readFileSync(TARGET, 'utf8') !== text) {
    console.error('src/solver/version.ts is stale: npm run solver-version');
    process.exitCode = 1;
  }
}
