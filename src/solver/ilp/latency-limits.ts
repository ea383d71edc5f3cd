import type { Problem } from '../../model/problem.ts';
import type { ReplicaClass } from './population.ts';

/** What rule latency allows: docs/model.md, latency. */

type Allows = (from: number, to: number) => boolean;

/**
 * Whether what a call allows depends on where its replicas started: some pair (`all`) or some caller (`nearest`) is
 * beyond the limit, or unknown, at the start. Everywhere else the limit itself is all there is to keep.
 */
export function isSplit(problem: Problem, call: number): boolean {
  const callers = startLocations(problem, problem.callFrom[call]);
  const callees = startLocations(problem, problem.callTo[call]);
  const keeps = (g: number, h: number) =>
    problem.delay(g, h) >= 0 && problem.delay(g, h) <= problem.callLimit[call];
  if (problem.callNearest[call]) return !callers.every((g) => callees.some((h) => keeps(g, h)));
  return !callers.every((g) => callees.every((h) => keeps(g, h)));
}

/** `all`: where a caller and a callee of these classes may be at the same time. */
export function allowsAll(
  problem: Problem,
  call: number,
  caller: ReplicaClass,
  callee: ReplicaClass,
): Allows {
  const [start, other] = [caller.start, callee.start];
  const atStart = start === undefined || other === undefined ? -1 : problem.delay(start, other);
  const limit = Math.max(problem.callLimit[call], atStart);
  return (from, to) => (from === start && to === other) || within(problem, from, to, limit);
}

/** `nearest`: where a callee serves a caller of this class. */
export function allowsNearest(
  problem: Problem,
  call: number,
  caller: ReplicaClass,
  callee: ReplicaClass,
): Allows {
  const { start } = caller;
  if (start === undefined) return (from, to) => within(problem, from, to, problem.callLimit[call]);
  const callees = startLocations(problem, callee.workload);
  const known = callees.map((to) => problem.delay(start, to)).filter((delay) => delay >= 0);
  const limit = Math.max(problem.callLimit[call], known.length === 0 ? -1 : Math.min(...known));
  return (from, to) =>
    within(problem, from, to, limit) || (known.length === 0 && from === start && callees.includes(to));
}

function within(problem: Problem, from: number, to: number, limit: number): boolean {
  const delay = problem.delay(from, to);
  return delay >= 0 && delay <= limit;
}

function startLocations({ groupStart, groupNode, location }: Problem, workload: number): number[] {
  const nodes = groupNode.subarray(groupStart[workload], groupStart[workload + 1]);
  return [...new Set(Array.from(nodes, (node) => location[node]))];
}
