import type { Problem } from '../../model/problem.ts';
import type { Sources } from './sources.ts';

/**
 * What may still leave each node in a slot, and the smallest of their requests. A target with less room than that need
 * not be tried: most nodes are full most of the time, and this is what keeps a slot fast.
 */
export interface Supply {
  /** Groups that may leave node n are groups[start[n]] … groups[end[n] - 1], sorted; those used up are taken out. */
  start: Int32Array;
  end: Int32Array;
  groups: Int32Array;
  /** Replicas left, [group]. */
  left: Int32Array;
  /** Smallest request of what may move within the location, [node * resources + resource]; Infinity if nothing may. */
  near: Float64Array;
  /** Smallest request of what may also leave the location: replicas with latency partners stay in it. */
  apart: Float64Array;
}

/** @param left replicas of each group that have not moved in earlier slots */
export function supplyOf(problem: Problem, sources: Sources, left: Int32Array): Supply {
  const { nodes, resources } = problem;
  const supply: Supply = {
    start: sources.start,
    end: sources.start.slice(1),
    groups: sources.groups.slice(),
    left: left.slice(),
    near: new Float64Array(nodes * resources),
    apart: new Float64Array(nodes * resources),
  };
  for (let n = 0; n < nodes; n++) tidy(problem, sources, supply, n);
  return supply;
}

/** Takes out the groups of a node that are used up, and looks at the rest again. */
export function tidy(problem: Problem, sources: Sources, supply: Supply, node: number): void {
  const { resources, demand, groupWorkload } = problem;
  const { start, end, groups, left, near, apart } = supply;
  const row = node * resources;
  near.fill(Number.POSITIVE_INFINITY, row, row + resources);
  apart.fill(Number.POSITIVE_INFINITY, row, row + resources);
  let kept = start[node];
  for (let i = start[node]; i < end[node]; i++) {
    const group = groups[i];
    if (left[group] === 0) continue;
    groups[kept++] = group;
    const workload = groupWorkload[group];
    for (let k = 0; k < resources; k++) {
      const amount = demand[workload * resources + k];
      if (amount < near[row + k]) near[row + k] = amount;
      if (amount < apart[row + k] && !sources.partnered[workload]) apart[row + k] = amount;
    }
  }
  end[node] = kept;
}

/** Whether the smallest requests, at least, fit into a node's free room. */
export function hasRoomFor(
  { resources }: Problem,
  free: Float64Array,
  target: number,
  least: Float64Array,
  source: number,
): boolean {
  for (let k = 0; k < resources; k++) {
    const smallest = least[source * resources + k];
    if (smallest > 0 && free[target * resources + k] < smallest) return false;
  }
  return true;
}
