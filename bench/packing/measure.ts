import { canonicalSnapshot } from '../../src/model/canonical.ts';
import type { Extent } from '../exact/extent.ts';
import { type Case, type Part, type Progress, SUMMARY_HEAD, summary } from '../exact/report.ts';
import { type Solved, solveOurs } from '../exact/solved.ts';
import { type Answer, Answers } from '../others/ask.ts';
import { readPackings } from './read.ts';
import { packingSnapshot } from './snapshot.ts';

const FAST_SECONDS = 10;
const ALL_SECONDS = 60;

/** The outside packing files: time to our proof, and whether the optimum is that of an arc flow on native HiGHS. */
export async function measurePackings(extent: Extent, progress: Progress): Promise<Part | undefined> {
  const all = readPackings();
  const packings = all?.filter((_, i) => i % Math.ceil(all.length / extent.instances) === 0);
  if (!packings) return undefined;
  const kept = new Answers('packing');
  const cases: Case[] = [];
  for (const packing of packings) {
    const { name, bins, items } = packing;
    const instance = { name, seed: items.length, snapshot: canonicalSnapshot(packingSnapshot(packing)) };
    const ours = await solveOurs('ours', instance, {
      objective: { kind: 'weighted', alpha: '0' },
      latencyIn: 'end',
      keepSpread: false,
      strategy: 'exact',
      workLimit: extent.work,
    });
    const flow = solvedFlow(kept.ask('highs_arcflow.py', { bins, items }, extent.seconds));
    const found = disagreements(ours, flow);
    cases.push({ instance: name, seed: items.length, answers: [ours, flow], contradictions: found });
    progress(cases[cases.length - 1]);
  }
  return partOf(cases);
}

const ARC_FLOW = 'HiGHS, arc flow';

/** Above the rounding errors of HiGHS, far below a whole cost. */
const ROUNDING = 1e-4;

/** It has no plan: its value is what it claims, a whole cost. */
function solvedFlow({ status, value, bound, cpuSeconds }: Answer): Solved {
  const claimed = value === null ? undefined : Math.round(value);
  const proved = status === 'optimal';
  return {
    solver: ARC_FLOW,
    maxSlots: 0,
    proved,
    value: claimed,
    price: claimed,
    bound: Math.ceil(bound - ROUNDING),
    moves: 0,
    slots: 0,
    cpuSeconds,
    wrong: [],
  };
}

/** Bounds and values of a file are comparable: every packing is a plan of one slot. */
function disagreements(ours: Solved, flow: Solved): string[] {
  const found = [...ours.wrong];
  const [own, claimed] = [ours.value ?? Infinity, flow.value ?? Infinity];
  if (ours.bound > claimed)
    found.push(`our bound is ${ours.bound}, but the arc flow has a packing of ${claimed}`);
  if (flow.bound > own) found.push(`the arc flow's bound is ${flow.bound}, but we have a packing of ${own}`);
  return found;
}

function partOf(cases: Case[]): Part {
  const classOf = (name: string, items: number) => `${name.slice(0, 'prob_2_A'.length)}, ${items} items`;
  const classes = Map.groupBy(cases, ({ instance, seed }) => classOf(instance, Number(seed)));
  const ours = cases.map(({ answers }) => answers[0]);
  const agreed = cases.filter(
    ({ answers: [own, flow] }) => own.proved && flow.proved && own.value === flow.value,
  );
  const within = (limit: number) =>
    ours.filter(({ proved, cpuSeconds }) => proved && cpuSeconds <= limit).length;
  return {
    part: 'packing files',
    head: SUMMARY_HEAD,
    rows: [...classes].flatMap(([name, own]) =>
      ['ours', ARC_FLOW].map((solver) => summary(name, solver, own)),
    ),
    aims: [
      `Of ${cases.length}: proved in ${FAST_SECONDS} s ${within(FAST_SECONDS)} (aim ≥ 90 %), in ${ALL_SECONDS} s ${within(ALL_SECONDS)} (aim all), same optimum as the arc flow ${agreed.length}.`,
    ],
    cases,
  };
}
