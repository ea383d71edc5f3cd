import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES_FOLDER } from '../../scripts/examples/read.ts';
import { readSnapshotRequest } from '../../src/api/snapshot-request.ts';
import { explain } from '../../src/reasons/explain.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';

/**
 * On a cluster of realistic size half of the default limit says what keeps every node and every workload, but for the edge: three
 * gateways with anti-affinity and host ports on three nodes, of which a proof takes more than each question's share.
 */

const file = (name: string): unknown =>
  JSON.parse(readFileSync(join(EXAMPLES_FOLDER, 'cluster', name), 'utf8'));

test('what stops each node and workload of the example cluster but the edge is proved, and for some also whether it pays', async () => {
  const answer = readSnapshotRequest({ objects: file('objects.json'), prices: file('prices.json') });
  if ('errors' in answer) throw new Error(answer.errors[0].message);
  const question = { snapshot: answer.snapshot, options: {} };
  const engine = createEngine(loadHighsNode);
  const { explanation, rejected } = await explain(question, { workLimit: 10_000_000 }, engine, 'test');
  expect(rejected).toEqual([]);
  const kept = explanation.nodes.filter(({ state }) => state === 'kept');
  const staying = explanation.workloads.filter(({ state }) => state === 'stays');
  const isEdge = (name: string) => name.startsWith('edge');
  const [keptFor, stayingFor] = [
    kept.filter(({ node }) => !isEdge(node)),
    staying.filter(({ workload }) => !isEdge(workload)),
  ];
  expect(kept.length - keptFor.length + staying.length - stayingFor.length).toBeLessThanOrEqual(4);
  expect([...keptFor, ...stayingFor].filter(({ rulesProved }) => !rulesProved)).toEqual([]);
  for (const { reasons } of keptFor) expect(reasons).not.toEqual([]);
  expect(kept.filter(({ proved }) => proved).length).toBeGreaterThanOrEqual(3);
  expect(staying.filter(({ proved }) => proved).length).toBeGreaterThanOrEqual(12);
}, 240_000);
