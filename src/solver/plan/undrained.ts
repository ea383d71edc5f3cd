import type { Violation } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { carryOut, initialProgress } from '../progress.ts';
import { rowsOf } from '../schedule.ts';

/** Nodes to be drained that host something in the end, and how many replicas. @param slots of the plan */
export function undrained(problem: Problem, schedule: Schedule, slots: number): Violation[] {
  const { drained, nodeNames } = problem;
  const progress = initialProgress(problem);
  carryOut(problem, progress, rowsOf(schedule));
  return nodeNames.flatMap((subject, n): Violation[] => {
    const left = progress.hosted[n];
    if (!drained[n] || left === 0) return [];
    const message = `${subject} is to be drained, and still hosts ${left} ${left === 1 ? 'replica' : 'replicas'} in the end`;
    return [{ rule: 'drain', slot: slots, subject, excess: String(left), message }];
  });
}
