import { type Problem, released, type Schedule } from '../model/problem.ts';
import { rowsOf } from './schedule.ts';

/** The objective (2): what a schedule costs, which of two is better, and what no schedule can cost less than. */

/** What a schedule comes to. All are integers, exact below 2^53. */
export interface Score {
  /** Money units per hour: Σ price of the nodes that host a replica in the end. */
  price: number;
  moves: number;
  slots: number;
}

export function evaluate(problem: Problem, schedule: Schedule): Score {
  const hosted = new Int32Array(problem.nodes);
  for (let group = 0; group < problem.groups; group++)
    hosted[problem.groupNode[group]] += problem.groupCount[group];
  const { stayPrice } = problem;
  let stays = stayPrice !== undefined;
  let moves = 0;
  let slots = 0;
  for (const [group, target, slot, count] of rowsOf(schedule)) {
    if (problem.groupWorkload[group] === stayPrice?.workload) stays = false;
    hosted[problem.groupNode[group]] -= count;
    hosted[target] += count;
    moves += count;
    slots = Math.max(slots, slot);
  }
  let price = stayPrice && stays ? stayPrice.price : 0;
  for (let node = 0; node < problem.nodes; node++) if (hosted[node] > 0) price += problem.price[node];
  return { price, moves, slots };
}

/** The values that are minimised, the first one first: [price + α (moves + slots)], or [price, moves, slots]. */
export function levelsOf(problem: Problem, { price, moves, slots }: Score): number[] {
  return problem.objective === 'weighted' ? [price + problem.alpha * (moves + slots)] : [price, moves, slots];
}

/** Whether `a` is strictly better: lower in the first level that differs, then fewer moves, then fewer slots. */
export function better(problem: Problem, a: Score, b: Score): boolean {
  const left = [...levelsOf(problem, a), a.moves, a.slots];
  const right = [...levelsOf(problem, b), b.moves, b.slots];
  const differing = left.findIndex((value, level) => value !== right[level]);
  return differing >= 0 && left[differing] < right[differing];
}

/** Whether no level can get lower: every bound has reached its value. */
export function isProved(levels: readonly number[], bounds: readonly number[]): boolean {
  return levels.every((value, level) => bounds[level] >= value);
}

/** Bounds, one per level, that need no search. */
export function trivialBounds(problem: Problem): number[] {
  const price = priceBound(problem);
  return problem.objective === 'weighted' ? [price] : [price, 0, 0];
}

/** Nodes that host a replica which may not move, and so host one in the end: 1, [node]. */
export function pinnedNodes(problem: Problem): Uint8Array {
  const pinned = new Uint8Array(problem.nodes);
  for (let group = 0; group < problem.groups; group++) {
    if (!problem.groupMovable[group]) pinned[problem.groupNode[group]] = 1;
  }
  return pinned;
}

/**
 * No end state is cheaper, in money units: the nodes that stay in use whatever happens, and what it costs at least to
 * find room for the rest, taking one resource at a time and paying for nodes by the piece.
 */
export function priceBound(problem: Problem): number {
  const pinned = pinnedNodes(problem);
  let fixed = 0;
  for (let node = 0; node < problem.nodes; node++) if (pinned[node]) fixed += problem.price[node];
  let most = 0;
  for (let resource = 0; resource < problem.resources; resource++) {
    most = Math.max(most, coverBound(problem, resource, pinned));
  }
  return fixed + most;
}

/** How much less all replicas may use in the end than at the start: those that move take their new demand. */
function spared(problem: Problem, resource: number): number {
  if (!problem.release) return 0;
  let sum = 0;
  for (let group = 0; group < problem.groups; group++) {
    const demand = problem.demand[problem.groupWorkload[group] * problem.resources + resource];
    if (problem.groupMovable[group])
      sum += Math.max(0, released(problem, group, resource) - demand) * problem.groupCount[group];
  }
  return sum;
}

/**
 * Least Σ P_n y_n with Σ C_n y_n ≥ all use in the end and 0 ≤ y ≤ 1. For any λ ≥ 0, λ·use − Σ max(0, λ C_n − P_n) is a bound;
 * the λ = P/C of the node that the use runs out on gives the best one. It is computed exactly, so a rounding error in
 * the order of the nodes can only make it weaker.
 */
function coverBound(problem: Problem, resource: number, pinned: Uint8Array): number {
  let left = -spared(problem, resource);
  const paid: { price: number; room: number }[] = [];
  for (let node = 0; node < problem.nodes; node++) {
    const at = node * problem.resources + resource;
    left += problem.use[at];
    // An overcommitted node may keep what it has, and one where nothing may arrive has room for no more.
    const room = problem.open[node] ? Math.max(problem.capacity[at], problem.use[at]) : problem.use[at];
    if (problem.price[node] === 0 || pinned[node]) left -= room;
    else if (room > 0) paid.push({ price: problem.price[node], room });
  }
  if (left <= 0) return 0;
  paid.sort((a, b) => a.price * b.room - b.price * a.room);
  let covered = 0;
  const critical = paid.find(({ room }) => {
    covered += room;
    return covered >= left;
  });
  if (!critical) return 0;
  const price = BigInt(critical.price);
  const room = BigInt(critical.room);
  let scaled = price * BigInt(left);
  for (const node of paid) {
    const gain = price * BigInt(node.room) - BigInt(node.price) * room;
    if (gain > 0n) scaled -= gain;
  }
  return scaled > 0n ? Number((scaled + room - 1n) / room) : 0;
}
