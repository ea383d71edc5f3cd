import type { Problem, Schedule } from '../../model/problem.ts';
import { evaluate, type Score } from '../levels.ts';
import { rowsOf, type ScheduleRow, toSchedule } from '../schedule.ts';
import { type Board, boardOf } from './board.ts';

/** Plans of ever more moves, each cheaper than all before it; the first is to stay. */
export interface SavingCurve {
  /** Moves in the order in which the plans take them up. */
  readonly rows: readonly ScheduleRow[];
  readonly points: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly score: Score;
  /** The plan is the first so many rows. */
  readonly length: number;
}

/**
 * The saving curve of a plan: what can be saved with fewer moves, in at most so many slots.
 *
 * It is made from the plan's own moves, in bundles: everything that leaves a node, and whatever makes room for it in an
 * earlier slot. The bundle that empties most money for each of its moves comes first; one that does not hold yet waits
 * for the others. So the curve is a choice among parts of one plan, not the optimum of every number of moves; every
 * point keeps every rule, as each is built move by move on a board that checks them. Where the plan only holds as a
 * whole, the plan is the last point.
 *
 * @param slots the plans have at most so many
 */
export function savingCurve(problem: Problem, plan: Schedule, slots: number): SavingCurve {
  const board = boardOf(problem, [], Math.max(1, Math.min(slots, evaluate(problem, plan).slots)));
  const curve = { rows: [] as ScheduleRow[], points: [{ score: board.score(), length: 0 }] };
  const within = [...rowsOf(plan)].filter(([, , slot]) => slot <= slots);
  const done = new Set<ScheduleRow>();
  let waiting = bundlesOf(problem, within);
  for (let before = -1; waiting.length !== before; ) {
    before = waiting.length;
    waiting = waiting.filter((bundle) => !takeUp(board, curve, bundle, done));
  }
  const whole = evaluate(problem, plan);
  if (waiting.length > 0 && whole.slots <= slots && whole.price < lastOf(curve).score.price) {
    const rest = within.filter((row) => !done.has(row));
    curve.rows.push(...rest);
    curve.points.push({ score: whole, length: curve.rows.length });
  }
  return curve;
}

/** The cheapest plan of the curve with at most so many moves. */
export function planWithin({ rows, points }: SavingCurve, moves: number): Schedule {
  const point = points.findLast(({ score }) => score.moves <= moves);
  return toSchedule(rows.slice(0, point?.length ?? 0));
}

/** Rows that leave a node together, and what has to come before them. */
interface Bundle {
  readonly rows: readonly ScheduleRow[];
  /** Rows that make room on their targets in earlier slots. */
  readonly before: readonly ScheduleRow[];
}

function takeUp(
  board: Board,
  curve: { rows: ScheduleRow[]; points: CurvePoint[] },
  { rows, before }: Bundle,
  done: Set<ScheduleRow>,
): boolean {
  for (const needed of [rows, [...before, ...rows]]) {
    const left = needed.filter((row) => !done.has(row));
    if (!moveAll(board, left)) continue;
    for (const row of left) done.add(row);
    curve.rows.push(...left);
    const score = board.score();
    if (score.price < lastOf(curve).score.price) curve.points.push({ score, length: curve.rows.length });
    return true;
  }
  return false;
}

function lastOf({ points }: { points: readonly CurvePoint[] }): CurvePoint {
  return points[points.length - 1];
}

function moveAll(board: Board, rows: readonly ScheduleRow[]): boolean {
  const mark = board.mark();
  for (const [group, target, slot, count] of rows) {
    for (let i = 0; i < count; i++) {
      if (!board.may(group, target, slot)) {
        board.rollBack(mark);
        return false;
      }
      board.move(group, target, slot, 1);
    }
  }
  return true;
}

/** By the node that is left, those that empty most money per move first. */
function bundlesOf(problem: Problem, plan: readonly ScheduleRow[]): Bundle[] {
  const leaving = new Map<number, ScheduleRow[]>();
  for (const row of plan) {
    const source = problem.groupNode[row[0]];
    const rows = leaving.get(source);
    if (rows) rows.push(row);
    else leaving.set(source, [row]);
  }
  const { hosted } = boardOf(problem, plan, Math.max(1, ...plan.map(([, , slot]) => slot)));
  const rate = (source: number, rows: readonly ScheduleRow[]) =>
    (hosted[source] === 0 ? problem.price[source] : 0) / rows.reduce((sum, [, , , count]) => sum + count, 0);
  return [...leaving]
    .map(([source, rows]) => ({ source, rows, rate: rate(source, rows), before: roomMakers(leaving, rows) }))
    .sort((a, b) => b.rate - a.rate || a.source - b.source);
}

function roomMakers(
  leaving: ReadonlyMap<number, ScheduleRow[]>,
  rows: readonly ScheduleRow[],
): ScheduleRow[] {
  const makers = new Set<ScheduleRow>();
  for (const [, target, slot] of rows)
    for (const maker of leaving.get(target) ?? []) if (maker[2] < slot) makers.add(maker);
  return [...makers].sort((a, b) => a[2] - b[2]);
}
