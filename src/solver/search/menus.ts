import type { Problem } from '../../model/problem.ts';
import { pinnedNodes } from '../levels.ts';

/**
 * A relaxation that sees that no node can be filled beyond any of its resources, and that making room costs moves:
 *
 *   min Σ_n P_n y_n + α Σ_{w,n} a_{w,n}
 *   Σ_n (h_{w,n} + a_{w,n}) = R_w          every replica of workload w ends somewhere: stays (h) or arrives (a);
 *                                          w are the workloads that may move, what others take is no room at all
 *   Σ_w r_{w,k} (h_{w,n} + a_{w,n}) ≤ room_{n,k} y_n,   0 ≤ h_{w,n} ≤ count_{w,n} y_n,   Σ a ≤ maxMoves
 *
 * A *menu* is a vector λ_q ≥ 0 of money per unit of each resource. For any menus and any μ ≥ 0 (money per move beyond α),
 * with π_w = α + μ + min_q λ_q·r_w as the price of having a replica somewhere, no arrival pays off on any node at
 * any of the menus, so the dual function is at least
 *
 *   Σ_w π_w R_w − μ maxMoves + Σ_n min(0, P_n − V_n),
 *   V_n = min_q [ λ_q·room_n + Σ_w max(0, π_w − λ_q·r_w) count_{w,n} ]
 *
 * (no min for a node that keeps a pinned replica). Every plan is a solution of the relaxation, so this is a bound on
 * price + α · moves. The menus are looked for by a subgradient method in floating point; `menuBound` then proves what they
 * give in whole numbers.
 */
export interface Menus {
  readonly count: number;
  /** Money units per unit of a resource, [menu * resources + resource]. */
  readonly rate: Float64Array;
  /** μ, money units. */
  readonly perMove: number;
}

/** What the search learns from the relaxation. */
export interface MenuChoice {
  /** The menu of each node, [node]. */
  readonly menuOf: Uint8Array;
  /** The menu of each workload: the one that is cheapest for it, [workload]. */
  readonly bestMenu: Uint8Array;
  /** Money units that a replica is worth at λ, [workload * count + menu]. */
  readonly cost: Float64Array;
  /** What a node must earn to stay, less what it earns: emptied when above 0, in money units, [node]. */
  readonly loss: Float64Array;
}

/** What the relaxation reads of the problem. */
export class Relaxation {
  readonly problem: Problem;
  readonly alpha: number;
  readonly pinned: Uint8Array;
  /**
   * Capacity, or the use at the start where that is more, as an end state never uses more; without what replicas take
   * that may not move.
   */
  readonly room: Float64Array;
  /** Replicas that may move, [workload]. */
  readonly movers: Int32Array;

  constructor(problem: Problem, alpha: number) {
    this.problem = problem;
    this.alpha = alpha;
    this.pinned = pinnedNodes(problem);
    const { resources, demand, open, use, groupMovable, groupWorkload, groupNode, groupCount } = problem;
    this.movers = new Int32Array(problem.workloads);
    // Where nothing may arrive there is room for what is there.
    this.room = problem.capacity.map((amount, i) =>
      open[Math.floor(i / resources)] ? Math.max(amount, use[i]) : use[i],
    );
    for (let group = 0; group < problem.groups; group++) {
      const w = groupWorkload[group];
      if (groupMovable[group]) {
        this.movers[w] += groupCount[group];
        continue;
      }
      for (let k = 0; k < resources; k++)
        this.room[groupNode[group] * resources + k] -= demand[w * resources + k] * groupCount[group];
    }
  }
}

export interface DualPoint {
  value: number;
  /** A subgradient by menu and resource, μ last. */
  slope: Float64Array;
  choice: MenuChoice;
}

/**
 * The dual function in floating point.
 * @param given the menu of each node, which need not be the best: then the function is concave in the menus
 */
export function evaluateMenus(relaxation: Relaxation, menus: Menus, given?: Uint8Array): DualPoint {
  const { problem } = relaxation;
  const point: DualPoint = {
    value: -menus.perMove * problem.maxMoves,
    slope: new Float64Array(menus.count * problem.resources + 1),
    choice: {
      menuOf: new Uint8Array(problem.nodes),
      bestMenu: new Uint8Array(problem.workloads),
      cost: new Float64Array(problem.workloads * menus.count),
      loss: new Float64Array(problem.nodes),
    },
  };
  point.slope[menus.count * problem.resources] = -problem.maxMoves;
  placeAll(relaxation, menus, point);
  const kept = given ? keepGiven(relaxation, menus, point, given) : keepNodes(relaxation, menus, point);
  letStay(relaxation, menus, point, kept);
  return point;
}

/** Σ_w π_w R_w: every replica at its cheapest menu. */
function placeAll(
  { problem, alpha, movers }: Relaxation,
  { count: Q, rate, perMove }: Menus,
  point: DualPoint,
): void {
  const { workloads, resources: K, demand } = problem;
  const { cost, bestMenu } = point.choice;
  for (let w = 0; w < workloads; w++) {
    for (let q = 0; q < Q; q++) {
      for (let k = 0; k < K; k++) cost[w * Q + q] += rate[q * K + k] * demand[w * K + k];
      if (cost[w * Q + q] < cost[w * Q + bestMenu[w]]) bestMenu[w] = q;
    }
    point.value += (alpha + perMove + cost[w * Q + bestMenu[w]]) * movers[w];
    point.slope[Q * K] += movers[w];
    for (let k = 0; k < K; k++) point.slope[bestMenu[w] * K + k] += movers[w] * demand[w * K + k];
  }
}

/** Σ_n min(0, P_n − V_n). @returns 1 where the node stays, [node] */
function keepNodes(relaxation: Relaxation, menus: Menus, point: DualPoint): Uint8Array {
  const { problem, alpha, room } = relaxation;
  const { nodes, resources: K, groupMovable, groupWorkload, groupNode, groupCount } = problem;
  const { count: Q, rate, perMove } = menus;
  const { cost, bestMenu, menuOf } = point.choice;
  const earned = new Float64Array(nodes * Q);
  for (let n = 0, cell = 0; n < nodes; n++)
    for (let q = 0; q < Q; q++, cell++)
      for (let k = 0; k < K; k++) earned[cell] += rate[q * K + k] * room[n * K + k];
  for (let group = 0; group < problem.groups; group++) {
    const w = groupWorkload[group];
    if (!groupMovable[group]) continue;
    const worth = alpha + perMove + cost[w * Q + bestMenu[w]];
    for (let q = 0; q < Q; q++)
      earned[groupNode[group] * Q + q] += Math.max(0, worth - cost[w * Q + q]) * groupCount[group];
  }
  const own = new Float64Array(nodes);
  for (let n = 0; n < nodes; n++) {
    for (let q = 1; q < Q; q++) if (earned[n * Q + q] < earned[n * Q + menuOf[n]]) menuOf[n] = q;
    own[n] = earned[n * Q + menuOf[n]];
  }
  return keepEarning(relaxation, point, own);
}

/** The same with the menus of the nodes given. */
function keepGiven(relaxation: Relaxation, menus: Menus, point: DualPoint, given: Uint8Array): Uint8Array {
  const { problem, alpha, room } = relaxation;
  const { nodes, resources: K, groupMovable, groupWorkload, groupNode, groupCount } = problem;
  const { count: Q, rate, perMove } = menus;
  const { cost, bestMenu, menuOf } = point.choice;
  menuOf.set(given);
  const own = new Float64Array(nodes);
  for (let n = 0; n < nodes; n++)
    for (let k = 0; k < K; k++) own[n] += rate[given[n] * K + k] * room[n * K + k];
  for (let group = 0; group < problem.groups; group++) {
    const [w, n] = [groupWorkload[group], groupNode[group]];
    const profit = alpha + perMove + cost[w * Q + bestMenu[w]] - cost[w * Q + given[n]];
    if (profit > 0 && groupMovable[group]) own[n] += profit * groupCount[group];
  }
  return keepEarning(relaxation, point, own);
}

/** @param earned V_n, [node] */
function keepEarning(
  { problem, pinned, room }: Relaxation,
  point: DualPoint,
  earned: Float64Array,
): Uint8Array {
  const { nodes, resources: K, price, closed } = problem;
  const { menuOf, loss } = point.choice;
  const kept = new Uint8Array(nodes);
  for (let n = 0; n < nodes; n++) {
    if (closed[n]) continue;
    loss[n] = price[n] - earned[n];
    if (!pinned[n] && loss[n] >= 0) continue;
    kept[n] = 1;
    point.value += loss[n];
    for (let k = 0; k < K; k++) point.slope[menuOf[n] * K + k] -= room[n * K + k];
  }
  return kept;
}

/** What stays on the kept nodes needs no place of its own: it takes room there, and no move. */
function letStay(
  { problem, alpha }: Relaxation,
  { count: Q, perMove }: Menus,
  { slope, choice: { cost, bestMenu, menuOf } }: DualPoint,
  kept: Uint8Array,
): void {
  const { resources: K, demand, groupMovable, groupWorkload, groupNode, groupCount } = problem;
  for (let group = 0; group < problem.groups; group++) {
    const n = groupNode[group];
    if (!kept[n]) continue;
    const w = groupWorkload[group];
    if (!groupMovable[group] || alpha + perMove + cost[w * Q + bestMenu[w]] <= cost[w * Q + menuOf[n]])
      continue;
    slope[Q * K] -= groupCount[group];
    for (let k = 0; k < K; k++) {
      const amount = groupCount[group] * demand[w * K + k];
      slope[bestMenu[w] * K + k] -= amount;
      slope[menuOf[n] * K + k] += amount;
    }
  }
}
