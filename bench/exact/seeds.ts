import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();

/** The commit that is measured. */
export function measuredCommit(): string {
  return git('rev-parse', 'HEAD');
}

/** Whether a file differs from the commit. */
export function isDirty(): boolean {
  return git('status', '--porcelain', '--untracked-files=no') !== '';
}

/**
 * Seeds that nobody can have tuned on: the first 32 bits of the SHA-256 of `<commit> <what>`, and those that follow.
 * @param what the set of instances, such as `32 × 10, R=2`
 */
export function seedsOf(commit: string, what: string, count: number): number[] {
  const first = createHash('sha256').update(`${commit} ${what}`).digest().readUInt32BE(0);
  return Array.from({ length: count }, (_, i) => first + i);
}
