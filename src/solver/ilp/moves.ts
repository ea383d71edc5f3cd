import type { Problem, Schedule } from '../../model/problem.ts';
import { rowsOf, type ScheduleRow, toSchedule } from '../schedule.ts';
import type { Program } from './program.ts';
import type { Sum } from './sum.ts';
import { targetsOf } from './targets.ts';

/** One way to move: replicas of a group to a node. It has a column for every slot. */
export interface Route {
  readonly group: number;
  readonly target: number;
  /** The column of slot 1; those of later slots follow. */
  readonly first: number;
}

/** The decision x[group, target, slot]: how many replicas of the group go to the node in the slot. */
export interface Moves {
  readonly slots: number;
  /** Sorted by group, then target. */
  readonly routes: readonly Route[];
  /** Routes of each group, [group]. */
  readonly leaving: readonly (readonly Route[])[];
  /** Routes to each node, [node]. */
  readonly arriving: readonly (readonly Route[])[];
}

/**
 * Makes the columns of all moves that the rules about single moves leave.
 * @param among only routes that one of these schedules takes
 */
export function addMoves(
  problem: Problem,
  program: Program,
  slots: number,
  among?: readonly Schedule[],
): Moves {
  const leaving = Array.from({ length: problem.groups }, (): Route[] => []);
  const arriving = Array.from({ length: problem.nodes }, (): Route[] => []);
  const targets = targetsOf(problem);
  const taken = among && new Set(among.flatMap((schedule) => Array.from(rowsOf(schedule), routeKey)));
  for (let group = 0; group < problem.groups; group++) {
    program.effort(problem.nodes);
    for (const { target, most } of targets(group)) {
      if (taken && !taken.has(routeKey([group, target]))) continue;
      const route = { group, target, first: program.column(most) };
      for (let slot = 2; slot <= slots; slot++) program.column(most);
      leaving[group].push(route);
      arriving[target].push(route);
    }
  }
  return { slots, routes: leaving.flat(), leaving, arriving };
}

function routeKey([group, target]: readonly number[]): string {
  return `${group} ${target}`;
}

/** Adds factor · (replicas that take one of the routes in the slots from … to, both included) to a sum. */
export function addTaken(sum: Sum, routes: readonly Route[], from: number, to: number, factor: number): Sum {
  for (const { first } of routes) for (let slot = from; slot <= to; slot++) sum.add(first + slot - 1, factor);
  return sum;
}

/** The moves of a point as a schedule, rounded to whole ones; slots without moves are closed up. */
export function scheduleOf({ routes, slots }: Moves, point: Float64Array): Schedule {
  const rows: ScheduleRow[] = [];
  for (const { group, target, first } of routes) {
    for (let slot = 1; slot <= slots; slot++)
      rows.push([group, target, slot, Math.round(point[first + slot - 1])]);
  }
  return toSchedule(rows);
}

/** A schedule as a point, moves only; null when there is no column for a move of it. */
export function pointOf({ leaving, slots }: Moves, columns: number, schedule: Schedule): Float64Array | null {
  const point = new Float64Array(columns);
  for (const [group, target, slot, count] of rowsOf(schedule)) {
    const route = leaving[group].find((one) => one.target === target);
    if (!route || slot > slots) return null;
    point[route.first + slot - 1] += count;
  }
  return point;
}
