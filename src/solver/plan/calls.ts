import type { Plan } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { EMPTY_SCHEDULE, rowsOf } from '../schedule.ts';

/** Limited calls, and how many keep their plain limit everywhere at the start and in the end. */
export function callsKept(problem: Problem, schedule: Schedule): Plan['calls'] {
  const kept = (after: Schedule) => plainExcesses(problem, after).filter((excess) => excess === 0).length;
  return { limited: problem.callFrom.length, keptBefore: kept(EMPTY_SCHEDULE), keptAfter: kept(schedule) };
}

/**
 * Rule latency with the calls' own limits, no inherited breach excused, once a schedule is carried out.
 * @returns microseconds beyond the limit, 0 when it is kept, Infinity when latency is unknown, [call]
 */
export function plainExcesses(problem: Problem, schedule: Schedule): number[] {
  const places = locationsOf(problem, schedule);
  return Array.from(problem.callLimit, (limit, call) => {
    const callees = places[problem.callTo[call]];
    // `nearest` needs one callee within the limit, `all` needs the farthest to be.
    const choose = problem.callNearest[call] ? Math.min : Math.max;
    let worst = 0;
    for (const g of places[problem.callFrom[call]]) {
      const reached = callees.map((h) => delayOf(problem, g, h)).reduce((a, b) => choose(a, b));
      worst = Math.max(worst, reached - limit);
    }
    return worst;
  });
}

function delayOf(problem: Problem, g: number, h: number): number {
  const delay = problem.delay(g, h);
  return delay < 0 ? Number.POSITIVE_INFINITY : delay;
}

/** Locations with at least one replica in the end, [workload]. */
function locationsOf(problem: Problem, schedule: Schedule): number[][] {
  const { groupCount, groupNode, groupWorkload, location } = problem;
  const left = groupCount.slice();
  const places = Array.from({ length: problem.workloads }, () => new Set<number>());
  for (const [group, target, , count] of rowsOf(schedule)) {
    left[group] -= count;
    places[groupWorkload[group]].add(location[target]);
  }
  for (let group = 0; group < problem.groups; group++) {
    if (left[group] > 0) places[groupWorkload[group]].add(location[groupNode[group]]);
  }
  return places.map((set) => [...set]);
}
