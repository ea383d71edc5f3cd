import { describe, expect, test } from 'vitest';
import { readExample } from '../../scripts/examples/read.ts';
import type { Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, type Engine, loadHighsNode } from '../../src/solver/highs.ts';
import { oneAtATime } from '../../src/solver/one-at-a-time.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { respelled } from '../model/respelled.ts';
import { noEngine, planOf } from './planned.ts';

const { snapshot: hand } = readExample('hand');
const pinned: Snapshot = {
  ...hand,
  workloads: hand.workloads.map((workload) => ({ ...workload, movable: false })),
};

describe('the same question gives the same bytes', () => {
  const bytes = async (snapshot: Snapshot, options: Options, engine: Engine = noEngine) =>
    JSON.stringify(await planOf(snapshot, options, engine));

  test('for every order of arrays and fields, spelling of amounts, and form of replicas', async () => {
    let moving = 0;
    for (let seed = 0; seed < 150; seed++) {
      const snapshot = seed % 2 === 0 ? tinySnapshot(seed) : largerSnapshot(seed);
      const options: Options = { strategy: 'heuristic' };
      const plan = await bytes(snapshot, options);
      expect(await bytes(respelled(snapshot, seed), options)).toBe(plan);
      if (plan.includes('"mode":"surge"')) moving++;
    }
    expect(moving).toBeGreaterThan(30);
  });

  test('for the integer program, too, and when several questions are asked at once', async () => {
    const engine = createEngine(loadHighsNode);
    const snapshots = Array.from({ length: 6 }, (_, seed) => tinySnapshot(seed));
    const options: Options = { strategy: 'ilp' };
    const one = [];
    for (const snapshot of snapshots) one.push(await bytes(snapshot, options, engine));
    const other = createEngine(loadHighsNode);
    const many = snapshots.map((snapshot, seed) => bytes(respelled(snapshot, seed), options, other));
    expect(await Promise.all(many)).toEqual(one);
    expect(one.filter((plan) => plan.includes('"mode":"surge"')).length).toBeGreaterThan(0);
  });
});

describe('what the answer says about itself', () => {
  test('optimal, stopped by proof, when bounds reach the value', async () => {
    const plan = await planOf(hand, {}, createEngine(loadHighsNode));
    expect([plan.status, plan.stoppedBy, plan.strategy]).toEqual(['optimal', 'proof', 'exact']);
    expect([plan.cost.before, plan.cost.after]).toEqual(['12', '2']);
  });

  test('feasible, stopped by the end of the strategy, when it had nothing more to try', async () => {
    const plan = await planOf(hand, { strategy: 'heuristic' });
    expect([plan.status, plan.stoppedBy, plan.slots]).toEqual(['feasible', 'strategy-end', []]);
    expect(plan.work).toBeGreaterThan(0);
  });

  test('feasible, stopped by the work limit, when it could have gone on', async () => {
    const plan = await planOf(largerSnapshot(1), { strategy: 'ilp', workLimit: 1 });
    expect([plan.status, plan.stoppedBy]).toEqual(['feasible', 'work-limit']);
  });

  test('optimal without any work when nothing may move', async () => {
    for (const strategy of ['auto', 'ilp', 'heuristic'] as const) {
      const plan = await planOf(pinned, { strategy });
      expect(plan).toMatchObject({ status: 'optimal', stoppedBy: 'proof', work: 0, slots: [], binding: [] });
      expect(plan.cost.after).toBe('12');
    }
  });

  test.each([
    [{ maxSlots: 0 }, ['maxSlots']],
    [{ maxMoves: 0 }, ['maxMoves']],
    [{ maxMoves: 0, maxSlots: 0 }, ['maxMoves', 'maxSlots']],
  ])('optimal within %j, which may keep it from being better', async (options, binding) => {
    expect(await planOf(hand, options)).toMatchObject({ status: 'optimal', binding, slots: [] });
  });

  test('an empty deployment costs nothing, and that is optimal', async () => {
    const plan = await planOf({ nodes: [], workloads: [] }, {});
    expect(plan).toMatchObject({
      status: 'optimal',
      slots: [],
      cost: { before: '0', after: '0', savedPercent: '0' },
    });
  });
});

test('an engine that fails costs the proof, not the answer', async () => {
  const broken: Engine = {
    reset: () => undefined,
    solve: async () => ({
      status: 'failed',
      values: null,
      objective: null,
      bound: Number.NEGATIVE_INFINITY,
      nodes: 0,
      iterations: 0,
      callbacks: 0,
      heapBytes: 0,
      message: 'RuntimeError: Aborted()',
    }),
  };
  const plan = await planOf(hand, { strategy: 'ilp' }, broken);
  expect(plan.status).toBe('feasible');
  expect(plan.warnings).toEqual([
    {
      code: 'engine-failed',
      subject: 'highs',
      message: expect.stringContaining('RuntimeError: Aborted()'),
    },
  ]);
});

test('a task that fails does not hold up the next, and none starts before the last has settled', async () => {
  const inTurn = oneAtATime();
  const log: string[] = [];
  const task = (name: string, fails: boolean) =>
    inTurn(async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  await Promise.allSettled([task('a', true), task('b', false), task('c', false)]);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});
