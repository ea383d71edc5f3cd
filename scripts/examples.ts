/**
 * `npm run examples [-- --check]`: writes what is generated in examples/, or only says what is stale. A plan that comes
 * out as it was keeps the solver version that first made it, so that not every change of the solver touches every plan.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterObjects, clusterPrices } from './examples/cluster.ts';
import { formatJson, formatList } from './examples/format.ts';
import { EXAMPLES, EXAMPLES_FOLDER, GENERATED } from './examples/read.ts';
import { checkExample, planExample, reasonsExample } from './examples/solve.ts';

const check = process.argv.includes('--check');

function put(file: string, text: string): void {
  const path = join(EXAMPLES_FOLDER, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  console.log(`${check ? 'stale' : 'wrote'} examples/${file}`);
  if (check) process.exitCode = 1;
  else writeFileSync(path, text);
}

for (const name of EXAMPLES) {
  const generate = GENERATED[name];
  if (generate) put(`${name}/snapshot.json`, formatJson(generate()));
  const plan = await planExample(name);
  put(`${name}/plan.json`, formatJson(plan));
  if (name !== 'hand') continue;
  // The API's description shows the answers to a check and to the question why as well.
  put(`${name}/check.json`, formatJson(checkExample(name, plan)));
  put(`${name}/reasons.json`, formatJson(await reasonsExample(name)));
}

put('cluster/objects.json', formatList(clusterObjects()));
put('cluster/prices.json', formatJson(clusterPrices()));
