import { describe, expect, test } from 'vitest';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Problem, Schedule } from '../../src/model/problem.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { relaxedModel, slotModel } from '../../src/solver/ilp/model.ts';
import { phasesOf } from '../../src/solver/ilp/phases.ts';
import { type ScheduleRow, toSchedule } from '../../src/solver/schedule.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import { instance } from './brute-force-compare.ts';
import { violationsOf } from './checked-schedule.ts';

/** The rows of the program against the checker, without HiGHS: what is a solution, and what is none. */

const SLOTS = 3;
const FACTOR = process.env['RESTOW_LONG'] ? 20 : 1;

/** Some replicas go to any other node in any of the slots; no more of a group than there are. */
function someMoves(draw: Random, problem: Problem): Schedule {
  const rows: ScheduleRow[] = [];
  for (const group of draw.shuffled([...problem.groupCount.keys()]).slice(0, draw.int(1, 3))) {
    const others = [...problem.price.keys()].filter((node) => node !== problem.groupNode[group]);
    if (others.length === 0) continue;
    for (let left = problem.groupCount[group]; left > 0; left--) {
      if (draw.chance(0.7)) rows.push([group, draw.pick(others), draw.int(1, SLOTS), 1]);
    }
  }
  return toSchedule(rows);
}

function modelsOf(problem: Problem) {
  const question = { phase: phasesOf(problem)[0], kept: [], nonZeros: 150_000 };
  return {
    slots: slotModel(problem, question, Math.min(SLOTS, problem.maxSlots)),
    relaxed: relaxedModel(problem, question, { leastMoves: 0, enough: 0, limited: true }),
  };
}

/** The options of question i: every mode, and limits in some. */
function optionsOf(i: number): Options {
  return {
    latencyIn: LATENCY_MODES[i % 3],
    ...(i % 5 === 0 && { maxMoves: 2 }),
    ...(i % 7 === 0 && { maxSlots: 2 }),
  };
}

describe('the rows of the program', () => {
  const broken = new Map<string, number>();
  let [kept, refused, inSeveralSlots] = [0, 0, 0];
  const differences: string[] = [];

  const compare = (name: string, snapshot: Snapshot, options: Options, schedules: number, draw: Random) => {
    const problem = toProblem(snapshot, resolveOptions(snapshot, options));
    const models = modelsOf(problem);
    for (let i = 0; i < schedules; i++) {
      const schedule = someMoves(draw, problem);
      const violations = violationsOf(snapshot, options, problem, schedule);
      const isSolution = models.slots.point(schedule) !== null;
      if (isSolution !== (violations.length === 0))
        differences.push(`${name} [${schedule}] ${violations.map(({ message }) => message)}`);
      if (violations.length === 0 && models.relaxed.point(schedule) === null)
        differences.push(`${name} [${schedule}] is missing in the relaxation`);
      for (const rule of new Set(violations.map(({ rule }) => rule)))
        broken.set(rule, (broken.get(rule) ?? 0) + 1);
      if (violations.length > 0) refused++;
      else if (schedule.length > 0) kept++;
      if (violations.length === 0 && schedule.some((value, at) => at % 4 === 2 && value > 1))
        inSeveralSlots++;
    }
  };

  test('let through the very schedules that the checker lets through, and so does the relaxation', () => {
    const draw = random(1);
    for (let i = 0; i < 240 * FACTOR; i++) compare(`instance ${i}`, instance(i), optionsOf(i), 10, draw);
    for (let i = 0; i < 40 * FACTOR; i++) compare(`larger ${i}`, largerSnapshot(i), optionsOf(i), 10, draw);
    expect(differences).toEqual([]);
  }, 600_000);

  test('both happens often, and every rule that a schedule can break is broken', () => {
    expect({ kept: kept > 300, inSeveralSlots: inSeveralSlots > 60, refused: refused > 800 }).toEqual({
      kept: true,
      inSeveralSlots: true,
      refused: true,
    });
    for (const rule of [
      'node-capacity',
      'transient-capacity',
      'latency',
      'movable',
      'max-moves',
      'slot-used',
    ])
      expect(broken.get(rule), rule).toBeGreaterThan(15);
    expect(broken.get('priced-target')).toBeGreaterThan(3);
  });

  test('one-move: a group has no more moves than replicas', () => {
    const snapshot: Snapshot = {
      nodes: ['a', 'b', 'c'].map((name) => ({ name, pricePerHour: 1, allocatable: { cpu: 9 } })),
      workloads: [{ name: 'w', requests: { cpu: 1 }, replicas: { a: 2 } }],
    };
    const problem = toProblem(snapshot, resolveOptions(snapshot, {}));
    const { slots, relaxed } = modelsOf(problem);
    const twice = toSchedule([
      [0, 1, 1, 1],
      [0, 2, 2, 1],
    ]);
    const thrice = toSchedule([
      [0, 1, 1, 1],
      [0, 2, 1, 1],
      [0, 2, 2, 1],
    ]);
    expect([slots.point(twice) !== null, relaxed.point(twice) !== null]).toEqual([true, true]);
    expect([slots.point(thrice), relaxed.point(thrice)]).toEqual([null, null]);
  });
});
