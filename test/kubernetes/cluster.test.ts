import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clusterObjects, clusterPrices } from '../../scripts/examples/cluster.ts';
import { formatJson, formatList } from '../../scripts/examples/format.ts';
import { EXAMPLES_FOLDER } from '../../scripts/examples/read.ts';
import { readSnapshotRequest } from '../../src/api/snapshot-request.ts';
import type { ClusterSnapshot } from '../../src/kubernetes/to-snapshot.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import { podDemands } from '../../src/model/pod-selection.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';

interface Item {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: { nodeName?: string };
}

const file = (name: string) => readFileSync(join(EXAMPLES_FOLDER, 'cluster', name), 'utf8');
const objects: { items: Item[] } = JSON.parse(file('objects.json'));
const prices: unknown = JSON.parse(file('prices.json'));
const engine = createEngine(loadHighsNode);

function convert(objects: unknown): ClusterSnapshot {
  const answer = readSnapshotRequest({ objects, prices });
  if ('errors' in answer) throw new Error(answer.errors[0].message);
  return answer;
}

async function planOf({ snapshot }: ClusterSnapshot): Promise<Plan> {
  const { plan, rejected } = await solve(snapshot, {}, engine, 'test');
  expect(rejected).toEqual([]);
  return plan;
}

test('the committed cluster is what its script makes, of a realistic size', () => {
  expect(file('objects.json')).toBe(formatList(clusterObjects()));
  expect(file('prices.json')).toBe(formatJson(clusterPrices()));
  const count = (kind: string) => objects.items.filter((item) => item.kind === kind).length;
  expect(count('Node')).toBeGreaterThanOrEqual(30);
  expect(count('Pod')).toBeGreaterThanOrEqual(300);
  expect(file('objects.json').length).toBeLessThan(1_500_000);
});

describe('the committed cluster', async () => {
  const answer = convert(objects);
  const plan = await planOf(answer);

  test('becomes a plan that saves money, proved optimal, and passes the check', () => {
    const { snapshot } = answer;
    expect(checkPlan(snapshot, resolveOptions(snapshot, {}), plan).violations).toEqual([]);
    expect(plan.status).toBe('optimal');
    expect(Number(plan.cost.saved)).toBeGreaterThan(0);
  });

  test('has nodes of every price, and a reason of nearly every kind', () => {
    expect(answer.warnings.filter(({ code }) => code === 'no-price')).toEqual([]);
    expect([...new Set(answer.immovable.map(({ reason }) => reason))].sort()).toEqual([
      'bare-pod',
      'disruption-budget',
      'do-not-disrupt',
      'job',
      'not-ready',
      'other-scheduler',
      'owner-operated',
      'system-namespace',
    ]);
    expect(answer.pending).toEqual(['batch/too-large']);
  });

  test('counts every pod that runs, once', () => {
    const running = objects.items.filter(
      (item) =>
        item.kind === 'Pod' && item.spec?.nodeName !== undefined && !item.metadata.name.startsWith('done-'),
    );
    const replicas = answer.snapshot.workloads.flatMap(({ replicas }) => replicas as { node: string }[]);
    const daemons = 5 * answer.snapshot.nodes.length;
    expect(replicas.length + daemons + 1).toBe(running.length);
  });

  test('in any order of its objects is the same snapshot', () => {
    const reversed = { ...objects, items: objects.items.toReversed() };
    expect(convert(reversed)).toEqual(answer);
  });

  test('moves replicas that are spread, kept apart, and near others', () => {
    const moved = new Set(plan.slots.flatMap(({ moves }) => moves.map(({ workload }) => workload)));
    const ofMoved = answer.snapshot.workloads
      .filter(({ namespace, name }) => moved.has(`${namespace}/${name}`))
      .map(podDemands);
    expect(ofMoved.filter(({ affinityTerms }) => affinityTerms.length > 0)).not.toEqual([]);
    expect(ofMoved.filter(({ antiAffinityTerms }) => antiAffinityTerms.length > 0)).not.toEqual([]);
    expect(ofMoved.flatMap(({ constraints }) => constraints.map(({ minDomains }) => minDomains))).toContain(
      3,
    );
  });

  test('has nothing left to do once the plan is carried out', async () => {
    const targets = new Map(
      plan.slots.flatMap(({ moves }) =>
        moves.map(({ workload, replica, to }) => [`${workload.split('/')[0]}/${replica}`, to]),
      ),
    );
    const moved = objects.items.map((item) => {
      const to =
        item.kind === 'Pod' ? targets.get(`${item.metadata.namespace}/${item.metadata.name}`) : undefined;
      return to === undefined ? item : { ...item, spec: { ...item.spec, nodeName: to } };
    });
    expect(targets.size).toBeGreaterThan(0);
    const after = await planOf(convert({ ...objects, items: moved }));
    expect(after.slots).toEqual([]);
    expect(after.cost.before).toBe(plan.cost.after);
  });
});
