import { z } from 'zod';
import { canonicalText } from '../../src/model/canonical.ts';
import { parseJson } from '../../src/model/json-text.ts';
import { resolveOptions } from '../../src/model/options.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { largeSnapshot } from './large-snapshot.ts';
import { leastMilliseconds, type Row } from './row.ts';

const RUNS = 30;

/** From text to a problem, step by step. */
export function measureReading(): Row[] {
  // Workers forbid `eval`, so zod can't compile its schemas there: neither here.
  z.config({ jitless: true });
  const text = flat(JSON.stringify({ snapshot: largeSnapshot() }));
  const body: unknown = JSON.parse(text);
  const question = readQuestion(body);
  if ('errors' in question) throw new Error(`the large snapshot is refused: ${question.errors[0].message}`);
  const { snapshot, options } = question;
  const resolved = resolveOptions(snapshot, options);

  const row = (what: string, work: () => void, aim?: string): Row => {
    const value = text.length / leastMilliseconds(RUNS, work) / 1_000;
    return { what, value, unit: 'MB/s', ...(aim !== undefined && { aim }) };
  };
  return [
    row('JSON.parse alone', () => JSON.parse(text)),
    row('parse: scan and JSON.parse', () => parseJson(text)),
    row('validate', () => readQuestion(body)),
    row('parse and validate', () => readQuestion(read(text)), '≥ 20'),
    row('normal form', () => canonicalText(snapshot)),
    row('problem', () => toProblem(snapshot, resolved)),
  ];
}

function read(text: string): unknown {
  const parsed = parseJson(text);
  if ('errors' in parsed) throw new Error(parsed.errors[0].message);
  return parsed.value;
}

/** The text as a request body gives it: `JSON.stringify` leaves a rope. */
function flat(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
