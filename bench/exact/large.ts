import { Answers } from '../others/ask.ts';
import { contradictions } from './contradictions.ts';
import type { Extent } from './extent.ts';
import { ASKED, type Instance, LARGE, paperInstance } from './instance.ts';
import {
  type Case,
  gap,
  type Part,
  type Progress,
  percent,
  SUMMARY_HEAD,
  seconds,
  summary,
} from './report.ts';
import { seedsOf } from './seeds.ts';
import { type Solved, solveOther } from './solved.ts';
import { solveWithin } from './within.ts';

const LOCATIONS = [2, 3, 4, 5];
const OURS = 'ours';
const CPSAT = 'CP-SAT, 2 slots';
const CLOSE = 0.01;

/** 100 microservices on 27 nodes: the paper's larger size, which it could not solve exactly. */
export async function measureLarge(commit: string, extent: Extent, progress: Progress): Promise<Part> {
  const kept = new Answers('others');
  const cases: Case[] = [];
  for (const locations of LOCATIONS) {
    const seeds = seedsOf(commit, `100 × 27, R=${locations}`, extent.instances);
    for (const [i, seed] of seeds.entries()) {
      const instance = paperInstance(LARGE, locations, seed);
      const answers = await ask(instance, extent, kept, i < extent.compared);
      cases.push({ instance: instance.name, seed, answers, contradictions: contradictions(answers) });
      progress(cases[cases.length - 1]);
    }
  }
  const names = [...new Set(cases.map(({ instance }) => instance))];
  const rows = names.flatMap((name) => {
    const own = cases.filter(({ instance }) => instance === name);
    return [OURS, CPSAT].map((solver) => summary(name, solver, own));
  });
  const own = cases.flatMap(({ answers }) => answers.filter(({ solver }) => solver === OURS));
  const close = own.filter((answer) => gap(answer) <= CLOSE).length / own.length;
  const proved = own.filter((answer) => answer.proved).length / own.length;
  const longest = Math.max(...own.map(({ cpuSeconds }) => cpuSeconds));
  return {
    part: '100 × 27',
    head: SUMMARY_HEAD,
    rows: rows.filter(([, , asked]) => asked !== '0'),
    aims: [
      `gap ≤ 1 % on ${percent(close)} (aim ≥ 95 %), proved ${percent(proved)} (aim ≥ 50 %), longest ${seconds(longest)} s (aim ≤ 60 s).`,
    ],
    cases,
  };
}

async function ask(instance: Instance, extent: Extent, kept: Answers, compare: boolean): Promise<Solved[]> {
  const own = await solveWithin(OURS, instance, ASKED, extent.seconds);
  if (!compare) return [own];
  return [own, solveOther(CPSAT, kept, 'cpsat_slots.py', instance, 2, extent.seconds)];
}
