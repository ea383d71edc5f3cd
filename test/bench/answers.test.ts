import { expect, test } from 'vitest';
import { asProgram, paperInstance } from '../../bench/exact/instance.ts';
import { seedsOf } from '../../bench/exact/seeds.ts';
import { checkAnswer } from '../../bench/exact/solved.ts';
import type { Answer } from '../../bench/others/ask.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';

/** A and B may each go where the other is only once there is room; C's node is dear. */
const SNAPSHOT: Snapshot = {
  nodes: [
    { name: 'n1', pricePerHour: 5, allocatable: { cpu: 4 } },
    { name: 'n2', pricePerHour: 1, allocatable: { cpu: 4 } },
    { name: 'n3', pricePerHour: 1, allocatable: { cpu: 4 } },
  ],
  workloads: [
    { name: 'a', requests: { cpu: 3 }, replicas: { n1: 1 } },
    { name: 'b', requests: { cpu: 2 }, replicas: { n2: 1 } },
    { name: 'c', requests: { cpu: 2 }, replicas: { n3: 1 } },
  ],
};
const instance = { name: 'hand', seed: 0, snapshot: SNAPSHOT };
const [A, B] = [0, 1];
const [N2, N3] = [1, 2];
const inTurn = [
  { replica: B, to: N3, slot: 1 },
  { replica: A, to: N2, slot: 3 },
];
// Whole tenths: prices 5, 1, 1 and α = 0.1.
const answer = (moves: Answer['moves'], value: number): Answer => ({
  status: 'optimal',
  value,
  bound: value - 1e-7,
  cpuSeconds: 1,
  moves,
});

test("another solver's plan is checked and valued from its moves; a slot without moves is left out", () => {
  const solved = checkAnswer('other', instance, 3, answer(inTurn, 24));
  expect(solved).toMatchObject({
    value: 2.4,
    price: 2,
    bound: 2.4,
    moves: 2,
    slots: 2,
    proved: true,
    wrong: [],
  });
});

test('a plan over capacity on the way and a value that is not its own are wrong', () => {
  const atOnce = inTurn.map((move) => ({ ...move, slot: 1 }));
  expect(checkAnswer('other', instance, 3, answer(atOnce, 23)).wrong).toHaveLength(1);
  expect(checkAnswer('other', instance, 3, answer(inTurn, 23)).wrong).toHaveLength(1);
});

test('a program has the limits of the calls and the delays of the deployment', () => {
  const { program, problem } = asProgram(
    paperInstance({ applications: 2, microservices: 3, nodes: 2 }, 2, 5),
    3,
  );
  expect(program).toMatchObject({ slots: 3, alpha: problem.alpha });
  expect(program.calls).toHaveLength(4);
  expect(program.replicas).toHaveLength(6);
  expect(program.delay[0][0]).toBe(0);
  expect(program.delay[0][1]).toBe(program.delay[1][0]);
});

test('what the models of the other solvers leave out is refused', () => {
  const [first, ...rest] = SNAPSHOT.workloads;
  const pinned = { ...SNAPSHOT, workloads: [{ ...first, movable: false }, ...rest] };
  expect(() => asProgram({ ...instance, snapshot: pinned }, 3)).toThrow(RangeError);
});

test('seeds follow from commit and set, one after the other', () => {
  const seeds = seedsOf('abc', 'x', 3);
  expect(seeds).toEqual([seeds[0], seeds[0] + 1, seeds[0] + 2]);
  expect(seedsOf('abc', 'y', 1)[0]).not.toBe(seeds[0]);
  expect(seedsOf('abd', 'x', 1)[0]).not.toBe(seeds[0]);
});
