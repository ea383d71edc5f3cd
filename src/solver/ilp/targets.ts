import { mayArrive, type Problem, released } from '../../model/problem.ts';

export interface Target {
  readonly target: number;
  /** Most replicas of the group that can ever be there at once. */
  readonly most: number;
}

/**
 * Where the replicas of a group may go. Rules `movable` and `node-not-ready` (pinned groups have no targets), all that
 * \`mayArrive\` knows, and `moved` (another node than its own) leave no more columns; nor does a node on which a
 * replica would not even fit beside those that never leave it. The mode of a move is that of its workload, so rule `surge`
 * needs nothing here.
 */
export function targetsOf(problem: Problem): (group: number) => Target[] {
  const room = problem.capacity.slice();
  for (let group = 0; group < problem.groups; group++) {
    if (problem.groupMovable[group]) continue;
    for (let k = 0; k < problem.resources; k++) {
      room[problem.groupNode[group] * problem.resources + k] -=
        released(problem, group, k) * problem.groupCount[group];
    }
  }
  return (group) => {
    const workload = problem.groupWorkload[group];
    const targets: Target[] = [];
    if (!problem.groupMovable[group]) return targets;
    for (let target = 0; target < problem.nodes; target++) {
      if (target === problem.groupNode[group] || !mayArrive(problem, group, target)) continue;
      const most = Math.min(
        problem.groupCount[group],
        copiesThatFit(requestOf(problem, workload), target, room),
      );
      if (most > 0) targets.push({ target, most });
    }
    return targets;
  };
}

/** How many replicas that each request so much of every resource a node can host; Infinity when they request nothing. */
export function copiesThatFit(request: ArrayLike<number>, node: number, room: Float64Array): number {
  let copies = Number.POSITIVE_INFINITY;
  for (let k = 0; k < request.length; k++) {
    if (request[k] > 0) copies = Math.min(copies, Math.floor(room[node * request.length + k] / request[k]));
  }
  return Math.max(copies, 0);
}

/** What one replica of a workload requests where it arrives, [resource]. */
export function requestOf({ demand, resources }: Problem, workload: number): Float64Array {
  return demand.subarray(workload * resources, (workload + 1) * resources);
}
