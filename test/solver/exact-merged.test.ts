import { expect, test } from 'vitest';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { evaluate, levelsOf } from '../../src/solver/levels.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { againstBruteForce, answer, lowestLevels } from './exact-answer.ts';

const FREE_MOVES: Options = { objective: { kind: 'weighted', alpha: '0' } };

/** A tiny deployment, but for its nodes: they are equal to one of the first two in turn. */
function withEqualNodes(seed: number): Snapshot {
  const snapshot = tinySnapshot(seed);
  const nodes = snapshot.nodes.map(({ name }, i) => ({ ...snapshot.nodes[i % 2], name }));
  return { ...snapshot, nodes: nodes.map((node) => ({ ...node, location: node.location ?? 'x' })) };
}

test.each(LATENCY_MODES)(
  'where moves are free and nodes are equal, a proved answer is the best there is (%s)',
  async (latencyIn) => {
    const count = process.env['RESTOW_LONG'] ? 3000 : 150;
    const counts = { proved: 0, moving: 0 };
    for (let i = 0; i < count; i++) {
      const snapshot = withEqualNodes(i);
      const limits = [{}, { maxSlots: 1 }, { maxSlots: 2 }, { maxMoves: 2 }, {}, { maxSlots: 3 }][i % 6];
      const options: Options = { ...FREE_MOVES, latencyIn, ...limits };
      const { score, proved } = await againstBruteForce(snapshot, options, `instance ${i}`);
      counts.proved += proved ? 1 : 0;
      counts.moving += score.moves > 0 ? 1 : 0;
    }
    expect(counts.proved).toBeGreaterThanOrEqual(count * (latencyIn === 'end' ? 1 : 0.99));
    expect(counts.moving).toBeGreaterThan(count * 0.15);
  },
  600_000,
);

const node = (name: string, pricePerHour: number, cpu = 10) => ({
  name,
  pricePerHour,
  allocatable: { cpu },
  location: 'x',
});
const workload = (name: string, cpu: number, host: string) => ({
  name,
  requests: { cpu },
  replicas: { [host]: 1 },
});

async function levels(snapshot: Snapshot): Promise<{ value: number[]; bounds: number[]; proved: boolean }> {
  const problem = toProblem(snapshot, resolveOptions(snapshot, FREE_MOVES));
  const { best, bounds, proved } = await answer(problem, 20_000_000);
  return { value: levelsOf(problem, evaluate(problem, best)), bounds, proved };
}

test('an overcommitted node may keep what it has, though no other node may host that', async () => {
  const overcommitted: Snapshot = {
    nodes: [node('a', 5), node('b', 5), node('c', 9)],
    workloads: [workload('u', 8, 'a'), workload('v', 8, 'a'), workload('w', 4, 'c'), workload('x', 1, 'c')],
  };
  expect(await levels(overcommitted)).toEqual({ value: [10], bounds: [10], proved: true });
});

// Of 3 movers of 51 … 94 no node has room: a matching, whose relaxation is half a price too low on odd circles.
test.each([
  { sizes: [70, 70, 70], value: 3 },
  { sizes: [50, 50, 50], value: 2 },
  { sizes: [60, 60, 60, 40, 40], value: 3 },
  { sizes: [51, 49, 60, 40, 70, 30], value: 3 },
  { sizes: [51, 49, 60, 41, 70, 30], value: 4 },
])('movers of $sizes fill $value of many equal nodes', async ({ sizes, value }) => {
  const names = sizes.map((_, i) => `n${i}`);
  const snapshot: Snapshot = {
    nodes: names.map((name) => node(name, 1, 100)),
    workloads: sizes.map((cpu, i) => workload(`w${i}`, cpu, names[i])),
  };
  expect(await levels(snapshot)).toEqual({ value: [value], bounds: [value], proved: true });
});

test('of equally cheap plans it takes the one of fewest moves, then fewest slots', async () => {
  let moving = 0;
  const count = process.env['RESTOW_LONG'] ? 2000 : 150;
  for (let i = 0; i < count; i++) {
    const snapshot = withEqualNodes(i);
    const problem = toProblem(snapshot, resolveOptions(snapshot, { ...FREE_MOVES, latencyIn: 'end' }));
    const { best } = await answer(problem, 20_000_000);
    const lexicographic: Options = { objective: { kind: 'lexicographic' }, latencyIn: 'end' };
    const byMoves = toProblem(snapshot, resolveOptions(snapshot, lexicographic));
    const { price, moves, slots } = evaluate(byMoves, best);
    expect([price, moves, slots], `instance ${i}`).toEqual(lowestLevels(snapshot, lexicographic, byMoves));
    moving += moves > 0 ? 1 : 0;
  }
  expect(moving).toBeGreaterThan(count * 0.15);
}, 600_000);
