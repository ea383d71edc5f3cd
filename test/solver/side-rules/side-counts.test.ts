import { describe, expect, test } from 'vitest';
import { resolveOptions } from '../../../src/model/options.ts';
import type { Problem, Schedule } from '../../../src/model/problem.ts';
import { toProblem } from '../../../src/model/to-problem.ts';
import { rowsOf, type ScheduleRow, toSchedule } from '../../../src/solver/schedule.ts';
import { SideCounts, sideCountsOf } from '../../../src/solver/side-rules/side-counts.ts';
import { largerSnapshot } from '../../generate/larger-snapshot.ts';
import { type Random, random } from '../../generate/random.ts';
import { withSideRules } from '../../generate/side-rules.ts';
import { brokenSideRules } from './reference.ts';

const isLong = process.env['RESTOW_LONG'] === '1';
const SLOTS = 6;

function problemOf(seed: number): Problem {
  const snapshot = largerSnapshot(seed);
  return withSideRules(toProblem(snapshot, resolveOptions(snapshot, {})), seed);
}

/** A schedule that grows and shrinks at random; slots keep their numbers, as a reference that sees empty slots needs them. */
class Walk {
  readonly problem: Problem;
  readonly counts: SideCounts;
  readonly #draw: Random;
  #rows: ScheduleRow[] = [];
  verdicts = { may: 0, mayNot: 0, kept: 0, broken: 0 };

  constructor(seed: number) {
    this.problem = problemOf(seed);
    this.counts = new SideCounts(this.problem);
    this.#draw = random(seed + 1_000_000);
  }

  step(): void {
    if (this.#rows.length > 0 && this.#draw.chance(0.3)) this.#takeBack();
    else this.#move();
  }

  get rows(): readonly ScheduleRow[] {
    return this.#rows;
  }

  #move(): void {
    const { groups, nodes, groupNode, groupCount } = this.problem;
    const group = this.#draw.int(0, groups - 1);
    const target = this.#draw.int(0, nodes - 1);
    const slot = this.#draw.int(1, SLOTS);
    const used = this.#rows.filter(([g]) => g === group).length;
    if (groupNode[group] === target || used === groupCount[group]) return;
    const may = this.counts.may(group, target, slot);
    const row = [group, target, slot, 1] as const;
    expect(may, `${row}`).toBe(this.#keeps([...this.#rows, row]));
    this.verdicts[may ? 'may' : 'mayNot'] += 1;
    if (!may) return;
    this.#rows.push(row);
    this.counts.change(group, target, slot, 1);
  }

  #takeBack(): void {
    const at = this.#draw.int(0, this.#rows.length - 1);
    const [group, target, slot] = this.#rows[at];
    const rest = this.#rows.toSpliced(at, 1);
    this.counts.change(group, target, slot, -1);
    const holds = this.counts.holds(group, target, slot);
    expect(holds).toBe(this.#keeps(rest));
    this.verdicts[holds ? 'kept' : 'broken'] += 1;
    if (holds) this.#rows = rest;
    else this.counts.change(group, target, slot, 1);
  }

  #keeps(rows: readonly ScheduleRow[]): boolean {
    return brokenSideRules(this.problem, Int32Array.from(rows.flat())).length === 0;
  }
}

describe('counts of a schedule that changes', () => {
  test('say of every row what the definitions say, added or taken back', () => {
    const total = { may: 0, mayNot: 0, kept: 0, broken: 0 };
    for (let seed = 0; seed < (isLong ? 5000 : 300); seed++) {
      const walk = new Walk(seed);
      for (let i = 0; i < 60; i++) walk.step();
      for (const key of ['may', 'mayNot', 'kept', 'broken'] as const) total[key] += walk.verdicts[key];
      const schedule = toSchedule(walk.rows);
      expect(keepsSideRules(walk.problem, schedule)).toBe(true);
      expect(brokenSideRules(walk.problem, schedule)).toEqual([]);
    }
    const all = total.may + total.mayNot;
    expect(total.may / all).toBeGreaterThan(0.2);
    expect(total.mayNot / all).toBeGreaterThan(0.2);
    expect(total.kept).toBeGreaterThan(100);
    expect(total.broken).toBeGreaterThan(20);
  });

  test('judge whole schedules as the definitions do, and go on after slots that are done', () => {
    let kept = 0;
    for (let seed = 0; seed < 500; seed++) {
      const problem = problemOf(seed);
      const draw = random(seed + 2_000_000);
      const rows: ScheduleRow[] = [];
      const left = problem.groupCount.slice();
      for (let i = draw.int(1, 5); i > 0; i--) {
        const group = draw.int(0, problem.groups - 1);
        const target = draw.int(0, problem.nodes - 1);
        if (left[group]-- > 0 && target !== problem.groupNode[group])
          rows.push([group, target, draw.int(1, 3), 1]);
      }
      const schedule = toSchedule(rows);
      const keeps = brokenSideRules(problem, schedule).length === 0;
      expect(keepsSideRules(problem, schedule)).toBe(keeps);
      if (!keeps || schedule.length === 0) continue;
      kept += 1;
      const done: ScheduleRow[] = [];
      for (let slot = 1; slot <= 3; slot++) {
        const counts = new SideCounts(problem, done);
        for (const row of rowsOf(schedule)) {
          if (row[2] !== slot) continue;
          for (let i = 0; i < row[3]; i++) {
            expect(counts.may(row[0], row[1], 1)).toBe(true);
            counts.change(row[0], row[1], 1, 1);
          }
          done.push(row);
        }
      }
    }
    expect(kept).toBeGreaterThan(100);
  });
});

/** Whether a schedule keeps all side rules. */
function keepsSideRules(problem: Problem, schedule: Schedule): boolean {
  const counts = sideCountsOf(problem);
  if (!counts) return true;
  for (const [group, target, slot, count] of rowsOf(schedule)) counts.change(group, target, slot, count);
  for (const [group, target, slot] of rowsOf(schedule)) if (!counts.holds(group, target, slot)) return false;
  return true;
}
