import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT, python } from './venv.ts';

/** What a Python program of this folder answers: values in money units, processor time of the solver alone. */
export interface Answer {
  status: 'optimal' | 'feasible' | 'unknown';
  value: number | null;
  bound: number;
  cpuSeconds: number;
  moves: { replica: number; to: number; slot: number }[];
}

/** The answers of earlier runs, one JSON a line: long runs are resumed, and printed while they go on. */
export class Answers {
  readonly #file: string;
  readonly #known = new Map<string, Answer>();

  constructor(name: string) {
    this.#file = join(KEPT, `${name}.jsonl`);
    mkdirSync(KEPT, { recursive: true });
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)) {
      const { key, answer }: { key: string; answer: Answer } = JSON.parse(line);
      this.#known.set(key, answer);
    }
  }

  /** The answer of an earlier run to the very same question. */
  known(script: string, program: unknown, seconds: number): Answer | undefined {
    return this.#known.get(keyOf(script, program, seconds));
  }

  /** @param seconds processor time after which the solver stops */
  ask(script: string, program: unknown, seconds: number): Answer {
    const known = this.known(script, program, seconds);
    if (known) return known;
    const answer = runPython(script, program, seconds);
    const key = keyOf(script, program, seconds);
    this.#known.set(key, answer);
    appendFileSync(this.#file, `${JSON.stringify({ key, answer })}\n`);
    return answer;
  }
}

/** An answer holds for its question only: the model, the program and the limit. */
function keyOf(script: string, program: unknown, seconds: number): string {
  const digest = createHash('sha256').update(JSON.stringify(program)).digest('hex');
  return `${script} ${seconds} ${digest}`;
}

/** Libraries that would start threads of their own are told not to. */
const ONE_THREAD = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

export function runPython(script: string, program: unknown, seconds: number): Answer {
  const { stdout, stderr, status } = spawnSync(python(), [join(import.meta.dirname, script)], {
    input: JSON.stringify({ program, seconds }),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...ONE_THREAD },
  });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
  // Solvers may print a banner; the answer is the last line.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
