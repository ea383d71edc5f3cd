import type { Problem } from '../../model/problem.ts';
import { pinnedNodes } from '../levels.ts';
import type { DualPrices } from './prices.ts';

/**
 * A relaxation that sees that no node can be filled beyond any of its resources, and that making room costs moves:
 *
 *   min Σ_n P_n y_n + α Σ_{w,n} a_{w,n}
 *   Σ_n (h_{w,n} + a_{w,n}) = R_w          every replica of workload w ends somewhere: stays (h) or arrives (a)
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
  /** Capacity, or the use at the start where that is more: an end state never uses more. */
  readonly room: Float64Array;

  constructor(problem: Problem, alpha: number) {
    this.problem = problem;
    this.alpha = alpha;
    this.pinned = pinnedNodes(problem);
    this.room = problem.capacity.map((amount, i) => Math.max(amount, problem.use[i]));
  }
}

/** The dual function in floating point, and a subgradient by menu and resource, μ last. */
export function evaluateMenus(
  relaxation: Relaxation,
  menus: Menus,
): { value: number; slope: Float64Array; choice: MenuChoice } {
  const { problem, alpha, pinned, room } = relaxation;
  const {
    nodes,
    workloads,
    resources: K,
    demand,
    replicas,
    price,
    closed,
    groupWorkload,
    groupNode,
    groupCount,
  } = problem;
  const { count: Q, rate, perMove } = menus;
  const slope = new Float64Array(Q * K + 1);
  const cost = new Float64Array(workloads * Q);
  const bestMenu = new Uint8Array(workloads);
  slope[Q * K] = -problem.maxMoves;
  let value = -perMove * problem.maxMoves;
  for (let w = 0; w < workloads; w++) {
    for (let q = 0; q < Q; q++) {
      let sum = 0;
      for (let k = 0; k < K; k++) sum += rate[q * K + k] * demand[w * K + k];
      cost[w * Q + q] = sum;
      if (sum < cost[w * Q + bestMenu[w]]) bestMenu[w] = q;
    }
    value += (alpha + perMove + cost[w * Q + bestMenu[w]]) * replicas[w];
    slope[Q * K] += replicas[w];
    for (let k = 0; k < K; k++) slope[bestMenu[w] * K + k] += replicas[w] * demand[w * K + k];
  }
  const earned = new Float64Array(nodes * Q);
  for (let n = 0; n < nodes; n++)
    for (let q = 0; q < Q; q++)
      for (let k = 0; k < K; k++) earned[n * Q + q] += rate[q * K + k] * room[n * K + k];
  for (let group = 0; group < problem.groups; group++) {
    const w = groupWorkload[group];
    const n = groupNode[group];
    const worth = alpha + perMove + cost[w * Q + bestMenu[w]];
    for (let q = 0; q < Q; q++) earned[n * Q + q] += Math.max(0, worth - cost[w * Q + q]) * groupCount[group];
  }
  const menuOf = new Uint8Array(nodes);
  const loss = new Float64Array(nodes);
  const kept = new Uint8Array(nodes);
  for (let n = 0; n < nodes; n++) {
    if (closed[n]) continue;
    for (let q = 1; q < Q; q++) if (earned[n * Q + q] < earned[n * Q + menuOf[n]]) menuOf[n] = q;
    loss[n] = price[n] - earned[n * Q + menuOf[n]];
    if (!pinned[n] && loss[n] >= 0) continue;
    kept[n] = 1;
    value += loss[n];
    for (let k = 0; k < K; k++) slope[menuOf[n] * K + k] -= room[n * K + k];
  }
  for (let group = 0; group < problem.groups; group++) {
    const n = groupNode[group];
    if (!kept[n]) continue;
    const w = groupWorkload[group];
    if (alpha + perMove + cost[w * Q + bestMenu[w]] <= cost[w * Q + menuOf[n]]) continue;
    slope[Q * K] -= groupCount[group];
    for (let k = 0; k < K; k++) {
      const amount = groupCount[group] * demand[w * K + k];
      slope[bestMenu[w] * K + k] -= amount;
      slope[menuOf[n] * K + k] += amount;
    }
  }
  return { value, slope, choice: { menuOf, bestMenu, cost, loss } };
}

/** How a menu differs from the first: one resource costs so much more, the others so much less. */
const TILTS = [1.5, 3] as const;
/** Resources that are worth less than this share of all are not tilted. */
const LEAST_SHARE = 0.01;
/** Menus at most. */
const MOST_MENUS = 7;

/** One menu of the duals, and others that favour each resource. */
export function firstMenus(relaxation: Relaxation, duals: DualPrices): Menus {
  const { problem, alpha } = relaxation;
  const { resources: K, use, capacity } = problem;
  const total = new Float64Array(K);
  const fill = new Float64Array(K);
  for (let i = 0; i < use.length; i++) total[i % K] += use[i];
  for (let i = 0; i < use.length; i++) fill[i % K] += capacity[i];
  const money = duals.resource.reduce((sum, value, k) => sum + value * total[k], 0);
  const rates: number[][] = [Array.from(duals.resource)];
  // Resources in order of how scarce they are.
  const scarce = Array.from({ length: K }, (_, k) => k)
    .filter((k) => total[k] > 0 && total[k] > 0.3 * fill[k])
    .sort((a, b) => total[b] / fill[b] - total[a] / fill[a] || a - b);
  for (const tilt of TILTS) {
    for (const k of scarce.slice(0, 3)) {
      if (rates.length === MOST_MENUS) break;
      rates.push(
        Array.from(duals.resource, (value, other) => {
          const share = Math.max(value, (LEAST_SHARE * money) / (total[other] || 1));
          return total[other] === 0
            ? 0
            : other === k
              ? share * tilt + ((tilt - 1) * 0.1 * money) / total[k]
              : value / tilt;
        }),
      );
    }
  }
  // Dear enough to be nobody's choice at first: what the first menu proves is proved still.
  for (const rate of rates.slice(1)) {
    let scale = 1;
    for (let w = 0; w < problem.workloads; w++) {
      let [own, first] = [0, 0];
      for (let k = 0; k < K; k++) {
        own += rate[k] * problem.demand[w * K + k];
        first += rates[0][k] * problem.demand[w * K + k];
      }
      if (own > 0) scale = Math.max(scale, Math.min(first / own, 10));
    }
    for (let k = 0; k < K; k++) rate[k] *= scale;
  }
  return { count: rates.length, rate: Float64Array.from(rates.flat()), perMove: duals.move - alpha };
}

/** Better menus, by the subgradient method: steps in every direction by what there is of the resource. */
export function improveMenus(relaxation: Relaxation, menus: Menus, steps: number): Menus {
  const { problem } = relaxation;
  const { resources: K, use, maxMoves } = problem;
  const total = new Float64Array(K);
  for (let i = 0; i < use.length; i++) total[i % K] += use[i];
  let best = menus;
  let point = evaluateMenus(relaxation, menus);
  let top = point;
  let length = 0.02;
  for (let step = 0, idle = 0; step < steps; step++) {
    const rate = best.rate.slice();
    let norm = 0;
    for (let i = 0; i < rate.length; i++) if (total[i % K] > 0) norm += (point.slope[i] / total[i % K]) ** 2;
    if (norm === 0) break;
    const size = (length * top.value) / Math.sqrt(norm);
    for (let i = 0; i < rate.length; i++)
      if (total[i % K] > 0) rate[i] = Math.max(0, rate[i] + (size * point.slope[i]) / total[i % K] ** 2);
    const perMove =
      maxMoves > 0 && best.perMove > 0
        ? Math.max(0, best.perMove + (size * point.slope[rate.length]) / maxMoves ** 2)
        : best.perMove;
    const next = { count: menus.count, rate, perMove };
    const found = evaluateMenus(relaxation, next);
    if (found.value > top.value) {
      best = next;
      top = found;
      point = found;
      idle = 0;
      length *= 1.1;
    } else {
      // Averaged with the slope over there: on a ridge neither of them points along it.
      for (let i = 0; i < point.slope.length; i++) found.slope[i] = 0.5 * (point.slope[i] + found.slope[i]);
      point = found;
      if (++idle % 4 === 0) {
        length /= 1.5;
        point = top;
      }
    }
  }
  return best;
}
