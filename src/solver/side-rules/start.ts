import type { Problem } from '../../model/problem.ts';
import type { ScheduleRow } from '../schedule.ts';

/** A deployment in which some slots are done already; those that follow are counted from 1. */
export interface Start {
  /** Replicas that have not moved, [group]. */
  readonly left: Int32Array;
  /** Rows that are done, by workload. */
  readonly arrived: ReadonlyMap<number, readonly ScheduleRow[]>;
}

export function startAfter(problem: Problem, done: Iterable<ScheduleRow>): Start {
  const left = problem.groupCount.slice();
  const arrived = new Map<number, ScheduleRow[]>();
  for (const row of done) {
    const [group, , , count] = row;
    left[group] -= count;
    const workload = problem.groupWorkload[group];
    const rows = arrived.get(workload);
    if (rows) rows.push(row);
    else arrived.set(workload, [row]);
  }
  return { left, arrived };
}
