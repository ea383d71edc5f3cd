import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { generatePlanted, type PlantedParameters } from '../../src/workloads/planted.ts';
import { Answers } from '../others/ask.ts';
import { contradictions } from './contradictions.ts';
import type { Extent } from './extent.ts';
import { ASKED, type Instance } from './instance.ts';
import { type Case, type Part, type Progress, seconds } from './report.ts';
import { seedsOf } from './seeds.ts';
import { type Solved, solveOther, solveOurs } from './solved.ts';

/** Replicas per kept node, in turn; kept nodes are 6 to 12 in turn, of twice as many. Fixed before anything was measured. */
const CUTS: PlantedParameters['replicasPerNode'][] = [
  [2, 4],
  [3, 5],
  [4, 6],
  [2, 6],
];
const PRICES = [10, 30] as const;
const LEAST_SECONDS = 1;

/**
 * Nodes cut exactly into replicas, then scattered. No kept node is dearer than another, and no fewer nodes have room:
 * so no plan ends cheaper than the planted cost.
 */
export async function measurePlanted(commit: string, extent: Extent, progress: Progress): Promise<Part> {
  const kept = new Answers('planted');
  const rows: string[][] = [];
  const cases: Case[] = [];
  let [worse, reached, proved] = [0, 0, 0];
  for (const [i, seed] of seedsOf(commit, 'planted', extent.instances).entries()) {
    const { instance, cost } = plantedInstance(i, seed);
    const ours = await solveOurs('ours', instance, { ...ASKED, strategy: 'exact', workLimit: extent.work });
    const limit = Math.max(LEAST_SECONDS, Math.ceil(ours.cpuSeconds));
    const theirs = solveOther('CP-SAT, 3 slots', kept, 'cpsat_slots.py', instance, 3, limit);
    if ((ours.value ?? Infinity) > (theirs.value ?? Infinity) + 1e-9) worse++;
    if (ours.price === cost) reached++;
    if (ours.proved) proved++;
    const answers = [ours, theirs];
    cases.push({ instance: instance.name, seed, answers, contradictions: contradictions(answers) });
    rows.push([instance.name, String(cost), ...answers.flatMap(cells)]);
    progress(cases[cases.length - 1]);
  }
  const head = ['nodes kept / nodes / replicas', 'planted'];
  for (const solver of ['ours', 'CP-SAT'])
    head.push(`${solver}: price`, `value`, `bound`, `moves / slots`, `cpu s`);
  return {
    part: 'planted packings',
    head,
    rows,
    aims: [
      `Worse than CP-SAT on ${worse} (aim 0), planted cost reached on ${reached} of ${cases.length} (aim ≥ 15 of 20), proved ${proved}.`,
    ],
    cases,
  };
}

function plantedInstance(i: number, seed: number): { instance: Instance; cost: number } {
  const kept = 6 + (i % 7);
  const nodes = 2 * kept;
  const planted = generatePlanted({
    seed,
    nodes,
    kept,
    replicasPerNode: CUTS[i % CUTS.length],
    prices: PRICES,
  });
  const name = `${kept} / ${nodes} / ${planted.snapshot.workloads.length}`;
  return { instance: { name, seed, snapshot: canonicalSnapshot(planted.snapshot) }, cost: planted.cost };
}

function cells({ price, value, bound, moves, slots, cpuSeconds }: Solved): string[] {
  const amount = (money: number | undefined) => (money === undefined ? 'none' : String(money));
  return [amount(price), amount(value), amount(bound), `${moves} / ${slots}`, seconds(cpuSeconds)];
}
