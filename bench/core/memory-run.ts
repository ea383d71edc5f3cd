import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/model/json-text.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import { createEngine, type HighsModule, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { clusterSnapshot } from '../cluster.ts';
import { largeSnapshot } from './large-snapshot.ts';

/**
 * `node memory-run.ts EXAMPLE STRATEGY [WORK]`: one question from text to the text of its plan, EXAMPLE being an example's
 * name, `large` or `cluster:SEED:NODES` (30 replicas a node, as counts). The last line is JSON: the most bytes of array buffers seen at the ends of the steps, and of WASM memory, which never shrinks.
 */
const [example = '', strategy = '', workLimit] = process.argv.slice(2);
const instances: HighsModule[] = [];
const engine = createEngine(async () => {
  const highs = await loadHighsNode();
  instances.push(highs);
  return highs;
});
let buffers = 0;

const text = JSON.stringify({
  snapshot: snapshotOf(example),
  options: { strategy, ...(workLimit && { workLimit: Number(workLimit) }) },
});
const parsed = parseJson(text);
look();
const question = readQuestion('value' in parsed ? parsed.value : undefined);
look();
if ('errors' in question) throw new Error(question.errors[0].message);
const { plan } = await solve(question.snapshot, question.options, engine, 'bench');
look();
const bytes = JSON.stringify(plan).length;
const wasm = Math.max(0, ...instances.map(({ memoryBytes }) => memoryBytes));
console.log(JSON.stringify({ buffers, wasm, bytes, status: plan.status }));

function look(): void {
  buffers = Math.max(buffers, process.memoryUsage().arrayBuffers);
}

function snapshotOf(name: string): unknown {
  if (name === 'large') return largeSnapshot();
  const [kind, seed, nodes] = name.split(':');
  if (kind === 'cluster')
    return clusterSnapshot({ seed: Number(seed), nodes: Number(nodes), replicas: Number(nodes) * 30 });
  const file = join(import.meta.dirname, `../../examples/${name}/snapshot.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
