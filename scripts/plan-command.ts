import type { InputErrors } from '../src/model/input-error.ts';
import { parseJson } from '../src/model/json-text.ts';
import { type Question, readQuestion } from '../src/model/read-question.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { solve } from '../src/solver/solve.ts';
import { SOLVER_VERSION } from '../src/solver/version.ts';
import { UsageError } from './flags.ts';
import { HELP, type PlanArguments, readArguments } from './plan-arguments.ts';
import { planTable } from './plan-table.ts';

/** What the command prints, and the code it exits with (see `HELP`). */
export interface Printed {
  exitCode: 0 | 1 | 2;
  stdout: string;
  stderr: string;
}

/** @param read the text of a file; `-` is standard input */
export async function planCommand(argv: readonly string[], read: (file: string) => string): Promise<Printed> {
  let given: PlanArguments;
  let text: string;
  try {
    given = readArguments(argv);
    if (given.help) return { exitCode: 0, stdout: `${HELP}\n`, stderr: '' };
    text = read(given.file);
  } catch (error) {
    // Node's own errors about arguments and files say what is wrong, too.
    if (!(error instanceof UsageError) && !(error instanceof Error && 'code' in error)) throw error;
    return refused(`${error.message}\nTry --help.`);
  }
  const question = questionOf(text, given.options);
  if ('errors' in question) return refused(errorText(given.file, question));
  const { snapshot, options } = question;
  const { plan, rejected } = await solve(snapshot, options, createEngine(loadHighsNode), SOLVER_VERSION);
  const stdout = given.json ? `${JSON.stringify(plan, null, 2)}\n` : planTable(plan);
  return { exitCode: rejected.length > 0 ? 1 : 0, stdout, stderr: '' };
}

function refused(message: string): Printed {
  return { exitCode: 2, stdout: '', stderr: `${message}\n` };
}

/** The file is a snapshot, or a request body with a snapshot in it; options on the command line come on top. */
function questionOf(text: string, options: PlanArguments['options']): Question | InputErrors {
  const parsed = parseJson(text);
  if ('errors' in parsed) return parsed;
  const { value } = parsed;
  if (isRecord(value) && Object.hasOwn(value, 'snapshot')) {
    const { options: inFile = {}, ...rest } = value;
    return readQuestion({ ...rest, options: isRecord(inFile) ? { ...inFile, ...options } : inFile });
  }
  const question = readQuestion({ snapshot: value, options });
  if (!('errors' in question)) return question;
  const errors = question.errors.map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/snapshot/, ''),
  }));
  return { ...question, errors };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function errorText(file: string, { errors, total }: InputErrors): string {
  const lines = errors.map(
    ({ pointer, code, message }) => `  ${pointer || '(all of it)'}: ${message} [${code}]`,
  );
  const rest = total > errors.length ? [`  and ${total - errors.length} more`] : [];
  return [`${file}: ${total} error${total === 1 ? '' : 's'}`, ...lines, ...rest].join('\n');
}
