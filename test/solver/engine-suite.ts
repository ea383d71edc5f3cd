import { describe, expect, test } from 'vitest';
import { createEngine, type HighsModule, type Mip, type MipLimits } from '../../src/solver/highs.ts';

export const roomy: MipLimits = { nodes: 1e6, callbacks: 1e6, heapBytes: 128 * 2 ** 20, nonZeros: 1e6 };

type Row = { entries: [column: number, value: number][]; lower?: number; upper?: number };

/** All columns are 0/1 unless said otherwise. */
export function mipOf(cost: number[], rows: Row[], change: Partial<Mip> = {}): Mip {
  const entries = rows.flatMap((row) => row.entries);
  let end = 0;
  return {
    columns: cost.length,
    rows: rows.length,
    cost: Float64Array.from(cost),
    lower: new Float64Array(cost.length),
    upper: new Float64Array(cost.length).fill(1),
    integer: new Uint8Array(cost.length).fill(1),
    rowLower: Float64Array.from(rows, (row) => row.lower ?? -Infinity),
    rowUpper: Float64Array.from(rows, (row) => row.upper ?? Infinity),
    rowStart: Int32Array.from([0, ...rows.map((row) => (end += row.entries.length))]),
    index: Int32Array.from(entries, ([column]) => column),
    value: Float64Array.from(entries, ([, value]) => value),
    ...change,
  };
}

/** Worth 10, 13, 7, 8 and weight 5, 6, 4, 3 in a sack of 10: the last three cannot go together, 13 + 8 can. */
const knapsack = mipOf(
  [-10, -13, -7, -8],
  [
    {
      entries: [
        [0, 5],
        [1, 6],
        [2, 4],
        [3, 3],
      ],
      upper: 10,
    },
  ],
);

/** Each of `items` goes to one of `nodes`; an open node costs its price. Column i·nodes + n, then one per node. */
export function packing(items: number, nodes: number, capacity: number): Mip {
  const size = (item: number, resource: number) => 1 + ((item * (resource === 0 ? 37 : 53) + 11) % 9);
  const price = (node: number) => 3 + ((node * 29 + 7) % 20);
  const itemIds = Array.from({ length: items }, (_, item) => item);
  const nodeIds = Array.from({ length: nodes }, (_, node) => node);
  const rows: Row[] = itemIds.map((item) => ({
    entries: nodeIds.map((node) => [item * nodes + node, 1]),
    lower: 1,
    upper: 1,
  }));
  for (const resource of [0, 1]) {
    for (const node of nodeIds) {
      const sizes = itemIds.map((item): [number, number] => [item * nodes + node, size(item, resource)]);
      rows.push({ entries: [...sizes, [items * nodes + node, -capacity]], upper: 0 });
    }
  }
  const cost = [...new Array<number>(items * nodes).fill(0), ...nodeIds.map(price)];
  const start = new Float64Array(cost.length);
  const used = nodeIds.map(() => [0, 0]);
  for (const item of itemIds) {
    const node = nodeIds.find((n) => [0, 1].every((r) => used[n][r] + size(item, r) <= capacity));
    if (node === undefined) throw new Error('first fit needs more nodes');
    for (const r of [0, 1]) used[node][r] += size(item, r);
    start[item * nodes + node] = 1;
    start[items * nodes + node] = 1;
  }
  return mipOf(cost, rows, { start });
}

/** Several sacks filled at once, which takes HiGHS a tree of nodes. */
function sacks(rows: number, items: number): Mip {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 10 + ((state >>> 16) % 90);
  };
  const itemIds = Array.from({ length: items }, (_, item) => item);
  const cost = itemIds.map(() => -next());
  return mipOf(
    cost,
    Array.from({ length: rows }, () => ({
      entries: itemIds.map((item): [number, number] => [item, next()]),
      upper: 25 * items,
    })),
  );
}

function costOf(mip: Mip, values: Float64Array): number {
  return values.reduce((sum, value, column) => sum + value * mip.cost[column], 0);
}

function withoutStart({ start: _, ...mip }: Mip): Mip {
  return mip;
}

/** A short fingerprint (FNV-1a) of every byte. */
function digest(values: Float64Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(values.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16);
}

/** What the engine promises, for one runtime. The very same numbers must come out of Node and of workerd. */
export function engineSuite(load: () => Promise<HighsModule>): void {
  const engine = createEngine(load);

  test('a small knapsack is proven', async () => {
    const result = await engine.solve(knapsack, roomy);
    expect(result).toMatchObject({ status: 'optimal', objective: -21, bound: -21 });
    expect([...(result.values ?? [])]).toEqual([0, 1, 0, 1]);
  });

  test('an infeasible program has no values and an infinite bound', async () => {
    const mip = mipOf(
      [1, 1],
      [
        {
          entries: [
            [0, 1],
            [1, 1],
          ],
          lower: 3,
        },
      ],
    );
    expect(await engine.solve(mip, roomy)).toMatchObject({
      status: 'infeasible',
      values: null,
      objective: null,
      bound: Infinity,
    });
  });

  test('an unbounded program fails and says so', async () => {
    const mip = mipOf([-1], [], { upper: Float64Array.of(Infinity) });
    expect(await engine.solve(mip, roomy)).toMatchObject({
      status: 'failed',
      values: null,
      message: /unbounded/,
    });
  });

  test('a program without columns is as feasible as its rows', async () => {
    expect(await engine.solve(mipOf([], [{ entries: [], upper: 1 }]), roomy)).toMatchObject({
      status: 'optimal',
      objective: 0,
    });
    expect(await engine.solve(mipOf([], [{ entries: [], lower: 1 }]), roomy)).toMatchObject({
      status: 'infeasible',
    });
  });

  test('a malformed program fails and leaves the engine usable', async () => {
    const bad = { ...knapsack, index: Int32Array.of(0, 1, 2, 4) };
    expect(await engine.solve(bad, roomy)).toMatchObject({ status: 'failed' });
    expect(await engine.solve(knapsack, roomy)).toMatchObject({ status: 'optimal', objective: -21 });
  });

  test('too many non-zeros are refused before anything is loaded', async () => {
    const unloadable = createEngine(() => Promise.reject(new Error('not expected to load')));
    expect(await unloadable.solve(knapsack, { ...roomy, nonZeros: 3 })).toMatchObject({
      status: 'too-large',
      values: null,
      heapBytes: 0,
    });
  });

  describe('limits', () => {
    const mip = packing(24, 8, 40);

    test('no nodes at all hand back the start', async () => {
      const result = await engine.solve(mip, { ...roomy, nodes: 0 });
      expect(result.status).toBe('limit');
      expect(result.values).toEqual(mip.start);
      expect(result.objective).toBe(costOf(mip, mip.start ?? new Float64Array()));
    });

    test('the first callback interrupts, keeping the start', async () => {
      const result = await engine.solve(mip, { ...roomy, callbacks: 1 });
      expect(result).toMatchObject({ status: 'limit', callbacks: 1, bound: -Infinity });
      expect(result.values).toEqual(mip.start);
    });

    test('without a start there may be nothing to hand back', async () => {
      const result = await engine.solve(withoutStart(mip), { ...roomy, callbacks: 1 });
      expect(result).toMatchObject({ status: 'limit', values: null, objective: null });
    });

    test('a later interrupt keeps the best point and a valid bound', async () => {
      const proven = await engine.solve(mip, roomy);
      const cut = await engine.solve(mip, { ...roomy, callbacks: proven.callbacks - 1 });
      expect(cut).toMatchObject({ status: 'limit', callbacks: proven.callbacks - 1 });
      expect(cut.bound).toBeLessThanOrEqual(proven.objective ?? NaN);
      expect(cut.objective).toBeGreaterThanOrEqual(proven.objective ?? NaN);
    });

    test('a heap limit interrupts and the grown instance is dropped', async () => {
      let loads = 0;
      const counted = createEngine(() => {
        loads += 1;
        return load();
      });
      const result = await counted.solve(mip, { ...roomy, heapBytes: 1 });
      expect(result).toMatchObject({ status: 'limit', callbacks: 1 });
      expect(result.heapBytes).toBeGreaterThan(20 * 2 ** 20);
      await counted.solve(mip, roomy);
      await counted.solve(mip, roomy);
      expect(loads).toBe(2);
      counted.reset();
      await counted.solve(knapsack, roomy);
      expect(loads).toBe(3);
    });

    test('a start that breaks a row is ignored and named', async () => {
      const start = Float64Array.of(1, 1, 1, 1);
      expect(await engine.solve({ ...knapsack, start }, roomy)).toMatchObject({
        status: 'optimal',
        objective: -21,
        message: 'start ignored: row 0 is 18',
      });
    });
  });

  describe('cutoff', () => {
    test('at the optimum the optimum is found', async () => {
      expect(await engine.solve({ ...knapsack, objectiveCutoff: -21 }, roomy)).toMatchObject({
        status: 'optimal',
        objective: -21,
      });
    });

    test.each([-21.5, -22, -30])('%d, below the optimum, is infeasible', async (objectiveCutoff) => {
      expect(await engine.solve({ ...knapsack, objectiveCutoff }, roomy)).toMatchObject({
        status: 'infeasible',
        values: null,
        bound: objectiveCutoff,
      });
    });

    test('HiGHS itself would call the dearer start optimal', async () => {
      const mip = packing(24, 8, 40);
      const { objective } = await engine.solve(mip, roomy);
      const objectiveCutoff = (objective ?? NaN) - 1;
      expect(await engine.solve({ ...mip, objectiveCutoff }, roomy)).toMatchObject({ status: 'infeasible' });
    });
  });

  describe('linear programs', () => {
    const lp = { ...withoutStart(packing(24, 8, 40)), integer: new Uint8Array(24 * 8 + 8) };

    test('the optimum is its own bound', async () => {
      const result = await engine.solve(lp, roomy);
      expect(result).toMatchObject({ status: 'optimal', nodes: 0, callbacks: 0 });
      expect(result.bound).toBeCloseTo(result.objective ?? NaN, 9);
    });

    test('an iteration limit still leaves a valid bound', async () => {
      const { objective } = await engine.solve(lp, roomy);
      const cut = await engine.solve(lp, { ...roomy, callbacks: 0.03 });
      expect(cut.status).toBe('limit');
      expect(cut.iterations).toBe(30);
      expect(cut.bound).toBeGreaterThan(0);
      expect(cut.bound).toBeLessThanOrEqual(objective ?? NaN);
    });

    test('a cutoff below the optimum is infeasible', async () => {
      const { objective } = await engine.solve(lp, roomy);
      const objectiveCutoff = (objective ?? NaN) - 1;
      expect(await engine.solve({ ...lp, objectiveCutoff }, roomy)).toMatchObject({ status: 'infeasible' });
    });
  });

  describe('crashes', () => {
    test('a loader that throws fails the solve, not the next one', async () => {
      let loads = 0;
      const shaky = createEngine(() => {
        loads += 1;
        return loads === 1 ? Promise.reject(new Error('no such module')) : load();
      });
      expect(await shaky.solve(knapsack, roomy)).toMatchObject({
        status: 'failed',
        message: /no such module/,
      });
      expect(await shaky.solve(knapsack, roomy)).toMatchObject({ status: 'optimal', objective: -21 });
    });

    test('a WASM abort drops the instance', async () => {
      let loads = 0;
      const aborting = createEngine(async () => {
        loads += 1;
        const highs = await load();
        if (loads > 1) return highs;
        // HiGHS aborts on LP text with a strict inequality.
        return {
          ...highs,
          withModel: () => highs.solve('Minimize\n x\nSubject To\n c: x < 3\nBounds\n') as never,
        };
      });
      expect(await aborting.solve(knapsack, roomy)).toMatchObject({
        status: 'failed',
        message: /RuntimeError/,
      });
      expect(await aborting.solve(knapsack, roomy)).toMatchObject({ status: 'optimal', objective: -21 });
    });
  });

  test('concurrent solves wait their turn', async () => {
    const results = await Promise.all(
      [knapsack, packing(24, 8, 40), knapsack].map((mip) => engine.solve(mip, roomy)),
    );
    expect(results.map((result) => result.status)).toEqual(['optimal', 'optimal', 'optimal']);
    expect(results[2].objective).toBe(-21);
  });

  describe('determinism', () => {
    test.each([
      {
        name: 'packing',
        mip: packing(32, 8, 40),
        objective: 41,
        nodes: 1,
        iterations: 845,
        callbacks: 30,
        values: '14ee0af8',
      },
      {
        name: 'tree',
        mip: sacks(8, 40),
        objective: -1157,
        nodes: 24,
        iterations: 858,
        callbacks: 167,
        values: '9bfcc6c5',
      },
    ])(
      '$name: the same work and the same bytes, on a used instance too',
      async ({ name: _, mip, ...expected }) => {
        for (const _round of ['first', 'again']) {
          const { values, objective, nodes, iterations, callbacks } = await engine.solve(mip, roomy);
          const digested = digest(values ?? new Float64Array());
          expect({ objective, nodes, iterations, callbacks, values: digested }).toEqual(expected);
        }
      },
    );

    test('clocks do not matter', async () => {
      const mip = sacks(8, 40);
      const clocks = [() => 0, () => (tick += 1e6)];
      let tick = 0;
      const { now } = Date;
      const performanceNow = performance.now;
      const free = await engine.solve(mip, roomy);
      try {
        for (const clock of clocks) {
          Date.now = clock;
          performance.now = clock;
          engine.reset();
          expect({ ...(await engine.solve(mip, roomy)), heapBytes: 0 }).toEqual({ ...free, heapBytes: 0 });
        }
      } finally {
        Date.now = now;
        performance.now = performanceNow;
      }
    });
  });
}
