import type { Solved } from './solved.ts';

/** One instance and everybody's answer to it. */
export interface Case {
  instance: string;
  seed: number | string;
  answers: Solved[];
  contradictions: string[];
}

/** A part of the bench: a table of text, sentences on the aims, and the cases behind them. */
export interface Part {
  part: string;
  head: string[];
  rows: string[][];
  aims: string[];
  cases: Case[];
}

/** Told of every case when it is done. */
export type Progress = (done: Case) => void;

export const percent = (part: number) => `${(part * 100).toFixed(2)} %`;
export const seconds = (amount: number) => amount.toFixed(amount < 10 ? 2 : 1);

/** (value − bound) / value; 1 without a plan. */
export function gap({ value, bound }: Solved): number {
  if (value === undefined) return 1;
  return value === 0 ? 0 : Math.max(0, (value - bound) / value);
}

export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Instances, proved, processor time in total, mean and worst, worst gap: of one solver on a set of instances. */
export const SUMMARY_HEAD = [
  'instances',
  'solver',
  'asked',
  'proved',
  'cpu s',
  'mean s',
  'worst s',
  'worst gap',
];
export function summary(instances: string, solver: string, cases: readonly Case[]): string[] {
  const own = cases.flatMap(({ answers }) => answers.filter((answer) => answer.solver === solver));
  const times = own.map(({ cpuSeconds }) => cpuSeconds);
  return [
    instances,
    solver,
    String(own.length),
    String(own.filter(({ proved }) => proved).length),
    seconds(total(times)),
    seconds(total(times) / Math.max(1, times.length)),
    seconds(Math.max(0, ...times)),
    own.length === 0 ? '' : percent(Math.max(...own.map(gap))),
  ];
}

/** A table in markdown, as `bench/README.md` has it. */
export function printPart({ part, head, rows, aims, cases }: Part): void {
  console.log(`\n${part}\n`);
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  console.log(line(head));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(row));
  for (const aim of ['', ...aims]) console.log(aim);
  const found = cases.flatMap((one) =>
    one.contradictions.map((text) => `${one.instance} seed ${one.seed}: ${text}`),
  );
  console.log(found.length === 0 ? 'No contradictions.' : `CONTRADICTIONS:\n${found.join('\n')}`);
}
