import { type DualPoint, evaluateMenus, type Menus, type Relaxation } from './menus.ts';
import type { DualPrices } from './prices.ts';

/** Menus at most: one for nodes of about the same shape. */
const MOST_MENUS = 6;

/** How much of the price moves from the resource that a shape has plenty of to the other one, at both ends of the shapes. */
const TILT = 0.1;

/** The duals of single prices for every shape, tilted: all menus alike are a ridge that no slope leads away from. */
export function firstMenus(
  { problem }: Relaxation,
  { count, pair }: Shapes,
  duals: DualPrices,
  alpha: number,
): Menus {
  const { resources: K, use } = problem;
  const total = sumOf(use, K);
  const rate = Float64Array.from({ length: count * K }, (_, i) => duals.resource[i % K]);
  if (count > 1) {
    const [first, second] = pair;
    for (let q = 0; q < count; q++) {
      const share = TILT * (1 - (2 * q) / (count - 1));
      const [from, to] = share > 0 ? [first, second] : [second, first];
      const shifted = Math.abs(share) * rate[q * K + from];
      rate[q * K + from] -= shifted;
      rate[q * K + to] += (shifted * total[from]) / total[to];
    }
  }
  return { count, rate, perMove: Math.max(0, duals.move - alpha) };
}

export interface Shapes {
  readonly count: number;
  /** From little of the second resource of the pair beside the first to much, [node]. */
  readonly shapeOf: Uint8Array;
  /** The two resources that cost most. */
  readonly pair: readonly [number, number];
}

/** Nodes by the ratio of their room in the two resources that cost most: about as many of each shape. */
export function shapesOf({ problem, room }: Relaxation, duals: DualPrices): Shapes {
  const { nodes, resources: K, use } = problem;
  const total = sumOf(use, K);
  const all = sumOf(room, K);
  const [first, second] = Array.from({ length: K }, (_, k) => k)
    .filter((k) => total[k] > 0)
    .sort(
      (a, b) =>
        duals.resource[b] * total[b] - duals.resource[a] * total[a] ||
        total[b] / all[b] - total[a] / all[a] ||
        a - b,
    );
  if (second === undefined) return { count: 1, shapeOf: new Uint8Array(nodes), pair: [first, first] };
  const ratio = (n: number) => room[n * K + second] / (room[n * K + first] || 1);
  const sorted = Array.from({ length: nodes }, (_, n) => ratio(n)).sort((a, b) => a - b);
  const cuts = new Set(
    Array.from({ length: MOST_MENUS - 1 }, (_, i) => sorted[Math.floor(((i + 1) * nodes) / MOST_MENUS)]),
  );
  cuts.delete(sorted[0]);
  const list = [...cuts];
  return {
    count: list.length + 1,
    pair: [first, second],
    shapeOf: Uint8Array.from({ length: nodes }, (_, n) => list.filter((cut) => ratio(n) >= cut).length),
  };
}

/** Times that every node is given the menu that proves most, and steps for each. */
const ROUNDS = 4;
const STEPS = 80;
/** The length of the first steps, as a share of what Polyak's rule says of a bound that is a tenth too low. */
const FIRST_LENGTH = 0.005;
const LENGTH = 0.002;
/** Halvings of the length after which a round ends, and steps in vain before each. */
const HALVINGS = 6;
const IDLE = 10;
/** How much of a direction is the newest subgradient. */
const NEWEST = 0.3;
/** What counts as a rise. */
const RISE = 0.00005;

/**
 * Better menus. Which menu is best for a node is not concave, but with the menus of the nodes given the dual function is:
 * so in turn, as in k-means, the menus for the nodes that have them, and the menu for each node.
 */
export function improveMenus(relaxation: Relaxation, first: Menus, { shapeOf }: Shapes): Improved {
  let menus = first;
  let given: Uint8Array = shapeOf;
  let steps = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const found = climb(relaxation, menus, given, round === 0 ? FIRST_LENGTH : LENGTH);
    steps += found.steps;
    menus = found.menus;
    given = evaluateMenus(relaxation, menus).choice.menuOf;
  }
  return { menus, steps };
}

export interface Improved {
  readonly menus: Menus;
  readonly steps: number;
}

/** A deflected subgradient method (Camerini, Fratta, Maffioli, On improving relaxation methods by modified gradient techniques, 1975). */
function climb(relaxation: Relaxation, first: Menus, given: Uint8Array, firstLength: number): Improved {
  const units = unitsOf(relaxation, first);
  let [best, at] = [first, first];
  let most = Number.NEGATIVE_INFINITY;
  let direction: Float64Array | undefined;
  let [idle, halvings, step] = [0, 0, 0];
  for (; step < STEPS && halvings < HALVINGS; step++) {
    const point: DualPoint = evaluateMenus(relaxation, at, given);
    idle = point.value > most + Math.abs(most) * RISE ? 0 : idle + 1;
    if (point.value > most) [most, best] = [point.value, at];
    if (idle > IDLE) {
      [at, direction, idle] = [best, undefined, 0];
      halvings += 1;
      continue;
    }
    const { slope } = point;
    direction = direction
      ? direction.map((value, i) => (1 - NEWEST) * value + NEWEST * slope[i])
      : slope.slice();
    const next = moveAlong(at, direction, units, (firstLength * Math.abs(most)) / 2 ** halvings);
    if (!next) break;
    at = next;
  }
  return { menus: best, steps: step };
}

/** What each multiplier is about, so that steps are as long for every one: the use of a resource, all moves; 0: fixed. */
function unitsOf(
  { problem: { resources, use, maxMoves } }: Relaxation,
  { count, perMove }: Menus,
): Float64Array {
  const total = sumOf(use, resources);
  const units = Float64Array.from({ length: count * resources + 1 }, (_, i) => total[i % resources]);
  // μ stays 0 where moves are plenty.
  units[count * resources] = perMove > 0 ? maxMoves : 0;
  return units;
}

function sumOf(amounts: Float64Array, resources: number): Float64Array {
  const total = new Float64Array(resources);
  for (let i = 0; i < amounts.length; i++) total[i % resources] += amounts[i];
  return total;
}

/** Menus a step further; undefined where nothing leads upwards. */
function moveAlong(
  { count, rate, perMove }: Menus,
  direction: Float64Array,
  units: Float64Array,
  rise: number,
): Menus | undefined {
  const last = rate.length;
  const value = (i: number) => (i < last ? rate[i] : perMove);
  let norm = 0;
  for (let i = 0; i <= last; i++)
    if (units[i] > 0 && (value(i) > 0 || direction[i] > 0)) norm += (direction[i] / units[i]) ** 2;
  if (norm === 0) return undefined;
  const moved = (i: number) =>
    units[i] > 0 ? Math.max(0, value(i) + ((rise / norm) * direction[i]) / units[i] ** 2) : value(i);
  return { count, rate: rate.map((_, i) => moved(i)), perMove: moved(last) };
}
