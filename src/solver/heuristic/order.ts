import type { Problem } from '../../model/problem.ts';
import type { Progress } from '../progress.ts';

/** Steps in which load is compared. */
const MILLIONTHS = 1_000_000;

/**
 * The paper's list L_N: nodes that host something, by rising price, equal prices by falling load, equal loads by name.
 */
export function nodesByPriceAndLoad(problem: Problem, progress: Progress): number[] {
  const nodes: number[] = [];
  for (let n = 0; n < problem.nodes; n++) if (progress.hosted[n] > 0) nodes.push(n);
  const load = new Float64Array(problem.nodes);
  for (const n of nodes) load[n] = loadOf(problem, progress.use, n);
  return nodes.sort((a, b) => problem.price[a] - problem.price[b] || load[b] - load[a] || a - b);
}

/** Load of a node: per resource, use in whole millionths of capacity, rounded down; summed. */
function loadOf(problem: Problem, use: Float64Array, n: number): number {
  let load = 0;
  const first = n * problem.resources;
  for (let k = first; k < first + problem.requested; k++) load += share(use[k], problem.capacity[k]);
  return load;
}

/** Where there is no capacity at all, each unit of use is a breach: it counts as capacity 1. */
function share(use: number, capacity: number): number {
  const whole = Math.max(capacity, 1);
  const scaled = use * MILLIONTHS;
  if (scaled <= Number.MAX_SAFE_INTEGER) return Math.floor(scaled / whole);
  return Number((BigInt(use) * BigInt(MILLIONTHS)) / BigInt(whole));
}
