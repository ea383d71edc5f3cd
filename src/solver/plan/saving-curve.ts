import { LIMITS } from '../../model/limits.ts';
import type { ResolvedOptions } from '../../model/options.ts';
import type { CurvePoint, Plan } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { isWorthwhile } from '../minimum-saving.ts';
import { rowsOf, type ScheduleRow } from '../schedule.ts';
import { savingCurve } from '../search/curve.ts';
import { billOf, moneyText, moneyUnits } from './money.ts';

/**
 * The saving curve of a plan, each point by the places of the moves that it adds. What drains a node may cost more than the
 * point before, and a few moves may save too little to be a plan: they are then no point of their own.
 * @param slots of the same plan
 */
export function savingCurvePoints(
  problem: Problem,
  options: ResolvedOptions,
  schedule: Schedule,
  slots: Plan['slots'],
): CurvePoint[] {
  const { rows, points } = savingCurve(problem, schedule, Math.max(1, slots.length));
  const placesOf = movePlaces(problem, schedule, slots);
  let length = 0;
  const bills = points.map(({ score }) => billOf(problem, score.price));
  let lowest = Number.POSITIVE_INFINITY;
  const cheaper = points.filter((_, i) => {
    const { moves } = points[i].score;
    if (
      bills[i] >= lowest ||
      !isWorthwhile(options.minimumSaving, moneyUnits(problem, bills[0] - bills[i]), moves)
    )
      return false;
    lowest = bills[i];
    return true;
  });
  return someOf(cheaper).map(({ score, length: next }) => {
    const adds = rows.slice(length, next).flatMap(placesOf);
    length = next;
    return {
      adds: adds.sort((a, b) => a - b),
      moves: score.moves,
      slots: score.slots,
      cost: moneyText(problem, billOf(problem, score.price)),
    };
  });
}

/** All points, or as many as a plan may have: the first, the last and others evenly between. */
function someOf<Point>(points: readonly Point[]): Point[] {
  const most = LIMITS.curvePoints;
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, i) => points[Math.round((i * (points.length - 1)) / (most - 1))]);
}

/** The places of a row's moves in the plan, by the replicas that `slots` of the plan hands out to the rows in order. */
function movePlaces(
  problem: Problem,
  schedule: Schedule,
  slots: Plan['slots'],
): (row: ScheduleRow) => number[] {
  const placeOf = new Map<string, number>();
  let place = 0;
  for (const { moves } of slots)
    for (const { workload, replica } of moves) placeOf.set(`${workload} ${replica}`, place++);
  const { groupWorkload, workloadNames, replicaName } = problem;
  const taken = new Int32Array(problem.groups);
  const places = new Map<string, number[]>();
  for (const [group, target, slot, count] of rowsOf(schedule)) {
    const first = taken[group];
    taken[group] += count;
    const names = Array.from({ length: count }, (_, i) => replicaName(group, first + i));
    const workload = workloadNames[groupWorkload[group]];
    places.set(
      `${slot} ${group} ${target}`,
      names.flatMap((name) => placeOf.get(`${workload} ${name}`) ?? []),
    );
  }
  return ([group, target, slot]) => places.get(`${slot} ${group} ${target}`) ?? [];
}
