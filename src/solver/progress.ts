import { type Problem, released } from '../model/problem.ts';
import type { ScheduleRow } from './schedule.ts';

/** The deployment after the slots decided so far. */
export interface Progress {
  /** In units of the problem, [node * resources + resource]. */
  use: Float64Array;
  /** Replicas of each group that have not moved yet, [group]. */
  left: Int32Array;
  /** Replicas on each node, [node]. */
  hosted: Int32Array;
  moves: number;
}

export function initialProgress(problem: Problem): Progress {
  const hosted = new Int32Array(problem.nodes);
  for (let g = 0; g < problem.groups; g++) hosted[problem.groupNode[g]] += problem.groupCount[g];
  return { use: problem.use.slice(), left: problem.groupCount.slice(), hosted, moves: 0 };
}

/** Moves the replicas of every row, whatever its slot: old copies gone, new ones in place. */
export function carryOut(problem: Problem, progress: Progress, rows: Iterable<ScheduleRow>): void {
  const { resources, demand, groupWorkload, groupNode } = problem;
  for (const [group, target, , count] of rows) {
    const source = groupNode[group];
    for (let k = 0; k < resources; k++) {
      progress.use[source * resources + k] -= released(problem, group, k) * count;
      progress.use[target * resources + k] += demand[groupWorkload[group] * resources + k] * count;
    }
    progress.left[group] -= count;
    progress.hosted[source] -= count;
    progress.hosted[target] += count;
    progress.moves += count;
  }
}

/** Money units per hour of the nodes that host something. */
export function priceOf(problem: Problem, hosted: Int32Array): number {
  let price = 0;
  for (let n = 0; n < problem.nodes; n++) if (hosted[n] > 0) price += problem.price[n];
  return price;
}
