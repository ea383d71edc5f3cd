import type { Menus, Relaxation } from './menus.ts';

/** All sums stay below this many steps, so doubles hold them exactly. */
const MOST_STEPS = 2 ** 51;
const MOST_SCALE = 2 ** 40;
/** Room for the rounding of a product of a rate and an amount, summed over at most 64 resources. */
const ROUNDING = 1e-12;

/**
 * What menus prove (the formulas are in `menus.ts`): no plan has price + α · moves below this many money units.
 *
 * Everything is taken in whole steps of a power of two of the money unit, in the safe direction: a price or a request
 * rounded down, what a node's room is worth rounded up. Then Σ_w h_w ⌊λ·r_w⌋ ≤ ⌈λ·room⌉ for everything that fits, so
 * the argument holds for the rounded numbers, whatever λ and μ are, and all arithmetic on them is exact.
 */
export function menuBound(relaxation: Relaxation, menus: Menus): number {
  const { problem, alpha, pinned, room, movers } = relaxation;
  const {
    nodes,
    workloads,
    resources,
    demand,
    price,
    closed,
    groupWorkload,
    groupNode,
    groupCount,
    groupMovable,
  } = problem;
  const { count, rate } = menus;
  const scale = scaleOf(relaxation, menus);
  const down = (value: number) => Math.floor(value * scale * (1 - ROUNDING));
  const up = (value: number) => Math.ceil(value * scale * (1 + ROUNDING));
  const perMove = Math.max(0, Math.round(menus.perMove * scale));
  const disruption = Math.floor(alpha * scale) + perMove;

  const cost = new Float64Array(workloads * count);
  const worth = new Float64Array(workloads);
  let bound = -perMove * problem.maxMoves;
  for (let w = 0; w < workloads; w++) {
    let least = Number.POSITIVE_INFINITY;
    for (let q = 0; q < count; q++) {
      cost[w * count + q] = down(product(rate, q, demand, w, resources));
      least = Math.min(least, cost[w * count + q]);
    }
    worth[w] = disruption + least;
    bound += worth[w] * movers[w];
  }
  const earned = Float64Array.from({ length: nodes * count }, (_, cell) =>
    up(product(rate, cell % count, room, Math.floor(cell / count), resources)),
  );
  for (let group = 0; group < problem.groups; group++) {
    const w = groupWorkload[group];
    if (!groupMovable[group]) continue;
    for (let q = 0; q < count; q++) {
      const profit = Math.max(0, worth[w] - cost[w * count + q]);
      earned[groupNode[group] * count + q] += profit * groupCount[group];
    }
  }
  for (let n = 0; n < nodes; n++) {
    if (closed[n]) continue;
    let most = Number.POSITIVE_INFINITY;
    for (let q = 0; q < count; q++) most = Math.min(most, earned[n * count + q]);
    const loss = Math.floor(price[n] * scale) - most;
    if (pinned[n] || loss < 0) bound += loss;
  }
  return Math.max(0, Math.ceil(bound / scale));
}

function product(
  rate: Float64Array,
  menu: number,
  amounts: Float64Array,
  row: number,
  resources: number,
): number {
  let sum = 0;
  for (let k = 0; k < resources; k++) sum += rate[menu * resources + k] * amounts[row * resources + k];
  return sum;
}

/** Steps in a money unit: a power of two, so that scaling itself rounds nothing. */
function scaleOf({ problem, alpha, room }: Relaxation, { count, rate, perMove }: Menus): number {
  let size = 1 + perMove * problem.maxMoves;
  for (let n = 0; n < problem.nodes; n++) size += problem.price[n];
  for (let q = 0; q < count; q++) {
    for (let w = 0; w < problem.workloads; w++)
      size +=
        2 * (alpha + perMove + product(rate, q, problem.demand, w, problem.resources)) * problem.replicas[w];
    for (let n = 0; n < problem.nodes; n++) size += product(rate, q, room, n, problem.resources);
  }
  return Math.min(MOST_SCALE, 2 ** Math.floor(Math.log2(MOST_STEPS / size)));
}
