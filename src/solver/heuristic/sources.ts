import type { Problem } from '../../model/problem.ts';
import { pinnedNodes } from '../levels.ts';

/** Which replicas the heuristic may move at all; the same in every slot. */
export interface Sources {
  /** Groups that may leave node n are groups[start[n]] … groups[start[n + 1] - 1], sorted. */
  start: Int32Array;
  groups: Int32Array;
  /** Workloads that a latency limit ties to another one: their replicas stay within their location, [workload]. */
  partnered: Uint8Array;
}

/** A node is a source when emptying it saves something: its price is not 0, and no replica on it is pinned. */
export function sourcesOf(problem: Problem): Sources {
  const { nodes, groupNode, price } = problem;
  const pinned = pinnedNodes(problem);
  const leaving = Int32Array.from(groupNode.keys()).filter(
    (g) => price[groupNode[g]] > 0 && !pinned[groupNode[g]],
  );
  const start = new Int32Array(nodes + 1);
  for (const g of leaving) start[groupNode[g] + 1] += 1;
  for (let n = 0; n < nodes; n++) start[n + 1] += start[n];
  const groups = new Int32Array(leaving.length);
  const next = start.slice();
  for (const g of leaving) groups[next[groupNode[g]]++] = g;
  return { start, groups, partnered: partnered(problem) };
}

function partnered(problem: Problem): Uint8Array {
  const tied = new Uint8Array(problem.workloads);
  for (const w of problem.callFrom) tied[w] = 1;
  for (const w of problem.callTo) tied[w] = 1;
  return tied;
}
