import { parseArgs } from 'node:util';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { type Answered, COMPARED, compareStrategies } from './agree/compare.ts';
import { question } from './agree/questions.ts';
import { SMALL_SHAPES } from './agree/shapes.ts';

/**
 * Small deployments of every shape, asked of every strategy: the exact answer is never worse than any plan that passes
 * the checker, what is called optimal is, and no bound is above the best plan.
 *
 *   npm run bench:agree [-- --first 1] [--seeds 20] [--work 5] [--json]
 *
 * --first, --seeds: the seeds of each shape; --work: most millions of work units a plan.
 * Ends with an error when answers contradict each other.
 */
const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '20' },
    work: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});

interface Row {
  shape: string;
  instances: number;
  /** Of each strategy: plans that pass, that no passing plan beats, that are called optimal. */
  counts: Record<string, { passing: number; best: number; proved: number }>;
  /** Answers of `exact` that the work limit ended: they may be beaten. */
  cut: number;
  contradictions: string[];
}

const engine = createEngine(loadHighsNode);
const rows: Row[] = [];
for (const shape of Object.keys(SMALL_SHAPES)) {
  const counts = Object.fromEntries(COMPARED.map((name) => [name, { passing: 0, best: 0, proved: 0 }]));
  const row: Row = { shape, instances: 0, counts, cut: 0, contradictions: [] };
  for (let i = 0; i < Number(values.seeds); i++) {
    const seed = Number(values.first) + i;
    const { snapshot, options } = question(shape, seed);
    const workLimit = Number(values.work) * 1_000_000;
    const { answers, contradictions } = await compareStrategies(snapshot, { ...options, workLimit }, engine);
    row.instances += 1;
    if (answers.some(({ strategy, cut }) => strategy === 'exact' && cut)) row.cut += 1;
    count(row, answers);
    row.contradictions.push(...contradictions.map((text) => `seed ${seed}: ${text}`));
  }
  rows.push(row);
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else for (const line of lines()) console.log(line);
if (rows.some(({ contradictions }) => contradictions.length > 0)) process.exitCode = 1;

function count({ counts }: Row, answers: readonly Answered[]): void {
  const texts = (list: readonly bigint[]) => list.join(' ');
  const passing = answers.filter(({ passes }) => passes).map((answer) => answer.values);
  const best = passing.reduce((a, b) => {
    const level = a.findIndex((value, i) => value !== b[i]);
    return level >= 0 && b[level] < a[level] ? b : a;
  });
  for (const { strategy, passes, proved, values } of answers) {
    if (passes) counts[strategy].passing += 1;
    if (passes && texts(values) === texts(best)) counts[strategy].best += 1;
    if (proved) counts[strategy].proved += 1;
  }
}

function lines(): string[] {
  const head = ['shape', 'instances', ...COMPARED, 'exact cut', 'contradictions'];
  const cells = rows.map(({ shape, instances, counts, cut, contradictions }) => [
    shape,
    instances,
    ...COMPARED.map((name) => {
      const { passing, best, proved } = counts[name];
      return `${passing} / ${best} / ${proved}`;
    }),
    cut,
    contradictions.length,
  ]);
  return [
    'Of each strategy: plans that pass the checker / that no other passing plan beats / that are called optimal.',
    '',
    ...[head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`),
    ...rows.flatMap(({ shape, contradictions }) => contradictions.map((text) => `${shape}, ${text}`)),
  ];
}
