import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/model/apply-plan.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { heuristicSchedule } from '../../src/solver/heuristic/heuristic.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { better, evaluate, levelsOf } from '../../src/solver/levels.ts';
import type { StepResult } from '../../src/solver/strategy.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { instance } from './brute-force-compare.ts';
import { planOf } from './planned.ts';

const engine = createEngine(loadHighsNode);
const free: Options = { strategy: 'ilp', objective: { kind: 'weighted', alpha: 0 } };
const problemOf = (snapshot: Snapshot, options: Options = {}): Problem =>
  toProblem(snapshot, resolveOptions(snapshot, options));

/** One workload per letter, each with one replica: `{ A: [cpu, memory] }` on the node. */
function snapshotOf(
  nodes: Record<string, { cpu: number; memory?: number; price: number; hosts?: Record<string, number[]> }>,
): Snapshot {
  const workloads = Object.entries(nodes).flatMap(([node, { hosts = {} }]) =>
    Object.entries(hosts).map(([name, [cpu, memory = 0]]) => ({
      name,
      requests: { cpu, memory },
      replicas: { [node]: 1 },
      movable: !name.startsWith('q'),
    })),
  );
  return {
    nodes: Object.entries(nodes).map(([name, { cpu, memory = 0, price }]) => ({
      name,
      pricePerHour: price,
      allocatable: { cpu, memory },
    })),
    workloads,
  };
}

async function prices(snapshot: Snapshot, maxSlots: number[]): Promise<string[]> {
  const plans = [];
  for (const most of maxSlots) plans.push(await planOf(snapshot, { ...free, maxSlots: most }, engine));
  expect(plans.every(({ status }) => status === 'optimal')).toBe(true);
  return plans.map(({ cost }) => cost.after);
}

describe('plans that take several slots', () => {
  test('hand example: 11 in one slot, 2 in two, no better in three', async () => {
    const hand = snapshotOf({
      n1: { cpu: 4, price: 10, hosts: { A: [3] } },
      n2: { cpu: 4, price: 1, hosts: { B: [2] } },
      n3: { cpu: 4, price: 1, hosts: { qD: [2] } },
    });
    expect(await prices(hand, [0, 1, 2, 3])).toEqual(['12', '11', '2', '2']);
  });

  const chain = snapshotOf({
    n1: { cpu: 4, price: 10, hosts: { A: [4] } },
    n2: { cpu: 5, price: 1, hosts: { q1: [1], B: [3] } },
    n3: { cpu: 4, price: 1, hosts: { q2: [1], E: [2] } },
    n4: { cpu: 3, price: 1, hosts: { q3: [1] } },
  });

  test('a chain that saves nothing in one slot or two is found in three', async () => {
    expect(await prices(chain, [1, 2, 3])).toEqual(['13', '13', '3']);
    const { slots, binding } = await planOf(chain, free, engine);
    expect(slots.map(({ moves }) => moves.map(({ replica, to }) => `${replica} ${to}`))).toEqual([
      ['E-0 n4'],
      ['B-0 n3'],
      ['A-0 n2'],
    ]);
    expect(binding).toEqual([]);
  });

  test('a limit that the answer stops at is named as binding', async () => {
    expect((await planOf(chain, { ...free, maxSlots: 2 }, engine)).binding).toEqual(['maxSlots']);
    expect((await planOf(chain, { ...free, maxMoves: 2 }, engine)).binding).toEqual(['maxMoves']);
    expect((await planOf(chain, { ...free, maxSlots: 3, maxMoves: 3 }, engine)).binding).toEqual([]);
  });

  test('solving again saves more only where a replica would have to move twice: 102, 4, 2', async () => {
    const before = snapshotOf({
      X: { cpu: 4, memory: 9, price: 1, hosts: { A: [3, 0] } },
      Y: { cpu: 3, memory: 9, price: 1, hosts: { B: [2, 1] } },
      Z: { cpu: 3, memory: 0, price: 3 },
      V: { cpu: 2, memory: 1, price: 100, hosts: { G: [2, 1] } },
    });
    const first = await planOf(before, free, engine);
    const between = applyPlan(before, first);
    const second = await planOf(between, first.options, engine);
    const third = await planOf(applyPlan(between, second), first.options, engine);
    expect([first, second, third].map(({ cost }) => cost.after)).toEqual(['4', '2', '2']);
    expect([first, second, third].map(({ status }) => status)).toEqual(['optimal', 'optimal', 'optimal']);
    expect(third.objective.moves).toBe(0);
  });
});

describe('the state machine', () => {
  const bytesOf = ({ state, best, bounds, proved, binding }: StepResult) =>
    JSON.stringify([[...state], [...best], bounds, proved, binding]);

  test('ends with the same bytes however it is cut into steps', async () => {
    let steps = 0;
    for (const snapshot of [...[5, 8, 11].map(instance), largerSnapshot(7)]) {
      const problem = problemOf(snapshot, { objective: { kind: 'lexicographic' } });
      const whole = await ilp.step(problem, ilp.start(problem), Number.POSITIVE_INFINITY, engine);
      let { state, done } = { state: ilp.start(problem), done: false };
      let last: StepResult | undefined;
      for (; !done; steps++) {
        // An engine of its own for every step: as if each ran in another isolate.
        last = await ilp.step(problem, state, 1, createEngine(loadHighsNode));
        ({ state, done } = last);
      }
      expect(last && bytesOf(last)).toBe(bytesOf(whole));
    }
    expect(steps).toBeGreaterThan(10);
  });

  test('is never worse than staying or the heuristic, and its bounds never fall nor pass its value', async () => {
    let improved = 0;
    for (let seed = 0; seed < 6; seed++) {
      const problem = problemOf(largerSnapshot(seed));
      const known = evaluate(problem, heuristicSchedule(problem));
      let result = await ilp.step(problem, ilp.start(problem), 1, engine);
      for (let atom = 0; atom < 3 && !result.done; atom++) {
        const { bounds } = result;
        result = await ilp.step(problem, result.state, 1, engine);
        expect(result.bounds[0]).toBeGreaterThanOrEqual(bounds[0]);
        expect(better(problem, known, evaluate(problem, result.best))).toBe(false);
        expect(result.bounds[0]).toBeLessThanOrEqual(levelsOf(problem, evaluate(problem, result.best))[0]);
      }
      if (better(problem, evaluate(problem, result.best), known)) improved++;
    }
    expect(improved).toBeGreaterThan(2);
  });
});

describe('what is too much', () => {
  test('a model beyond the limit is not built: the heuristic answers, with a bound', async () => {
    const nodes = Array.from({ length: 400 }, (_, i) => ({
      name: `n${i}`,
      pricePerHour: 1 + (i % 7),
      allocatable: { cpu: 8 },
    }));
    const workloads = nodes.map(({ name }, i) => ({
      name: `w${i}`,
      requests: { cpu: 1 + (i % 3) },
      replicas: { [name]: 2 },
    }));
    const problem = problemOf({ nodes, workloads });
    const { best, bounds, done, proved } = await ilp.step(problem, ilp.start(problem), 1e9, engine);
    expect({ done, proved }).toEqual({ done: true, proved: false });
    expect(best).toEqual(heuristicSchedule(problem));
    expect(bounds[0]).toBeGreaterThan(300);
  });

  test('prices too fine to be told apart by doubles are solved, but never called optimal', async () => {
    // By the sum of requests two nodes and a half would do, which is all that can be said without HiGHS.
    const fine = snapshotOf({
      n1: { cpu: 5, price: 0, hosts: { A: [3] } },
      n2: { cpu: 4, price: 0, hosts: { B: [2] } },
      n3: { cpu: 4, price: 0, hosts: { C: [3] } },
      n4: { cpu: 4, price: 0, hosts: { D: [3] } },
    });
    for (const [i, node] of fine.nodes.entries()) node.pricePerHour = `9.12345678901${i + 1}`;
    const plan = await planOf(fine, { ...free, objective: { kind: 'lexicographic' } }, engine);
    expect(plan.cost.after).toBe('27.370370367036');
    expect(plan.status).toBe('feasible');
  });
});
