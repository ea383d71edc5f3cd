import { expect, test } from 'vitest';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { ANY_SLOTS, toBins } from '../../src/solver/exact/bins.ts';
import { EMPTY, toDomain } from '../../src/solver/exact/domain.ts';
import { toInstance } from '../../src/solver/exact/instance.ts';
import { listPatterns } from '../../src/solver/exact/listing.ts';
import { random } from '../generate/random.ts';
import { againstBruteForce } from './exact-answer.ts';

/** Four replicas that fill two nodes to the last unit, or but one; a third node is there beside them. */
function tightSnapshot(seed: number): Snapshot {
  const draw = random(seed);
  const names = ['a', 'b', 'c'];
  const [first, second] = [draw.int(1, 2), draw.int(1, 2)];
  const sizes = [first, 5 - first, second, 5 - second];
  if (draw.chance(0.4)) sizes[1] -= 1;
  const room = [5, 5, draw.int(3, 6)];
  const free = room.slice();
  const hosts = sizes.map((size) => {
    const fitting = names.flatMap((_, n) => (free[n] >= size ? [n] : []));
    const n = draw.pick(fitting.length > 0 ? fitting : [0]);
    free[n] -= size;
    return names[n];
  });
  return {
    nodes: names.map((name, n) => ({
      name,
      location: draw.pick(['x', 'x', 'y']),
      pricePerHour: draw.int(1, 3) + (n === 2 ? 3 : 0),
      allocatable: { cpu: room[n] },
    })),
    workloads: sizes.map((cpu, i) => ({
      name: `w${i}`,
      requests: { cpu },
      replicas: { [hosts[i]]: 1 },
      ...(draw.chance(0.08) && { movable: false }),
    })),
    latency: { pairs: [{ from: 'x', to: 'y', microseconds: draw.int(1, 3) }] },
    calls: draw.chance(0.5) ? [{ from: 'default/w0', to: 'default/w1', maxLatencyMicroseconds: 2 }] : [],
  };
}

test.each(LATENCY_MODES)(
  'where nodes are filled to the last unit, a proved answer is the best there is (%s)',
  async (latencyIn) => {
    const count = process.env['RESTOW_LONG'] ? 2000 : 60;
    const counts = { proved: 0, moving: 0, several: 0 };
    for (let i = 0; i < count; i++) {
      const snapshot = tightSnapshot(i);
      const limits = [{}, {}, { maxSlots: 1 }, { maxSlots: 2 }, { maxMoves: 2 }][i % 5];
      const alpha = ['0', '0.1', '0.5', '0.01'][i % 4];
      const options: Options = { latencyIn, objective: { kind: 'weighted', alpha }, ...limits };
      const { score, proved } = await againstBruteForce(snapshot, options, `instance ${i}`);
      counts.proved += proved ? 1 : 0;
      counts.moving += score.moves > 0 ? 1 : 0;
      counts.several += score.slots > 1 ? 1 : 0;
    }
    expect(counts.proved).toBeGreaterThanOrEqual(count * 0.99);
    expect(counts.moving).toBeGreaterThan(count * 0.3);
    expect(counts.several).toBeGreaterThan(count * 0.05);
  },
  600_000,
);

/** Node n2 is to be emptied; the others have `spare` units more than all requests. */
function listed(spare: number): (readonly number[])[][] | undefined {
  const snapshot: Snapshot = {
    nodes: [4, 4 + spare, 9].map((cpu, n) => ({ name: `n${n}`, pricePerHour: 1, allocatable: { cpu } })),
    workloads: [2, 2, 4].map((cpu, i) => ({ name: `w${i}`, requests: { cpu }, replicas: { n2: 1 } })),
  };
  const options: Options = { objective: { kind: 'weighted', alpha: '0.1' }, latencyIn: 'end' };
  const instance = toInstance(toProblem(snapshot, resolveOptions(snapshot, options)));
  const bins = toBins(instance, ANY_SLOTS);
  const last = bins.bins.findIndex(({ nodes }) => nodes.includes(2));
  const domain = toDomain(instance, bins, [[EMPTY, last, 0]]);
  if (!domain) return undefined;
  return listPatterns(instance, bins, domain, { steps: 0 })?.patterns.map((of) =>
    of.map(({ items }) => items.toSorted()),
  );
}

test('exactly the patterns that leave no more room than there is to spare are listed', () => {
  expect(listed(-1)).toBeUndefined();
  expect(listed(0)).toEqual([[[2], [0, 1]], []]);
  expect(listed(1)).toEqual([[[2], [0, 1]], []]);
  expect(listed(2)).toBeUndefined();
});
