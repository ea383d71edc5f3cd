import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatJson } from '../scripts/examples/format.ts';
import { EXAMPLES, EXAMPLES_FOLDER, GENERATED, readExample } from '../scripts/examples/read.ts';
import { checkPlan } from '../src/model/check/index.ts';
import { resolveOptions } from '../src/model/options.ts';
import type { Move } from '../src/model/plan.ts';
import { resourceUnits } from '../src/model/quantity.ts';
import { refKey, type Snapshot, workloadKey } from '../src/model/snapshot.ts';

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
});

test.each(Object.entries(GENERATED))('snapshot %s is what its script makes', (name, generate) => {
  const committed = readFileSync(join(EXAMPLES_FOLDER, name, 'snapshot.json'), 'utf8');
  expect(committed).toBe(formatJson(generate()));
});

describe('hand', () => {
  const { snapshot } = readExample('hand');

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

  test('has the size of the evaluation', () => {
    const locations = Map.groupBy(snapshot.nodes, (node) => `${node.location} at ${node.pricePerHour}`);
    expect([...locations].map(([location, nodes]) => [location, nodes.length])).toEqual([
      ['region-1 at 1', 5],
      ['region-2 at 2', 5],
    ]);
    const applications = Map.groupBy(snapshot.workloads, (workload) => workload.namespace);
    expect([...applications.values()].map((members) => members.length)).toEqual(Array(8).fill(4));
  });

  test('requests 0.5–2.5 cpu and 0.2–0.3 Gi each, 50–70 % of the cpu together', () => {
    const gi = 2 ** 30;
    for (const { requests } of snapshot.workloads) {
      const [cpu, memory] = [units(requests, 'cpu'), units(requests, 'memory')];
      expect(cpu >= 500 && cpu <= 2500 && memory >= 0.2 * gi && memory <= 0.3 * gi).toBe(true);
    }
    const occupancy = total(snapshot.workloads.map(({ requests }) => units(requests, 'cpu'))) / (10 * 8000);
    expect(occupancy).toBeGreaterThanOrEqual(0.5);
    expect(occupancy).toBeLessThanOrEqual(0.7);
  });

  test('calls each microservice but the first of its application from an earlier one', () => {
    const names = snapshot.workloads.map(workloadKey);
    const callers = new Map((snapshot.calls ?? []).map((call) => [refKey(call.to), refKey(call.from)]));
    expect(callers.size).toBe(snapshot.calls?.length);
    expect([...callers.keys()]).toEqual(names.filter((name) => !name.endsWith('/m1')));
    for (const [to, from] of callers) {
      expect(from.split('/')[0]).toBe(to.split('/')[0]);
      expect(names.indexOf(from)).toBeLessThan(names.indexOf(to));
    }
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

function units(amounts: Snapshot['nodes'][number]['allocatable'], resource: string): number {
  return Number(resourceUnits(resource, amounts[resource]));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
