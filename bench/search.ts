import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { canonicalSnapshot } from '../src/model/canonical.ts';
import { checkPlan } from '../src/model/check/index.ts';
import { resolveOptions } from '../src/model/options.ts';
import type { Problem, Schedule } from '../src/model/problem.ts';
import { toProblem } from '../src/model/to-problem.ts';
import { heuristicSchedule } from '../src/solver/heuristic/heuristic.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { evaluate, levelsOf } from '../src/solver/levels.ts';
import { EMPTY_SCHEDULE } from '../src/solver/schedule.ts';
import { search } from '../src/solver/search/index.ts';
import type { StepResult } from '../src/solver/strategy.ts';
import { toPlan } from '../src/solver/to-plan.ts';
import { clusterSnapshot } from './cluster.ts';
import { drawGrowth, growthText } from './search/growth.ts';
import { withRules } from './search/with-rules.ts';

/**
 * Search at scale: plans, gaps and growth on seeded deployments (`cluster.ts`).
 *
 *   node bench/search.ts [--sizes 1000,5000] [--seeds 101,102] [--work 5,60] [--gap 5] [--rules] [--plot FILE] [--json]
 *
 * --work: millions of work units per size. A row per size and seed: how much the plan saves on price and objective, the
 * stated gap, the heuristic beside it, processor time per million work units, and whether the checker passes the plan.
 * --rules: with taints, spread over zones and nodes (`search/with-rules.ts`), kept spread, and in a slot at most a tenth of a
 * workload's replicas, as disruption budgets allow.
 * --gap: percent. The row says with how little work the stated gap was no more than that, read often on the way.
 * --plot: draws that work over the nodes, as SVG; all of the search is in it, reading and checking are not.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,1000,2000,5000' },
    seeds: { type: 'string', default: '101,102,103' },
    work: { type: 'string' },
    replicas: { type: 'string', default: '30' },
    gap: { type: 'string', default: '5' },
    rules: { type: 'boolean', default: false },
    plot: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const works = values.work ? numbers(values.work) : undefined;

interface Row {
  nodes: number;
  replicas: number;
  seed: number;
  workMillions: number;
  cpuSeconds: number;
  secondsPerMillion: number;
  savedPercent: number;
  heuristicSavedPercent: number;
  gapPercent: number;
  /** When the gap was first no more than `--gap`; null: never. */
  reached: { workMillions: number; cpuSeconds: number; gapPercent: number } | null;
  moves: number;
  slots: number;
  violations: number | string;
}

/** Work units a node between two looks at the gap. */
const LOOK_PER_NODE = 50;

const rows: Row[] = [];
// Code that has not run yet is slower: the first row would pay for it.
await measure(500, 1, 500_000);
for (const [i, nodes] of numbers(values.sizes).entries()) {
  for (const seed of numbers(values.seeds)) {
    rows.push(await measure(nodes, seed, (works?.[i] ?? works?.at(-1) ?? nodes / 200) * 1_000_000));
    if (!values.json) console.log(textOf(rows[rows.length - 1], rows.length === 1));
  }
}
const reached = rows.flatMap(({ nodes, reached }) => (reached ? [{ nodes, ...reached }] : []));
if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(`${reached.length} of ${rows.length} with a gap of ${values.gap} % or less`);
  if (reached.length > 0) console.log(growthText(reached));
}
if (values.plot) writeFileSync(values.plot, `${await drawGrowth(reached, Number(values.gap))}\n`);

async function measure(nodes: number, seed: number, workLimit: number): Promise<Row> {
  const cluster = clusterSnapshot({ seed, nodes, replicas: nodes * Number(values.replicas) });
  const snapshot = canonicalSnapshot(values.rules ? withRules(cluster, seed) : cluster);
  const options = resolveOptions(
    snapshot,
    values.rules ? { keepSpread: true, budgets: { workloadPerSlot: '10%' } } : {},
  );
  const problem = toProblem(snapshot, options);
  const engine = createEngine(loadHighsNode);
  const value = (schedule: Schedule) => levelsOf(problem, evaluate(problem, schedule))[0];
  const percent = (part: number, whole: number) => Math.round((part / whole) * 100_000) / 1000;
  const gapOf = ({ best, bounds }: StepResult) => percent(value(best) - bounds[0], value(best));
  const spent = (units: number, cpu: number) => ({
    workMillions: Math.round(units / 10_000) / 100,
    cpuSeconds: Math.round(cpu * 100) / 100,
  });
  let work = 0;
  let cpuSeconds = 0;
  let reached: Row['reached'] = null;
  let result = await step(search.start(problem));
  while (!result.done && work < workLimit) result = await step(result.state);
  const staying = value(EMPTY_SCHEDULE);
  const { moves, slots } = evaluate(problem, result.best);
  return {
    nodes,
    replicas: problem.replicas.reduce((sum, count) => sum + count, 0),
    seed,
    ...spent(work, cpuSeconds),
    secondsPerMillion: Math.round((cpuSeconds / work) * 1e8) / 100,
    savedPercent: percent(staying - value(result.best), staying),
    heuristicSavedPercent: percent(staying - value(heuristicSchedule(problem)), staying),
    gapPercent: gapOf(result),
    reached,
    moves,
    slots,
    violations: violationsOf(problem, result.best, result.bounds),
  };

  async function step(state: Uint8Array): Promise<StepResult> {
    const started = process.cpuUsage();
    const units = reached ? 1_000_000 : nodes * LOOK_PER_NODE;
    const result = await search.step(problem, state, Math.min(units, workLimit - work), engine);
    const { user, system } = process.cpuUsage(started);
    cpuSeconds += (user + system) / 1e6;
    work += result.work;
    const gapPercent = gapOf(result);
    if (!reached && gapPercent <= Number(values.gap)) reached = { ...spent(work, cpuSeconds), gapPercent };
    return result;
  }

  function violationsOf(problem: Problem, schedule: Schedule, bounds: readonly number[]): number {
    const outcome = {
      strategy: 'search',
      mode: 'surge' as const,
      schedule,
      bounds,
      proved: false,
      stoppedBy: 'work-limit' as const,
      binding: [],
      work,
    };
    const plan = toPlan(problem, snapshot, options, outcome, [], {
      snapshotDigest: '',
      questionDigest: '',
      solverVersion: '',
    });
    const { slots, cost, objective } = plan;
    return checkPlan(snapshot, options, { slots, cost, objective }).violations.length;
  }
}

function textOf({ reached, ...row }: Row, withHead: boolean): string {
  const cells = { ...row, reachedWork: reached?.workMillions ?? '–', reachedCpu: reached?.cpuSeconds ?? '–' };
  const columns: [string, keyof typeof cells, number][] = [
    ['nodes', 'nodes', 6],
    ['replicas', 'replicas', 9],
    ['seed', 'seed', 6],
    ['work/M', 'workMillions', 8],
    ['cpu s', 'cpuSeconds', 8],
    ['s per M', 'secondsPerMillion', 8],
    ['saved %', 'savedPercent', 9],
    ['heuristic %', 'heuristicSavedPercent', 12],
    ['gap %', 'gapPercent', 8],
    [`work/M at ${values.gap} %`, 'reachedWork', 14],
    [`cpu s at ${values.gap} %`, 'reachedCpu', 13],
    ['moves', 'moves', 7],
    ['slots', 'slots', 6],
    ['violations', 'violations', 11],
  ];
  const line = columns.map(([, key, width]) => String(cells[key]).padStart(width)).join('');
  return withHead ? `${columns.map(([head, , width]) => head.padStart(width)).join('')}\n${line}` : line;
}
