import { describe, expect, test } from 'vitest';
import { countsOf } from '../../src/model/placement.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { generateWorkload } from '../../src/workloads/generate.ts';
import { PAPER_PARAMETERS, type WorkloadParameters } from '../../src/workloads/parameters.ts';
import { generatePlanted, PLANTED_PARAMETERS } from '../../src/workloads/planted.ts';

/** Whether draws have the distribution that they claim: counts in bins against what is expected of them. */

const seeds = Array.from({ length: 100 }, (_, i) => 1000 + i);

/** Roomy nodes and a wide occupancy: nothing is drawn again, so that every draw can be seen as it is. */
const FREE: WorkloadParameters = {
  ...PAPER_PARAMETERS,
  sizes: [{ cpuMilli: 900_000, memoryMi: 900_000, priceFactor: 1 }],
  occupancyPercent: [0, 100],
};

function drawn(changed: Partial<WorkloadParameters> = {}): Snapshot[] {
  return seeds.map((seed) => generateWorkload({ ...FREE, ...changed, seed }));
}

/** Pearson's statistic over its degrees of freedom: about 1 when the counts are as expected. */
function misfit(counts: readonly number[], shares: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const squares = counts.map((count, i) => (count - total * shares[i]) ** 2 / (total * shares[i]));
  return squares.reduce((sum, square) => sum + square, 0) / (counts.length - 1);
}

/** The 99.9th percentile for 9 degrees of freedom is 27.9, for fewer it is a higher multiple, for more a lower one. */
const MOST = 27.9 / 9;

/** How badly whole numbers fit a uniform distribution over low..high, in ten equal bins or one for each of few values. */
function uniformMisfit(values: readonly number[], low: number, high: number): number {
  const width = high - low + 1;
  const bins = Math.min(10, width);
  const binOf = (value: number) => Math.floor(((value - low) * bins) / width);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[binOf(value)] += 1;
  const sizes = new Array<number>(bins).fill(0);
  for (let value = low; value <= high; value++) sizes[binOf(value)] += 1;
  return misfit(
    counts,
    sizes.map((size) => size / width),
  );
}

const amount = (quantity: unknown) => Number.parseInt(String(quantity), 10);

describe('draws are as the parameters say', () => {
  test('what would not be uniform is noticed', () => {
    const squares = Array.from({ length: 3_000 }, (_, i) => Math.floor(((i % 100) / 100) ** 1.15 * 100));
    expect(uniformMisfit(squares, 0, 99)).toBeGreaterThan(MOST);
  });

  test('requests are uniform', () => {
    const requests = drawn().flatMap(({ workloads }) => workloads.map((workload) => workload.requests));
    expect(requests).toHaveLength(3_200);
    const cpu = requests.map((each) => amount(each['cpu']));
    expect(uniformMisfit(cpu, 500, 2500)).toBeLessThan(MOST);
    const memory = requests.map((each) => amount(each['memory']));
    expect(uniformMisfit(memory, 205, 307)).toBeLessThan(MOST);
  });

  test('so are delays, replicas and the nodes where they go', () => {
    const snapshots = drawn({ locations: 9, replicas: [1, 4] });
    const delays = snapshots.flatMap(
      ({ latency }) => latency?.pairs.map(({ microseconds }) => microseconds) ?? [],
    );
    expect(delays).toHaveLength(3_600);
    expect(uniformMisfit(delays, 20_000, 100_000)).toBeLessThan(MOST);
    const placed = snapshots.flatMap(({ workloads }) => workloads.map((workload) => [...countsOf(workload)]));
    const replicas = placed.map((counts) => counts.reduce((sum, [, count]) => sum + count, 0));
    expect(uniformMisfit(replicas, 1, 4)).toBeLessThan(MOST);
    const nodes = placed.flatMap((counts) =>
      counts.flatMap(([node, count]) => new Array<number>(count).fill(amount(node.slice(5)))),
    );
    expect(uniformMisfit(nodes, 0, 9)).toBeLessThan(MOST);
  });

  test('limits are uniform above the delay that they have to allow', () => {
    const places = drawn({ locations: 9 }).flatMap(({ nodes, workloads, latency, calls = [] }) => {
      const location = new Map(nodes.map((node) => [node.name, node.location]));
      const at = new Map(
        workloads.map((workload) => [workload.name, location.get([...countsOf(workload).keys()][0])]),
      );
      return calls.map(({ from, to, maxLatencyMicroseconds = 0 }) => {
        const ends = [at.get(from), at.get(to)];
        const pair = latency?.pairs.find((each) => ends.includes(each.from) && ends.includes(each.to));
        const least = ends[0] === ends[1] ? 20_000 : (pair?.microseconds ?? 0);
        return (maxLatencyMicroseconds - least) / (100_001 - least);
      });
    });
    expect(places).toHaveLength(2_400);
    const hundredths = places.map((place) => Math.floor(place * 100));
    expect(uniformMisfit(hundredths, 0, 99)).toBeLessThan(MOST);
  });

  test('a microservice is called by any earlier one of its application', () => {
    const callers = [0, 1, 2].map(() => 0);
    for (const { calls = [] } of drawn()) {
      expect(calls).toHaveLength(24);
      for (const { from, to } of calls) {
        expect(from.slice(0, -1)).toBe(to.slice(0, -1));
        if (to.endsWith('-3')) callers[amount(from.at(-1))] += 1;
      }
    }
    expect(misfit(callers, [1 / 3, 1 / 3, 1 / 3])).toBeLessThan(10.8 / 2);
  });

  test('the share of microservices with a device is the one asked for', () => {
    const snapshots = drawn({ devices: { perNode: 40, percent: 25 } });
    const users = snapshots.flatMap(({ workloads }) =>
      workloads.map(({ requests }) => requests['device'] ?? 0),
    );
    const used = users.filter((device) => device === 1).length;
    expect(misfit([used, users.length - used], [0.25, 0.75])).toBeLessThan(10.8);
  });
});

describe('shapes', () => {
  test('instance types stand in every region at the price they have there', () => {
    const { nodes } = generateWorkload({
      ...FREE,
      nodes: 12,
      locations: 3,
      instanceTypes: ['Standard_D4s_v5', 'Standard_F8s_v2'],
      cpuMilli: [100, 200],
      memoryMi: [100, 200],
    });
    const kinds = nodes.map(({ location, pricePerHour, allocatable }) => [
      location,
      pricePerHour,
      allocatable['cpu'],
    ]);
    expect(kinds.slice(0, 6)).toEqual([
      ['eastus', '0.192', '4000m'],
      ['centralus', '0.217', '4000m'],
      ['canadacentral', '0.214', '4000m'],
      ['eastus', '0.338', '8000m'],
      ['centralus', '0.408', '8000m'],
      ['canadacentral', '0.371', '8000m'],
    ]);
    expect(kinds.slice(6)).toEqual(kinds.slice(0, 6));
  });

  test('a planted node is cut at random: the parts of one are uniform above a tenth', () => {
    const parts = Array.from({ length: 600 }, (_, seed) => {
      const one = { ...PLANTED_PARAMETERS, kept: 1, replicasPerNode: [2, 2] as const, seed };
      return amount(generatePlanted(one).snapshot.workloads[0].requests['cpu']);
    });
    expect(parts).toHaveLength(600);
    expect(uniformMisfit(parts, 800, 7200)).toBeLessThan(MOST);
  });

  test('neighbouring seeds have nothing in common', () => {
    const first = seeds.map((seed) => generateWorkload({ ...FREE, seed }).workloads.slice(0, 4));
    const cpu = first.map((workloads) => workloads.map(({ requests }) => amount(requests['cpu'])));
    const same = cpu.slice(1).flatMap((each, i) => each.filter((value, k) => value === cpu[i][k]));
    expect(same.length).toBeLessThan(4);
  });
});
