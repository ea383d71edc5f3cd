import { expect, test } from 'vitest';
import { resolveOptions } from '../../src/model/options.ts';
import type { Problem } from '../../src/model/problem.ts';
import { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS, type WorkloadParameters } from '../../src/workloads/parameters.ts';
import { generatePlanted } from '../../src/workloads/planted.ts';

const seeds = Array.from({ length: 30 }, (_, seed) => seed);
const problemOf = (snapshot: Snapshot) => toProblem(snapshot, resolveOptions(snapshot, {}));

/** Nodes that use more than they have, and pairs of calling locations above the limit. */
function breaches(problem: Problem): { capacity: number; latency: number } {
  const capacity = problem.use.filter((use, i) => use > problem.capacity[i]).length;
  const places = (w: number) =>
    Array.from(
      { length: problem.groupStart[w + 1] - problem.groupStart[w] },
      (_, i) => problem.location[problem.groupNode[problem.groupStart[w] + i]],
    );
  let latency = 0;
  for (const [call, limit] of problem.callLimit.entries()) {
    for (const g of places(problem.callFrom[call])) {
      for (const h of places(problem.callTo[call])) if (problem.delay(g, h) > limit) latency += 1;
    }
  }
  return { capacity, latency };
}

test('equal parameters give equal snapshots, and the seed alone makes others', () => {
  const texts = seeds.map((seed) => JSON.stringify(generateWorkload({ ...PAPER_PARAMETERS, seed })));
  expect(texts).toEqual(seeds.map((seed) => JSON.stringify(generateWorkload({ ...PAPER_PARAMETERS, seed }))));
  expect(new Set(texts).size).toBe(seeds.length);
});

test('the paper’s deployments are valid snapshots that break no rule at the start and fill 50–70 % of the cpu', () => {
  for (const seed of seeds) {
    for (const shape of [{}, { applications: 25, nodes: 27, locations: 5 }]) {
      const snapshot = generateWorkload({ ...PAPER_PARAMETERS, ...shape, seed });
      expect(Snapshot.safeParse(snapshot).success).toBe(true);
      const problem = problemOf(snapshot);
      expect(breaches(problem)).toEqual({ capacity: 0, latency: 0 });
      const cpu = problem.resourceNames.indexOf('cpu');
      let used = 0;
      for (let n = 0; n < problem.nodes; n++) used += problem.use[n * problem.resources + cpu];
      const share = (used * Number(problem.resourceUnit[cpu])) / (8000 * problem.nodes);
      expect(share).toBeGreaterThanOrEqual(0.5);
      expect(share).toBeLessThanOrEqual(0.7);
    }
  }
});

test('prices are per node or per cpu, and sizes, which every location has, have prices of their own', () => {
  const sizes = [
    { cpuMilli: 4000, memoryMi: 8192, priceFactor: 0.35 },
    { cpuMilli: 16_000, memoryMi: 16_384, priceFactor: 1 },
  ];
  const prices = (changed: Partial<WorkloadParameters>) =>
    generateWorkload({ ...PAPER_PARAMETERS, nodes: 4, applications: 3, ...changed }).nodes.map(
      (n) => n.pricePerHour,
    );
  expect(prices({})).toEqual(['1', '2', '1', '2']);
  expect(prices({ pricing: 'capacity' })).toEqual(['8', '16', '8', '16']);
  expect(prices({ sizes, applications: 4 })).toEqual(['0.35', '0.7', '1', '2']);
});

test('shapes beyond the paper: replicas, devices, and starts that break capacity or latency', () => {
  const shaped = (changed: Partial<WorkloadParameters>) =>
    seeds.map((seed) => problemOf(generateWorkload({ ...PAPER_PARAMETERS, seed, ...changed })));
  const many = shaped({ replicas: [1, 3], cpuMilli: [200, 1300], memoryMi: [50, 100] });
  expect(many.every((problem) => problem.replicas.some((count) => count > 1))).toBe(true);
  const devices = shaped({ devices: { perNode: 2, percent: 25 } });
  expect(devices.every((problem) => problem.resourceNames.includes('device'))).toBe(true);
  const overcommitted = shaped({ start: 'overcommitted' }).filter(
    (problem) => breaches(problem).capacity > 0,
  );
  expect(overcommitted.length).toBeGreaterThan(seeds.length / 2);
  const slow = shaped({ start: 'latency-breaking', locations: 5 }).filter(
    (problem) => breaches(problem).latency > 0,
  );
  expect(slow.length).toBeGreaterThan(seeds.length / 2);
});

test('a planted deployment requests exactly what its kept nodes have, and hides which', () => {
  let scattered = 0;
  for (const seed of seeds) {
    const { snapshot, cost } = generatePlanted({
      seed,
      nodes: 12,
      kept: 6,
      replicasPerNode: [3, 6],
      prices: [5, 9],
    });
    const problem = problemOf(snapshot);
    expect(breaches(problem).capacity).toBe(0);
    for (let k = 0; k < problem.resources; k++) {
      let used = 0;
      for (let n = 0; n < problem.nodes; n++) used += problem.use[n * problem.resources + k];
      const node = problem.resourceNames[k] === 'cpu' ? 8000 : 16_384 * 2 ** 20;
      expect(used * Number(problem.resourceUnit[k])).toBe(6 * node);
    }
    const prices = snapshot.nodes.map(({ pricePerHour }) => Number(pricePerHour));
    const kept = prices.toSorted((a, b) => a - b).slice(0, 6);
    expect(cost).toBe(kept.reduce((sum, price) => sum + price, 0));
    if (
      prices
        .slice(0, 6)
        .toSorted((a, b) => a - b)
        .join() !== kept.join()
    )
      scattered++;
  }
  expect(scattered).toBeGreaterThan(seeds.length * 0.8);
});

test('parameters that cannot be met are refused, not bent', () => {
  expect(() => generateWorkload({ ...PAPER_PARAMETERS, nodes: 40 })).toThrow(RangeError);
  expect(() => generateWorkload({ ...PAPER_PARAMETERS, memoryMi: [900, 1600] })).toThrow(RangeError);
});
