import type { Problem, Schedule } from '../../model/problem.ts';
import { type ScheduleRow, toSchedule } from '../schedule.ts';
import { baseline } from './baseline.ts';
import { Scheduler } from './scheduler.ts';

/**
 * The paper's baseline RU: the replicas of the dearest location in use are rolled over. New copies are placed while the
 * old ones are there; what fits nowhere waits for the next slot, when the old copies of this one are gone. No slot
 * knows of another.
 */
export const rollingUpdate = baseline(
  'rolling-update',
  'Baseline RU of the paper: the replicas of the dearest location are rolled over by kube-scheduler. May break rules.',
  undefined,
  rollingUpdateSchedule,
);

export function rollingUpdateSchedule(problem: Problem): Schedule {
  const { groupWorkload, groupNode } = problem;
  const scheduler = new Scheduler(problem);
  const rows: ScheduleRow[] = [];
  let waiting = replicasToRoll(problem);
  for (let slot = 1; waiting.length > 0; slot++) {
    const started: ScheduleRow[] = [];
    const pending: number[] = [];
    for (const group of waiting) {
      const node = scheduler.nodeFor(group);
      if (node < 0) pending.push(group);
      else {
        scheduler.add(groupWorkload[group], node);
        started.push([group, node, slot, 1]);
      }
    }
    for (const [group] of started) scheduler.leave(group, 1);
    rows.push(...started.filter(([group, node]) => node !== groupNode[group]));
    if (started.length === 0) break;
    waiting = pending;
  }
  return toSchedule(rows);
}

/** The group of every movable replica in the location of the dearest node in use, replica by replica. */
export function replicasToRoll(problem: Problem): number[] {
  const { groups, groupNode, groupCount, groupMovable, location, price } = problem;
  let dearest = -1;
  for (let g = 0; g < groups; g++)
    if (dearest < 0 || price[groupNode[g]] > price[dearest]) dearest = groupNode[g];
  const list: number[] = [];
  for (let g = 0; g < groups; g++) {
    if (!groupMovable[g] || location[groupNode[g]] !== location[dearest]) continue;
    for (let replica = 0; replica < groupCount[g]; replica++) list.push(g);
  }
  return list;
}
