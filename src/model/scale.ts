import { gcd } from './decimal.ts';

/**
 * Whole amounts divided by what they all are multiples of, so that sums fit a double exactly. `read-question.ts`
 * refuses what does not fit, `to-problem.ts` relies on it: both ask here.
 */
export interface Scale {
  /** The greatest common divisor; 1 when every amount is 0. */
  unit: bigint;
  /** The largest sum that can come up, in whole `unit`s. */
  total: bigint;
}

/** Sums up to this are exact in a double. */
export const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Money: the price of every node and α for every move and slot that the options allow. A node to be drained costs in
 * addition a `surcharge` above all of these together, so that emptying one node more is worth any other cost.
 * @param prices units of 10⁻¹² of the currency
 * @param alpha in the same unit; 0n for the lexicographic objective
 * @param drained nodes to be drained
 * @returns the surcharge in whole `unit`s, 0n where nothing is to be drained
 */
export function moneyScale(
  prices: readonly bigint[],
  alpha: bigint,
  movesAndSlots: number,
  drained: number,
): Scale & { surcharge: bigint } {
  let unit = alpha;
  let sum = alpha * BigInt(movesAndSlots);
  for (const price of prices) {
    unit = gcd(unit, price);
    sum += price;
  }
  if (unit === 0n) unit = 1n;
  const surcharge = drained > 0 ? sum / unit + 1n : 0n;
  return { unit, total: sum / unit + surcharge * BigInt(drained), surcharge };
}

/**
 * One resource: every replica's request, twice, because capacity is clamped to use at the start plus all demand.
 * @param requests of one replica in the resource's own unit, and how many replicas request it
 */
export function resourceScale(requests: Iterable<{ units: bigint; replicas: number }>): Scale {
  let unit = 0n;
  let total = 0n;
  for (const { units, replicas } of requests) {
    unit = gcd(unit, units);
    total += 2n * units * BigInt(replicas);
  }
  return unit === 0n ? { unit: 1n, total } : { unit, total: total / unit };
}
