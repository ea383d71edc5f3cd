import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimsOf } from './paper/claims.ts';
import { SIZES, type Size, seedsOf } from './paper/configurations.ts';
import { fill } from './paper/document.ts';
import { panelsOf } from './paper/figures.ts';
import { draw } from './paper/plot.ts';
import { type Extent, GROUPS, measureAll, type Run, Runs } from './paper/runs.ts';
import { alphaTable, claimsTable, proofTable, schemeTable, slotsTable } from './paper/tables.ts';

/**
 * The paper's evaluation repeated (Fig. 5 to 7): `npm run bench:paper`, about half an hour of processor time.
 *
 *   node bench/paper.ts [--quick] [--json] [--plots DIR] [--commit HASH] [--configurations 50] [--proofs 10]
 *                       [--work 20]
 *
 * Prints the tables of docs/evaluation.md. The seeds follow from the commit, so that `--commit` repeats a run: all but
 * processor times is the same. A run without other options writes the tables into docs/evaluation.md and the plots and
 * numbers to docs/evaluation; `--plots` writes plots and numbers to a folder and leaves the document alone.
 *
 * --quick: few configurations and little work, about a minute; writes nothing unless `--plots` says where.
 * --configurations: for each size and R. --proofs: how many of them `exact` plans with 100 microservices.
 * --work: most work units of a plan, in millions.
 * --json: one object on standard output in place of the tables, every plan's numbers included.
 * --from FILE: takes the plans from such an object instead of making them.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    plots: { type: 'string' },
    commit: { type: 'string' },
    configurations: { type: 'string' },
    proofs: { type: 'string' },
    work: { type: 'string' },
    from: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '..');

interface Evaluation {
  node: string;
  cpu: string;
  extent: Extent;
  runs: Run[];
}

const evaluation: Evaluation = values.from ? JSON.parse(readFileSync(values.from, 'utf8')) : await evaluate();
const { runs: list, ...about } = evaluation;
const runs = new Runs(list);
const { commit, configurations, proofs, workLimit } = about.extent;
const seconds = Math.round(list.reduce((sum, run) => sum + run.cpuSeconds, 0));
const panels = panelsOf(runs);
const claims = claimsOf(runs);
const seeds = Object.fromEntries(
  GROUPS.map(([size, locations]) => [
    `${size} R=${locations}`,
    seedsOf(commit, size, locations, configurations),
  ]),
);
const numbers = { ...about, seeds, cpuSeconds: seconds, claims, panels };
const parts = {
  run: [
    `- Seeds of commit \`${commit}\`; solver version ${versionsOf(list)}.`,
    `- ${configurations} configurations for each size and R; \`exact\` on ${proofs} of each R with 100 microservices.`,
    `- Work limit of a plan: ${workLimit / 1e6} million units.`,
    `- Node ${about.node}, one process on a shared virtual machine (${about.cpu}).`,
    `- ${list.length} plans, ${seconds} s of processor time in all.`,
    `- First seeds: ${GROUPS.map(([size, r]) => `${seeds[`${size} R=${r}`][0]} (${size}, R = ${r})`).join(', ')}.`,
    `- The same again: \`npm run bench:paper -- --commit ${commit} --configurations ${configurations} --proofs ${proofs} --work ${workLimit / 1e6}\``,
  ].join('\n'),
  claims: claimsTable(claims),
  'fig5-unit': alphaTable(runs, 'unit'),
  'fig5-capacity': alphaTable(runs, 'capacity'),
  fig6: schemeTable(runs, '32x10', SIZES['32x10'].locations),
  fig7: schemeTable(runs, '100x27', SIZES['100x27'].locations),
  proofs: proofTable(runs, GROUPS),
  slots: slotsTable(runs, GROUPS),
};

if (values.json) console.log(JSON.stringify({ ...numbers, runs: list }));
else for (const [name, part] of Object.entries(parts)) console.log(`${name}\n\n${part}\n`);

const whole =
  values.from !== undefined || !(values.quick || values.configurations || values.proofs || values.work);
const folder = values.plots ?? (whole ? join(root, 'docs/evaluation') : undefined);
if (folder !== undefined) await writePlots(folder);
if (whole && values.plots === undefined) {
  const document = join(root, 'docs/evaluation.md');
  writeFileSync(document, fill(readFileSync(document, 'utf8'), parts));
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', document], { cwd: root });
}

async function evaluate(): Promise<Evaluation> {
  const count = (given: string | undefined, quick: number, usual: number) =>
    given === undefined ? (values.quick ? quick : usual) : Number(given);
  const extent: Extent = {
    commit: execFileSync('git', ['rev-parse', values.commit ?? 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
    }).trim(),
    configurations: count(values.configurations, 3, 50),
    proofs: count(values.proofs, 1, 10),
    workLimit: count(values.work, 1, 20) * 1e6,
  };
  const made: Run[] = [];
  for await (const run of measureAll(extent)) {
    made.push(run);
    console.error(`${run.size} R=${run.locations} seed ${run.seed}: ${run.scheme}, α = ${run.alpha}`);
  }
  return { node: process.version, cpu: `${cpus().length} × ${cpus()[0]?.model}`, extent, runs: made };
}

/** The solver that made the plans; of a commit repeated with a later one, what is proved stays the same. */
function versionsOf(all: readonly Run[]): string {
  const of = (size: Size) => new Set(all.filter((run) => run.size === size).map((run) => run.solverVersion));
  const [small, large] = (Object.keys(SIZES) as Size[]).map((size) => [...of(size)].sort().join(', '));
  return small === large ? `\`${small}\`` : `\`${small}\` (32 × 10), \`${large}\` (100 × 27)`;
}

async function writePlots(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const panel of panels) writeFileSync(join(to, `${panel.name}.svg`), `${await draw(panel)}\n`);
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
  const lines = Object.entries(numbers).map(([key, value]) => `"${key}": ${JSON.stringify(value, rounded)}`);
  writeFileSync(join(to, 'results.json'), `{\n${lines.join(',\n')}\n}\n`);
}
