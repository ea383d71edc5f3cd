import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const BINARY = join(import.meta.dirname, '.tmp/oracle');

/** Builds the Go program. What is missing is said, and is a failure: nothing is skipped in silence. */
export function build(): void {
  if (spawnSync('go', ['version']).error)
    throw new Error('Go is missing: the oracle is a Go program (go.dev/dl, version 1.26 or later)');
  mkdirSync(join(BINARY, '..'), { recursive: true });
  const { status } = spawnSync('go', ['build', '-trimpath', '-o', BINARY, '.'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  if (status !== 0) throw new Error('the oracle does not build');
}

/** A question for the program, and what is to be done with its answer. */
export interface Asked<Answer> {
  readonly question: object;
  compare(answer: Answer): void;
}

/** Asks one question after the other; each is made when there is room for it, and forgotten once it is answered. */
export async function ask<Answer>(questions: Iterable<Asked<Answer>>): Promise<void> {
  const program = spawn(BINARY, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(program, 'close');
  const waiting: Asked<Answer>[] = [];
  const write = async () => {
    for (const asked of questions) {
      waiting.push(asked);
      if (!program.stdin.write(`${JSON.stringify(asked.question)}\n`)) await once(program.stdin, 'drain');
    }
    program.stdin.end();
  };
  const read = async () => {
    for await (const line of createInterface(program.stdout))
      waiting.shift()?.compare(JSON.parse(line) as Answer);
  };
  await Promise.all([write(), read()]);
  const [status] = await ended;
  if (status !== 0 || waiting.length > 0)
    throw new Error(`the oracle ended with ${status}, ${waiting.length} questions unanswered`);
}
