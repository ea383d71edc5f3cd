import { SCHEDULE_ROW, type Schedule } from '../model/problem.ts';

/** Building and reading schedules: flat rows of [group, target, slot, replicas], see `Schedule`. */

/** Everything stays. */
export const EMPTY_SCHEDULE: Schedule = new Int32Array(0);

/** Replicas of one group that go to one node in one slot. */
export type ScheduleRow = readonly [group: number, target: number, slot: number, count: number];

export function* rowsOf(schedule: Schedule): Generator<ScheduleRow> {
  for (let at = 0; at < schedule.length; at += SCHEDULE_ROW) {
    yield [schedule[at], schedule[at + 1], schedule[at + 2], schedule[at + 3]];
  }
}

/**
 * The one way to write these moves down: rows of the same group, target and slot joined, rows of no replicas left
 * out, slots renumbered 1, 2, … without a hole, sorted by slot, group, target. Slots without moves can go, because
 * no placement and no use changes in them.
 */
export function toSchedule(rows: Iterable<ScheduleRow>): Schedule {
  const moving = [...rows].filter(([, , , count]) => count > 0);
  moving.sort((a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1]);
  const flat: number[] = [];
  let slot = 0;
  let given = -1;
  for (const [group, target, at, count] of moving) {
    if (at !== given) slot++;
    given = at;
    const last = flat.length - SCHEDULE_ROW;
    if (last >= 0 && flat[last] === group && flat[last + 1] === target && flat[last + 2] === slot) {
      flat[last + 3] += count;
    } else {
      flat.push(group, target, slot, count);
    }
  }
  return Int32Array.from(flat);
}
