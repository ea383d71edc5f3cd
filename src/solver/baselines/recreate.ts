import type { Problem, Schedule } from '../../model/problem.ts';
import { type ScheduleRow, toSchedule } from '../schedule.ts';
import { baseline } from './baseline.ts';
import { Scheduler } from './scheduler.ts';

/**
 * The paper's baseline RC: every movable replica is deleted first and then scheduled anew, all in one slot. Cheap, but
 * nothing serves meanwhile, and latency limits are only a preference.
 */
export const recreate = baseline(
  'recreate',
  'Baseline RC of the paper: every replica is deleted, then kube-scheduler places it anew. May break rules.',
  'recreate',
  recreateSchedule,
);

export function recreateSchedule(problem: Problem): Schedule {
  const { groups, groupWorkload, groupNode, groupCount, groupMovable } = problem;
  const scheduler = new Scheduler(problem);
  for (let g = 0; g < groups; g++) if (groupMovable[g]) scheduler.leave(g, groupCount[g]);
  const rows: ScheduleRow[] = [];
  for (let g = 0; g < groups; g++) {
    const workload = groupWorkload[g];
    if (!groupMovable[g]) continue;
    for (let replica = 0; replica < groupCount[g]; replica++) {
      const node = scheduler.nodeFor(g);
      // A pod that fits nowhere stays pending on a cluster; a plan has no such place, so it goes back.
      const target = node < 0 ? groupNode[g] : node;
      scheduler.add(workload, target);
      if (target !== groupNode[g]) rows.push([g, target, 1, 1]);
    }
  }
  return toSchedule(rows);
}
