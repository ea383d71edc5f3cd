/** `npm run -s plan -- FILE [options]`: a plan for a snapshot, in process, as a table or as JSON. */
import { readFileSync } from 'node:fs';
import type { InputErrors } from '../src/model/input-error.ts';
import { parseJson } from '../src/model/json-text.ts';
import { type Question, readQuestion } from '../src/model/read-question.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { solve } from '../src/solver/solve.ts';
import { SOLVER_VERSION } from '../src/solver/version.ts';
import { HELP, type PlanArguments, readArguments, UsageError } from './plan-arguments.ts';
import { planTable } from './plan-table.ts';

/** What was asked can't be answered: arguments, file or snapshot are wrong. */
const EXIT_INPUT = 2;
/** The exit check turned down a plan of ours: a bug. */
const EXIT_REJECTED = 1;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let given: PlanArguments;
  let text: string;
  try {
    given = readArguments(argv);
    if (given.help) {
      console.log(HELP);
      return 0;
    }
    text = readFileSync(given.file === '-' ? 0 : given.file, 'utf8');
  } catch (error) {
    // Node's own errors about arguments and files say what is wrong, too.
    if (!(error instanceof UsageError) && !(error instanceof Error && 'code' in error)) throw error;
    console.error(`${error.message}\nTry --help.`);
    return EXIT_INPUT;
  }
  const question = questionOf(text, given.options);
  if ('errors' in question) {
    console.error(errorText(given.file, question));
    return EXIT_INPUT;
  }
  const { snapshot, options } = question;
  const { plan, rejected } = await solve(snapshot, options, createEngine(loadHighsNode), SOLVER_VERSION);
  process.stdout.write(given.json ? `${JSON.stringify(plan, null, 2)}\n` : planTable(plan));
  return rejected.length > 0 ? EXIT_REJECTED : 0;
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
