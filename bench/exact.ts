import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Extent, PARTS, QUICK, WHOLE } from './exact/extent.ts';
import { measureLarge } from './exact/large.ts';
import { measurePlanted } from './exact/planted.ts';
import { type Case, type Part, printPart } from './exact/report.ts';
import { runScip } from './exact/scip-run.ts';
import { isDirty, measuredCommit } from './exact/seeds.ts';
import { measureSmall } from './exact/small.ts';
import { Answers } from './others/ask.ts';
import { measurePackings } from './packing/measure.ts';

/**
 * The strategy `exact` beside SCIP, CP-SAT and native HiGHS, on instances whose seeds follow from the measured commit.
 *
 *   npm run -s bench:exact -- [--part small,large] [--quick | --full] [--ours] [--commit HASH] [--json]
 *     [--instances N] [--work N]
 *
 * Parts: `scip` (up to 600 s an instance, in the background), `small`, `large`, `planted`, `packing`. --commit: whose
 * seeds. --instances: how many of each set. --work: million units of ours. --ours: nobody else is asked, in `small` and
 * `large`. --full: every small instance with α = 0 and lexicographic as well. Other solvers' answers are kept in
 * `.tmp/others` and asked once; `small` takes those of SCIP that are there. Times are processor time.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: PARTS.join() },
    commit: { type: 'string' },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    instances: { type: 'string' },
    work: { type: 'string' },
    ours: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const code = measuredCommit();
const commit = values.commit ?? code;
const dirty = isDirty();
const extents = values.quick ? QUICK : WHOLE;
const wanted = values.part.split(',');
const unknown = wanted.filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0) throw new RangeError(`no part ${unknown.join()}: ${PARTS.join()}`);

const parts: Part[] = [];
for (const part of PARTS.filter((name) => wanted.includes(name))) {
  const measured = await measure(part, extentOf(part));
  if (!measured) continue;
  parts.push(measured);
  if (!values.json) printPart(measured);
}
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg() };
if (values.json) console.log(JSON.stringify({ code, dirty, seedsOf: commit, ...machine, parts }));
else {
  console.log(`\nCode ${code}${dirty ? ' with changes' : ''}, seeds of ${commit}, Node ${machine.node},`);
  console.log(`${machine.cores} × ${machine.cpu}, load ${machine.load[0].toFixed(1)}.`);
}
if (parts.some(({ cases }) => cases.some(({ contradictions }) => contradictions.length > 0)))
  process.exitCode = 1;

function extentOf(part: (typeof PARTS)[number]): Extent {
  const extent = { ...extents[part] };
  if (values.instances) {
    extent.instances = Number(values.instances);
    if (!(extent.instances >= 1)) throw new RangeError('--instances: how many');
  }
  if (values.work) extent.work = Number(values.work) * 1_000_000;
  if (values.ours) extent.compared = 0;
  if (values.full) extent.objectives = extent.instances;
  return extent;
}

async function measure(part: (typeof PARTS)[number], extent: Extent): Promise<Part | undefined> {
  switch (part) {
    case 'scip':
      runScip(commit, new Answers('scip'), extent.instances);
      return undefined;
    case 'small':
      return measureSmall(commit, extent, progress);
    case 'large':
      return measureLarge(commit, extent, progress);
    case 'planted':
      return measurePlanted(commit, extent, progress);
    case 'packing': {
      const measured = await measurePackings(extent, progress);
      if (!measured) console.error('SKIPPED packing: no outside data; RESTOW_SHARED says where it is.');
      return measured;
    }
  }
}

/** A line on the error stream for every case, so that a long run can be watched. */
function progress({ instance, seed, answers, contradictions }: Case): void {
  const each = answers.map(
    ({ solver, proved, value, bound, cpuSeconds }) =>
      `${solver} ${value}${proved ? '' : ` ≥ ${bound}`} in ${cpuSeconds.toFixed(1)} s`,
  );
  console.error(
    `${instance}, ${seed}: ${each.join('; ')}${contradictions.map((text) => ` !!! ${text}`).join('')}`,
  );
}
