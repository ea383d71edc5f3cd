import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SOLVER_VERSION } from '../src/solver/version.ts';
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
 *   node bench/paper.ts [--quick] [--json] [--plots DIR] [--commit HASH] [--configurations 50,10] [--work 60,25]
 *
 * Prints the tables of docs/evaluation.md. The seeds follow from the commit, so that `--commit` repeats a run: all but
 * processor times is the same. A run without other options writes the tables into docs/evaluation.md and the plots and
 * numbers to docs/evaluation; `--plots` writes plots and numbers to a folder and leaves the document alone.
 *
 * --quick: few configurations and little work, about a minute; writes nothing unless `--plots` says where.
 * --configurations: for each R, with 32 and with 100 microservices. --work: millions of work units a plan, the same.
 * --json: one object on standard output in place of the tables, every plan's numbers included.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    plots: { type: 'string' },
    commit: { type: 'string' },
    configurations: { type: 'string' },
    work: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const bySize = (text: string): Record<Size, number> => {
  const [small, large = small] = text.split(',').map(Number);
  if (!(small > 0 && large > 0)) throw new RangeError(`not two numbers: ${text}`);
  return { '32x10': small, '100x27': large };
};
const millions = bySize(values.work ?? (values.quick ? '60,1' : '60,25'));
const extent: Extent = {
  commit: git('rev-parse', values.commit ?? 'HEAD'),
  configurations: bySize(values.configurations ?? (values.quick ? '3,2' : '50,10')),
  workLimit: { '32x10': millions['32x10'] * 1e6, '100x27': millions['100x27'] * 1e6 },
};

const started = process.cpuUsage();
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage(started);
  return Math.round((user + system) / 1e6);
};
const list: Run[] = [];
for await (const run of measureAll(extent)) {
  list.push(run);
  console.error(`${run.size} R = ${run.locations}, seed ${run.seed}, ${run.scheme} (${cpuSeconds()} cpu s)`);
}
const runs = new Runs(list);

const panels = panelsOf(runs);
const claims = claimsOf(runs);
const numbers = {
  commit: extent.commit,
  changed: git('status', '--porcelain', '--', 'src') !== '',
  solverVersion: SOLVER_VERSION,
  node: process.version,
  cpu: cpus()[0]?.model,
  cpuSeconds: cpuSeconds(),
  extent,
  seeds: Object.fromEntries(
    GROUPS.map(([size, locations]) => [
      `${size} ${locations}`,
      seedsOf(extent.commit, size, locations, extent.configurations[size]),
    ]),
  ),
  claims,
  panels,
};
const parts = {
  run: [
    `Commit \`${numbers.commit}\`${numbers.changed ? ' (src changed since)' : ''}, solver version \`${SOLVER_VERSION}\`.`,
    `Node ${numbers.node}, one process, ${cpus().length} × ${numbers.cpu} (virtual, shared with other work).`,
    `${list.length} plans, ${numbers.cpuSeconds} s of processor time in all.`,
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

const whole = !values.quick && !values.configurations && !values.work;
const folder = values.plots ?? (whole ? join(root, 'docs/evaluation') : undefined);
if (folder !== undefined) await writePlots(folder);
if (whole && values.plots === undefined) {
  const document = join(root, 'docs/evaluation.md');
  writeFileSync(document, fill(readFileSync(document, 'utf8'), parts));
  execFileSync('biome', ['format', '--write', 'docs/evaluation.md', 'docs/evaluation'], { cwd: root });
}

async function writePlots(to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const panel of panels) writeFileSync(join(to, `${panel.name}.svg`), `${await draw(panel)}\n`);
  writeFileSync(join(to, 'results.json'), `${JSON.stringify(numbers, null, 2)}\n`);
}
