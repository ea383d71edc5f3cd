import { byName } from '../../model/placement.ts';
import type { Move, Plan } from '../../model/plan.ts';
import { type Problem, released, SCHEDULE_ROW, type Schedule } from '../../model/problem.ts';
import { carryOut, initialProgress, type Progress, priceOf } from '../progress.ts';
import { rowsOf } from '../schedule.ts';
import type { Allocatable } from './allocatable.ts';
import { billOf, moneyText } from './money.ts';
import { peakUse } from './peak-use.ts';

/** The slots as the plan states them, and money units per hour on the way. */
export interface Replay {
  slots: Plan['slots'];
  before: number;
  after: number;
  peak: number;
}

export function replay(
  problem: Problem,
  allocatable: Allocatable,
  schedule: Schedule,
  mode: Move['mode'] | undefined,
): Replay {
  const emptiedIn = lastEmptied(problem, schedule);
  const takeNames = replicaNames(problem);
  const progress = initialProgress(problem);
  const before = billOf(problem, priceOf(problem, progress.hosted));
  const result: Replay = { slots: [], before, after: before, peak: before };
  for (const [index, rows] of bySlot(schedule).entries()) {
    const during = useDuring(problem, progress, rows);
    const peak = billOf(problem, priceOf(problem, during.hosted));
    carryOut(problem, progress, rowsOf(rows));
    result.after = billOf(problem, priceOf(problem, progress.hosted));
    result.peak = Math.max(result.peak, peak);
    const moves = movesOf(problem, rows, takeNames, mode);
    result.slots.push({
      moves,
      emptied: problem.nodeNames.filter((_, n) => emptiedIn[n] === index + 1),
      cost: moneyText(problem, result.after),
      peakCost: moneyText(problem, peak),
      downtime: moves.filter((move) => move.mode === 'recreate').length,
      peakUse: peakUse(problem, allocatable, during.use),
    });
  }
  return result;
}

/** The rows of each slot, from slot 1. */
export function bySlot(schedule: Schedule): Schedule[] {
  const slots: Schedule[] = [];
  for (let start = 0, row = 0; row < schedule.length; row += SCHEDULE_ROW) {
    const next = row + SCHEDULE_ROW;
    if (next < schedule.length && schedule[next + 2] === schedule[row + 2]) continue;
    slots.push(schedule.subarray(start, next));
    start = next;
  }
  return slots;
}

/** Rule transient-capacity: old copies keep what is transient until the slot ends, and their node stays in use. */
function useDuring(problem: Problem, before: Progress, rows: Schedule): Pick<Progress, 'use' | 'hosted'> {
  const { resources, demand, transient, groupNode, groupWorkload } = problem;
  const use = before.use.slice();
  const hosted = before.hosted.slice();
  for (const [group, target, , count] of rowsOf(rows)) {
    hosted[target] += count;
    for (let k = 0; k < resources; k++) {
      use[target * resources + k] += demand[groupWorkload[group] * resources + k] * count;
      if (!transient[k]) use[groupNode[group] * resources + k] -= released(problem, group, k) * count;
    }
  }
  return { use, hosted };
}

/** The slot from whose end on a node hosts nothing, 0 when it always hosts something or never did, [node]. */
function lastEmptied(problem: Problem, schedule: Schedule): Int32Array {
  const emptied = new Int32Array(problem.nodes);
  const progress = initialProgress(problem);
  for (const [index, rows] of bySlot(schedule).entries()) {
    carryOut(problem, progress, rowsOf(rows));
    for (const [group, target] of rowsOf(rows)) {
      const source = problem.groupNode[group];
      if (progress.hosted[source] === 0) emptied[source] = index + 1;
      emptied[target] = 0;
    }
  }
  return emptied;
}

type TakeNames = (group: number, count: number) => string[];

/** Hands out the replicas of each group in order, each one once. */
function replicaNames(problem: Problem): TakeNames {
  const taken = new Int32Array(problem.groups);
  return (group, count) => {
    const first = taken[group];
    taken[group] += count;
    return Array.from({ length: count }, (_, i) => problem.replicaName(group, first + i));
  };
}

function movesOf(
  problem: Problem,
  rows: Schedule,
  takeNames: TakeNames,
  everyMode: Move['mode'] | undefined,
): Move[] {
  const moves: Move[] = [];
  for (const [group, target, , count] of rowsOf(rows)) {
    const workload = problem.workloadNames[problem.groupWorkload[group]];
    const from = problem.nodeNames[problem.groupNode[group]];
    const to = problem.nodeNames[target];
    const mode = everyMode ?? (problem.recreate[problem.groupWorkload[group]] ? 'recreate' : 'surge');
    for (const replica of takeNames(group, count)) moves.push({ workload, replica, from, to, mode });
  }
  return moves.sort((a, b) => byName(a.workload, b.workload) || byName(a.replica, b.replica));
}
