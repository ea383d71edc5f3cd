import { type DualPoint, evaluateMenus, type Menus, type Relaxation } from './menus.ts';
import type { DualPrices } from './prices.ts';

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

/** The first step is so much of the way to where the value would be 0. */
const FIRST_LENGTH = 0.02;

/** Better menus, by a subgradient method that only keeps steps upwards, every resource in its own unit. */
export function improveMenus(relaxation: Relaxation, menus: Menus, steps: number): Menus {
  let best = menus;
  let top = evaluateMenus(relaxation, menus);
  let slope = top.slope;
  let length = FIRST_LENGTH;
  for (let step = 0, idle = 0; step < steps; step++) {
    const next = stepAlong(relaxation, best, slope, length * top.value);
    if (!next) break;
    const found: DualPoint = evaluateMenus(relaxation, next);
    if (found.value > top.value) {
      [best, top, slope, idle] = [next, found, found.slope, 0];
      length *= 1.1;
    } else if (++idle % 4 === 0) {
      length /= 1.5;
      slope = top.slope;
    } else {
      // On a ridge neither slope points along it, their mean does.
      const here = slope;
      slope = found.slope.map((value, i) => 0.5 * (here[i] + value));
    }
  }
  return best;
}

/** Menus a step further; undefined where nothing leads upwards. */
function stepAlong(
  { problem }: Relaxation,
  menus: Menus,
  slope: Float64Array,
  rise: number,
): Menus | undefined {
  const { resources: K, use, maxMoves } = problem;
  const total = new Float64Array(K);
  for (let i = 0; i < use.length; i++) total[i % K] += use[i];
  let norm = 0;
  for (let i = 0; i < menus.rate.length; i++) if (total[i % K] > 0) norm += (slope[i] / total[i % K]) ** 2;
  if (norm === 0) return undefined;
  const size = rise / Math.sqrt(norm);
  const rate = menus.rate.map((value, i) =>
    total[i % K] > 0 ? Math.max(0, value + (size * slope[i]) / total[i % K] ** 2) : value,
  );
  // μ stays 0 where moves are plenty.
  const step = menus.perMove > 0 && maxMoves > 0 ? (size * slope[rate.length]) / maxMoves ** 2 : 0;
  return { count: menus.count, rate, perMove: Math.max(0, menus.perMove + step) };
}
