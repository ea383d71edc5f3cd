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
import { toPlan } from '../src/solver/to-plan.ts';
import { clusterSnapshot } from './cluster.ts';

/**
 * Search at scale: plans, gaps and growth on seeded deployments (`cluster.ts`).
 *
 *   node bench/search.ts [--sizes 1000,5000] [--seeds 101,102] [--work 5,60] [--json]
 *
 * --work: millions of work units per size. A row per size and seed: how much the plan saves on price and objective, the
 * stated gap, the heuristic beside it, processor time per million work units, and whether the checker passes the plan.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,1000,2000,5000' },
    seeds: { type: 'string', default: '101,102,103' },
    work: { type: 'string' },
    replicas: { type: 'string', default: '30' },
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
  moves: number;
  slots: number;
  violations: number | string;
}

const rows: Row[] = [];
for (const [i, nodes] of numbers(values.sizes).entries()) {
  for (const seed of numbers(values.seeds)) {
    rows.push(await measure(nodes, seed, (works?.[i] ?? works?.at(-1) ?? nodes / 200) * 1_000_000));
    if (!values.json) console.log(textOf(rows[rows.length - 1], rows.length === 1));
  }
}
if (values.json) console.log(JSON.stringify(rows, null, 2));

async function measure(nodes: number, seed: number, workLimit: number): Promise<Row> {
  const snapshot = canonicalSnapshot(
    clusterSnapshot({ seed, nodes, replicas: nodes * Number(values.replicas) }),
  );
  const options = resolveOptions(snapshot, {});
  const problem = toProblem(snapshot, options);
  const engine = createEngine(loadHighsNode);
  const started = process.cpuUsage();
  let result = await search.step(problem, search.start(problem), Math.min(1_000_000, workLimit), engine);
  let work = result.work;
  while (!result.done && work < workLimit) {
    result = await search.step(problem, result.state, Math.min(1_000_000, workLimit - work), engine);
    work += result.work;
  }
  const { user, system } = process.cpuUsage(started);
  const cpuSeconds = (user + system) / 1e6;
  const value = (schedule: Schedule) => levelsOf(problem, evaluate(problem, schedule))[0];
  const staying = value(EMPTY_SCHEDULE);
  const percent = (part: number, whole: number) => Math.round((part / whole) * 100_000) / 1000;
  const { moves, slots } = evaluate(problem, result.best);
  return {
    nodes,
    replicas: problem.replicas.reduce((sum, count) => sum + count, 0),
    seed,
    workMillions: Math.round(work / 10_000) / 100,
    cpuSeconds: Math.round(cpuSeconds * 100) / 100,
    secondsPerMillion: Math.round((cpuSeconds / work) * 1e8) / 100,
    savedPercent: percent(staying - value(result.best), staying),
    heuristicSavedPercent: percent(staying - value(heuristicSchedule(problem)), staying),
    gapPercent: percent(value(result.best) - result.bounds[0], value(result.best)),
    moves,
    slots,
    violations: violationsOf(problem, result.best, result.bounds),
  };

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

function textOf(row: Row, withHead: boolean): string {
  const columns: [string, keyof Row, number][] = [
    ['nodes', 'nodes', 6],
    ['replicas', 'replicas', 9],
    ['seed', 'seed', 6],
    ['work/M', 'workMillions', 8],
    ['cpu s', 'cpuSeconds', 8],
    ['s per M', 'secondsPerMillion', 8],
    ['saved %', 'savedPercent', 9],
    ['heuristic %', 'heuristicSavedPercent', 12],
    ['gap %', 'gapPercent', 8],
    ['moves', 'moves', 7],
    ['slots', 'slots', 6],
    ['violations', 'violations', 11],
  ];
  const line = columns.map(([, key, width]) => String(row[key]).padStart(width)).join('');
  return withHead ? `${columns.map(([head, , width]) => head.padStart(width)).join('')}\n${line}` : line;
}
