import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** Where the environment and the answers of long runs are kept: ignored by git. */
export const KEPT = join(import.meta.dirname, '../../.tmp/others');

/** The Python of the pinned environment, which is made when it is missing or other versions are asked for. */
export function python(): string {
  const folder = join(KEPT, 'venv');
  const program = join(folder, 'bin/python');
  const stamp = join(folder, 'requirements.sha256');
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program;
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  execFileSync('python3', ['-m', 'venv', '--clear', folder], quiet);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
  execFileSync(program, install, quiet);
  writeFileSync(stamp, wanted);
  return program;
}
