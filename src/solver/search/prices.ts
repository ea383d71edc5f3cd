import type { Problem } from '../../model/problem.ts';
import { pinnedNodes } from '../levels.ts';

/**
 * Where the search for menus (`menus.ts`) starts: the duals of a covering program with one price for each resource.
 *
 *   min Σ_n P_n y_n + α Σ_n c_n (1 − y_n)   with   Σ_n room_{n,k} y_n ≥ U_k for every resource k,
 *                                                Σ_n c_n (1 − y_n) ≤ maxMoves
 *
 * y_n = 1 when n hosts something in the end, c_n its replicas at the start: a node that hosts nothing in the end has
 * moved them all, and no replica moves twice. U_k is all use; room is capacity, or the use at the start where that is
 * more: an end state never uses more. Pinned nodes have y = 1, closed ones y = 0. Every plan gives such a y, whatever
 * its slots.
 *
 * For any λ ≥ 0 (a price per unit of each resource) and μ ≥ 0 (a price per move on top of α) the Lagrangian
 *
 *   Σ_k λ_k U_k − μ maxMoves + Σ_n min(P_n − Σ_k λ_k room_{n,k}, (α + μ) c_n)
 *
 * is a bound, with one menu the same as that of `menus.ts`. Nothing is proved from these numbers here.
 */
export interface DualPrices {
  /** Money units per unit of each resource, [resource]. */
  readonly resource: Float64Array;
  /** Money units per move, α included. */
  readonly move: number;
}

interface Cover {
  readonly problem: Problem;
  /** What α is in this level of the objective. */
  readonly alpha: number;
  readonly pinned: Uint8Array;
  /** [node * resources + resource] */
  readonly room: Float64Array;
  /** Replicas at the start, [node]. */
  readonly hosted: Int32Array;
  /** [resource] */
  readonly use: Float64Array;
}

function coverOf(problem: Problem, alpha: number): Cover {
  const { nodes, resources, capacity, use, open, groupNode, groupCount } = problem;
  const hosted = new Int32Array(nodes);
  for (let group = 0; group < problem.groups; group++) hosted[groupNode[group]] += groupCount[group];
  const total = new Float64Array(resources);
  const room = new Float64Array(nodes * resources);
  for (let i = 0; i < room.length; i++) {
    total[i % resources] += use[i];
    room[i] = open[Math.floor(i / resources)] ? Math.max(capacity[i], use[i]) : use[i];
  }
  return { problem, alpha, pinned: pinnedNodes(problem), room, hosted, use: total };
}

/** Steps of the subgradient method. */
const STEPS = 400;

/** Duals close to the best ones, by the subgradient method with Polyak's step lengths. */
export function dualPrices(problem: Problem, alpha: number): DualPrices {
  const cover = coverOf(problem, alpha);
  const { resources } = problem;
  let best: Point = { value: Number.NEGATIVE_INFINITY, slack: new Float64Array(resources + 1) };
  let bestAt = new Float64Array(resources + 1);
  const at = startOf(cover);
  let length = 1;
  for (let step = 0, idle = 0; step < STEPS; step++) {
    const point = lagrangian(cover, at);
    if (point.value > best.value) {
      best = point;
      bestAt = at.slice();
      idle = 0;
    } else if (++idle === 12) {
      length /= 2;
      idle = 0;
      at.set(bestAt);
    }
    moveAlong(cover, at, idle === 0 ? best : point, length);
  }
  return { resource: bestAt.subarray(0, resources), move: alpha + bestAt[resources] };
}

/** Value of the Lagrangian and, per multiplier, by how much its row is missed there. */
interface Point {
  value: number;
  slack: Float64Array;
}

/** The best multiplier of any single resource alone, in the order of what it proves, is where the search starts. */
function startOf(cover: Cover): Float64Array {
  const { resources, nodes, price } = cover.problem;
  const none = new Float64Array(resources + 1);
  let best = none;
  let most = lagrangian(cover, none).value;
  for (let k = 0; k < resources; k++) {
    const rates: number[] = [];
    for (let n = 0; n < nodes; n++)
      if (cover.room[n * resources + k] > 0) rates.push(price[n] / cover.room[n * resources + k]);
    rates.sort((a, b) => a - b);
    for (let part = 1; part < 32; part++) {
      const at = none.slice();
      at[k] = rates[Math.floor((rates.length * part) / 32)] ?? 0;
      const { value } = lagrangian(cover, at);
      if (value > most) [most, best] = [value, at];
    }
  }
  return best.slice();
}

function lagrangian({ problem, alpha, pinned, room, hosted, use }: Cover, at: Float64Array): Point {
  const { nodes, resources, price, closed, maxMoves } = problem;
  const slack = new Float64Array(resources + 1);
  slack.set(use);
  slack[resources] = -maxMoves;
  let value = -at[resources] * maxMoves;
  for (let k = 0; k < resources; k++) value += at[k] * use[k];
  for (let n = 0; n < nodes; n++) {
    if (closed[n]) continue;
    let kept = price[n];
    for (let k = 0; k < resources; k++) kept -= at[k] * room[n * resources + k];
    const emptied = (alpha + at[resources]) * hosted[n];
    if (pinned[n] || kept < emptied) {
      value += kept;
      for (let k = 0; k < resources; k++) slack[k] -= room[n * resources + k];
    } else {
      value += emptied;
      slack[resources] += hosted[n];
    }
  }
  return { value, slack };
}

/** One step along the subgradient, every multiplier in its own unit: what it costs is spread over what it is about. */
function moveAlong({ problem, use }: Cover, at: Float64Array, { slack }: Point, length: number): void {
  const { resources, price, maxMoves } = problem;
  const money = price.reduce((sum, value) => sum + value, 0);
  for (let k = 0; k <= resources; k++) {
    const total = k < resources ? use[k] : maxMoves;
    if (total === 0) continue;
    at[k] = Math.max(0, at[k] + (length * 0.5 * money * slack[k]) / (total * total));
  }
}
