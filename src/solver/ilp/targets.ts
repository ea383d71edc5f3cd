import { mayArrive, type Problem } from '../../model/problem.ts';

export interface Target {
  readonly target: number;
  /** Most replicas of the group that can ever be there at once. */
  readonly most: number;
}

/**
 * Where the replicas of a group may go. Rules `movable` and `node-not-ready` (pinned groups have no targets), all that
 * \`mayArrive\` knows, and `moved` (another node than its own) leave no more columns; nor does a node on which a
 * replica would not even fit beside those that never leave it. All moves are of mode `surge`, so that rule needs
 * nothing here.
 */
export function targetsOf(problem: Problem): (group: number) => Target[] {
  const room = problem.capacity.slice();
  for (let group = 0; group < problem.groups; group++) {
    const workload = problem.groupWorkload[group];
    if (problem.groupMovable[group]) continue;
    for (let k = 0; k < problem.resources; k++) {
      room[problem.groupNode[group] * problem.resources + k] -=
        problem.demand[workload * problem.resources + k] * problem.groupCount[group];
    }
  }
  return (group) => {
    const workload = problem.groupWorkload[group];
    const targets: Target[] = [];
    if (!problem.groupMovable[group]) return targets;
    for (let target = 0; target < problem.nodes; target++) {
      if (target === problem.groupNode[group] || !mayArrive(problem, group, target)) continue;
      const most = Math.min(problem.groupCount[group], copiesThatFit(problem, workload, target, room));
      if (most > 0) targets.push({ target, most });
    }
    return targets;
  };
}

/** How many replicas of a workload a node can host by what they request; Infinity when they request nothing. */
export function copiesThatFit(problem: Problem, workload: number, node: number, room: Float64Array): number {
  let copies = Number.POSITIVE_INFINITY;
  for (let k = 0; k < problem.resources; k++) {
    const request = problem.demand[workload * problem.resources + k];
    if (request > 0) copies = Math.min(copies, Math.floor(room[node * problem.resources + k] / request));
  }
  return Math.max(copies, 0);
}
