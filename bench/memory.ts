import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { canonicalSnapshot } from '../src/model/canonical.ts';
import { parseJson } from '../src/model/json-text.ts';
import { resolveOptions } from '../src/model/options.ts';
import { readQuestion } from '../src/model/read-question.ts';
import { toProblem } from '../src/model/to-problem.ts';
import { createEngine, loadHighsNode } from '../src/solver/highs.ts';
import { search } from '../src/solver/search/index.ts';
import { toPlan } from '../src/solver/to-plan.ts';
import { clusterSnapshot } from './cluster.ts';

/**
 * What a large question costs in memory, step by step: what is held after a full collection, and the resident set.
 *
 *   node bench/memory.ts [--nodes 5000] [--replicas 150000] [--seed 101] [--work 5]
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '5000' },
    replicas: { type: 'string', default: '150000' },
    seed: { type: 'string', default: '101' },
    work: { type: 'string', default: '5' },
  },
});
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MIB = 2 ** 20;

/** Held by JavaScript: objects, strings and the buffers of typed arrays. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

const base = held();
const snapshotText = JSON.stringify({
  snapshot: clusterSnapshot({
    seed: Number(values.seed),
    nodes: Number(values.nodes),
    replicas: Number(values.replicas),
    named: true,
  }),
});
console.log(`${'step'.padEnd(34)}${'held MiB'.padStart(10)}${'peak before MiB'.padStart(17)}`);

/** @param before what the step needed at most while it ran, where it was looked at */
function report(step: string): void {
  const peak = (process.memoryUsage().heapUsed + process.memoryUsage().external) / MIB - base;
  console.log(`${step.padEnd(34)}${(held() - base).toFixed(1).padStart(10)}${peak.toFixed(1).padStart(17)}`);
}

report(`text (${(snapshotText.length / MIB).toFixed(1)} MiB)`);
const parsed = parseJson(snapshotText);
if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors));
report('parseJson');
const question = readQuestion(parsed.value);
if ('errors' in question) throw new Error(JSON.stringify(question.errors));
report('readQuestion');
const canonical = canonicalSnapshot(question.snapshot);
report('canonicalSnapshot');
const options = resolveOptions(canonical, question.options);
const problem = toProblem(canonical, options);
report('toProblem');
const engine = createEngine(loadHighsNode);
const limit = Number(values.work) * 1_000_000;
let result = await search.step(problem, search.start(problem), Math.min(limit, 1_000_000), engine);
let work = result.work;
while (!result.done && work < limit) {
  result = await search.step(problem, result.state, Math.min(limit - work, 1_000_000), engine);
  work += result.work;
}
report('search (held: state and plan)');
const outcome = {
  strategy: 'search',
  mode: 'surge' as const,
  schedule: result.best,
  bounds: result.bounds,
  proved: false,
  stoppedBy: 'work-limit' as const,
  binding: [],
  work,
};
const identity = { snapshotDigest: '', questionDigest: '', solverVersion: '' };
const plan = toPlan(problem, canonical, options, outcome, [], identity);
report('toPlan');
const text = JSON.stringify(plan);
report(`plan text (${(text.length / MIB).toFixed(1)} MiB)`);
console.log(`largest resident set of the process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
console.log(
  `moves: ${plan.objective.moves}; nodes: ${question.snapshot.nodes.length}; ${problem.groups} groups`,
);
