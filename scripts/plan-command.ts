import type { InputErrors } from '../src/model/input-error.ts';
import { parseJson } from '../src/model/json-text.ts';
import { explain } from '../src/reasons/explain.ts';
import { readExplanationRequest } from '../src/reasons/read-request.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { solve } from '../src/solver/solve.ts';
import { SOLVER_VERSION } from '../src/solver/version.ts';
import { UsageError } from './flags.ts';
import { HELP, type PlanArguments, readArguments } from './plan-arguments.ts';
import { planTable } from './plan-table.ts';
import { reasonsTable } from './reasons-table.ts';

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
  const asked = questionOf(text, given);
  if ('errors' in asked) return refused(errorText(given.file, asked));
  const engine = createEngine(loadHighsNode);
  if (given.reasons) {
    const { explanation, rejected } = await explain(asked, asked.reasons, engine, SOLVER_VERSION);
    const tables = `${planTable(explanation.plan)}\n${reasonsTable(explanation)}`;
    return printed(given.json ? explanation : tables, rejected);
  }
  const { plan, rejected } = await solve(asked.snapshot, asked.options, engine, SOLVER_VERSION);
  return printed(given.json ? plan : planTable(plan), rejected);
}

function printed(answer: object | string, rejected: readonly unknown[]): Printed {
  const stdout = typeof answer === 'string' ? answer : `${JSON.stringify(answer, null, 2)}\n`;
  return { exitCode: rejected.length > 0 ? 1 : 0, stdout, stderr: '' };
}

function refused(message: string): Printed {
  return { exitCode: 2, stdout: '', stderr: `${message}\n` };
}

/** The file is a snapshot, or a request body with a snapshot in it; what the command line says comes on top. */
function questionOf(
  text: string,
  { options, reasons = {} }: PlanArguments,
): ReturnType<typeof readExplanationRequest> {
  const parsed = parseJson(text);
  if ('errors' in parsed) return parsed;
  const { value } = parsed;
  if (isRecord(value) && Object.hasOwn(value, 'snapshot')) {
    const { options: inFile = {}, ...rest } = value;
    const all = isRecord(inFile) ? { ...inFile, ...options } : inFile;
    return readExplanationRequest({ ...rest, options: all, reasons });
  }
  const question = readExplanationRequest({ snapshot: value, options, reasons });
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
