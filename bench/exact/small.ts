import type { Options } from '../../src/model/options.ts';
import { Answers } from '../others/ask.ts';
import { contradictions } from './contradictions.ts';
import type { Extent } from './extent.ts';
import { ASKED, asProgram, type Instance } from './instance.ts';
import { type Case, type Part, type Progress, SUMMARY_HEAD, seconds, summary, total } from './report.ts';
import { allSlots, SCIP_SCRIPT, SCIP_SECONDS, SMALL_LOCATIONS, smallInstances } from './scip-run.ts';
import { checkAnswer, type Solved, solveOther, solveOurs } from './solved.ts';

const ALL_SLOTS = 'ours';
const THREE_SLOTS = 'ours, 3 slots';
const CPSAT = 'CP-SAT, 3 slots';
const HIGHS = 'HiGHS, 3 slots';
const SCIP = 'SCIP';
const NO_DISRUPTION = 'ours, α = 0';
const LEXICOGRAPHIC = 'ours, lexicographic';
const SOLVERS = [ALL_SLOTS, THREE_SLOTS, NO_DISRUPTION, LEXICOGRAPHIC, SCIP, CPSAT, HIGHS];

/** 32 microservices on 10 nodes, the size of the paper's exact answers. */
export async function measureSmall(commit: string, extent: Extent, progress: Progress): Promise<Part> {
  const kept = { scip: new Answers('scip'), others: new Answers('others') };
  const sets = SMALL_LOCATIONS.map((locations) => smallInstances(commit, locations, extent.instances));
  const cases: Case[] = [];
  // The sets take turns, so that a run that is ended early has seen all of them.
  for (let i = 0; i < extent.instances; i++) {
    for (const { [i]: instance } of sets) {
      const answers = [...(await ours(instance, extent, i)), ...others(kept, instance, extent, i)];
      const { name, seed } = instance;
      cases.push({ instance: name, seed, answers, contradictions: contradictions(comparable(answers)) });
      progress(cases[cases.length - 1]);
    }
  }
  const rows = sets.flatMap(([{ name }]) =>
    SOLVERS.map((solver) =>
      summary(
        name,
        solver,
        cases.filter(({ instance }) => instance === name),
      ),
    ),
  );
  return {
    part: '32 × 10',
    head: SUMMARY_HEAD,
    rows: rows.filter(([, , asked]) => asked !== '0'),
    aims: [ratio(cases, SCIP, ALL_SLOTS, '≥ 100'), ratio(cases, CPSAT, THREE_SLOTS, '> 1')],
    cases,
  };
}

async function ours(instance: Instance, extent: Extent, i: number): Promise<Solved[]> {
  const asked: [string, Options][] = [
    [ALL_SLOTS, {}],
    [THREE_SLOTS, { maxSlots: 3 }],
  ];
  if (i < extent.objectives) {
    asked.push([NO_DISRUPTION, { objective: { kind: 'weighted', alpha: '0' } }]);
    asked.push([LEXICOGRAPHIC, { objective: { kind: 'lexicographic' } }]);
  }
  const answers: Solved[] = [];
  for (const [solver, options] of asked) {
    const all: Options = { ...ASKED, strategy: 'exact', workLimit: extent.work, ...options };
    answers.push(await solveOurs(solver, instance, all));
  }
  return answers;
}

/** SCIP's answers come from the runs of the part `scip`: those that are there. */
function others(
  { scip, others: few }: { scip: Answers; others: Answers },
  instance: Instance,
  extent: Extent,
  i: number,
): Solved[] {
  if (i >= extent.compared) return [];
  const slots = allSlots(instance);
  const known = scip.known(SCIP_SCRIPT, asProgram(instance, slots).program, SCIP_SECONDS);
  return [
    ...(known ? [checkAnswer(SCIP, instance, slots, known)] : []),
    solveOther(CPSAT, few, 'cpsat_slots.py', instance, 3, extent.seconds),
    solveOther(HIGHS, few, 'highs_slots.py', instance, 3, extent.seconds),
  ];
}

/** Values of other objectives are not comparable with the rest. */
function comparable(answers: readonly Solved[]): Solved[] {
  return answers.filter(({ solver }) => solver !== NO_DISRUPTION && solver !== LEXICOGRAPHIC);
}

/** Total time of two solvers on the instances that both were asked, those that hit the limit at what they took. */
function ratio(cases: readonly Case[], other: string, own: string, aim: string): string {
  const pairs = cases.flatMap(({ answers }) => {
    const [theirs, mine] = [other, own].map((name) => answers.find(({ solver }) => solver === name));
    return theirs && mine ? [[theirs.cpuSeconds, mine.cpuSeconds]] : [];
  });
  const [theirs, mine] = [0, 1].map((side) => total(pairs.map((pair) => pair[side])));
  const times = `${seconds(theirs)} s / ${seconds(mine)} s = ${(theirs / mine).toFixed(1)} ×`;
  return pairs.length === 0
    ? `${other} has no answers yet.`
    : `${other} / ${own} on ${pairs.length} instances: ${times} (aim ${aim}).`;
}
