/**
 * `npm run solver-version [-- --check]`: writes src/solver/version.ts, the version of everything that a plan depends on
 * but its question: the package's, and a digest of src/model, src/solver and HiGHS.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const target = 'src/solver/version.ts';

/** The version that the files below a folder laid out as this repository should have. */
export function solverVersion(root = ROOT): string {
  const hash = createHash('sha256');
  const sources = ['src/model', 'src/solver']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((file) => file !== target);
  for (const file of [...sources.sort(), 'node_modules/highs/build/highs.wasm']) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return `${version}+${hash.digest('hex').slice(0, 12)}`;
}

/** Paths from the root, with slashes. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function generated(): string {
  const comment =
    'Written by `npm run solver-version`: the package version and a digest of src/model, src/solver and HiGHS.';
  return `/** ${comment} */\nexport const SOLVER_VERSION = '${solverVersion()}';\n`;
}

if (import.meta.main) {
  const text = generated();
  if (!process.argv.includes('--check')) writeFileSync(join(ROOT, target), text);
  else if (readFileSync(join(ROOT, target), 'utf8') !== text) {
    console.error(`${target} is stale: npm run solver-version`);
    process.exitCode = 1;
  }
}
