import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatJson } from '../scripts/examples/format.ts';
import { EXAMPLES, EXAMPLES_FOLDER, GENERATED, readExample } from '../scripts/examples/read.ts';
import { committedPlan, planExample } from '../scripts/examples/solve.ts';
import { answerCheck } from '../src/model/check/answer.ts';
import { checkPlan } from '../src/model/check/index.ts';
import { resolveOptions } from '../src/model/options.ts';
import { type Move, Plan } from '../src/model/plan.ts';

describe.each(EXAMPLES)('example %s', (name) => {
  test('breaks no rule at the start', () => {
    const { snapshot, options } = readExample(name);
    const { inherited } = checkPlan(snapshot, resolveOptions(snapshot, options), { slots: [] });
    expect(inherited).toEqual([]);
  });

  test('pays for every node at the start', () => {
    const { snapshot, options } = readExample(name);
    const { recomputed } = checkPlan(snapshot, resolveOptions(snapshot, options), { slots: [] });
    expect(recomputed.returnable).toEqual([]);
  });

  test('is solved to the committed plan, byte for byte', async () => {
    expect(formatJson(await planExample(name))).toBe(committedPlan(name));
  });

  test('has a committed plan that saves money, is proved optimal and passes the check with every number', () => {
    const { snapshot, options } = readExample(name);
    const plan = Plan.parse(JSON.parse(committedPlan(name)));
    expect(checkPlan(snapshot, resolveOptions(snapshot, options), plan).violations).toEqual([]);
    expect(plan.status).toBe('optimal');
    expect(Number(plan.cost.saved)).toBeGreaterThan(0);
  });
});

test.each(Object.entries(GENERATED))('snapshot %s is what its script makes', (name, generate) => {
  const committed = readFileSync(join(EXAMPLES_FOLDER, name, 'snapshot.json'), 'utf8');
  expect(committed).toBe(formatJson(generate()));
});

describe('hand', () => {
  const { snapshot } = readExample('hand');

  test('goes from 12 to 2 in two moves in two slots', () => {
    const { cost, objective } = Plan.parse(JSON.parse(committedPlan('hand')));
    expect([cost.before, cost.after, objective.moves, objective.slots]).toEqual(['12', '2', 2, 2]);
  });

  test('has the check that the API answers', () => {
    const { slots } = Plan.parse(JSON.parse(committedPlan('hand')));
    const committed: unknown = JSON.parse(readFileSync(join(EXAMPLES_FOLDER, 'hand/check.json'), 'utf8'));
    expect(committed).toEqual(
      answerCheck(snapshot, {}, { slots: slots.map(({ moves }) => ({ moves })) }, ''),
    );
  });

  test.each([
    { maxSlots: 0, cheapest: '12' },
    { maxSlots: 1, cheapest: '11' },
    { maxSlots: 2, cheapest: '2' },
  ])('costs $cheapest at best in $maxSlots slots, of all plans there are', ({ maxSlots, cheapest }) => {
    const options = resolveOptions(snapshot, { maxSlots });
    const costs = everyPlan(maxSlots)
      .map((slots) => checkPlan(snapshot, options, { slots }))
      .filter(({ violations }) => violations.length === 0)
      .map(({ recomputed }) => recomputed.cost.after);
    expect(costs.sort((a, b) => Number(a) - Number(b))[0]).toBe(cheapest);
  });

  /** A and B stay, or go to one of two nodes in one of the slots; slots without moves are left out. */
  function everyPlan(maxSlots: number): { moves: Move[] }[][] {
    const choices = (workload: string, from: string) => [
      undefined,
      ...['n1', 'n2', 'n3'].flatMap((to) =>
        Array.from({ length: maxSlots }, (_, slot) => ({ workload, from, to, slot })),
      ),
    ];
    return choices('A', 'n1').flatMap((a) =>
      choices('B', 'n2').map((b) => {
        const chosen = [a, b].filter((choice) => choice !== undefined);
        return Array.from({ length: maxSlots }, (_, slot) => ({
          moves: chosen
            .filter((choice) => choice.slot === slot)
            .map(({ workload, from, to }) => ({
              workload: `default/${workload}`,
              replica: `${workload}-0`,
              from,
              to,
              mode: 'surge' as const,
            })),
        })).filter(({ moves }) => moves.length > 0);
      }),
    );
  }
});

describe('paper', () => {
  const { snapshot } = readExample('paper');

  test('has the size of the evaluation: 10 nodes in 2 locations, 8 applications × 4 microservices', () => {
    const locations = Map.groupBy(snapshot.nodes, (node) => `${node.location} at ${node.pricePerHour}`);
    expect([...locations].map(([location, nodes]) => [location, nodes.length])).toEqual([
      ['location-1 at 1', 5],
      ['location-2 at 2', 5],
    ]);
    const applications = Map.groupBy(snapshot.workloads, ({ name }) => name.slice(0, 'app-0'.length));
    expect([...applications.values()].map((members) => members.length)).toEqual(Array(8).fill(4));
    expect(snapshot.calls?.length).toBe(8 * 3);
  });

  test('has room for the limits to matter: some calls must stay within a location, some need not', () => {
    const between = Math.max(...(snapshot.latency?.pairs ?? []).map((pair) => pair.microseconds));
    const within = snapshot.calls?.filter((call) => (call.maxLatencyMicroseconds ?? 0) < between);
    expect(within?.length).toBeGreaterThan(0);
    expect(within?.length).toBeLessThan(8 * 3);
  });
});

test('boutique puts replicas of every service on several nodes, and none into the wrong zone', () => {
  const { snapshot } = readExample('boutique');
  const zones = new Map(snapshot.nodes.map((node) => [node.name, node.location]));
  const zonesOf = (name: string) => {
    const counts = snapshot.workloads.find((workload) => workload.name === name)?.replicas ?? {};
    return new Set(Object.keys(counts).map((node) => zones.get(node)));
  };
  expect(zonesOf('cartservice')).toEqual(zonesOf('redis-cart'));
  expect([zonesOf('ingress').size, zonesOf('frontend').size]).toEqual([3, 3]);
});
