import { money } from '../decimal.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { MAX_EXACT, moneyScale } from '../scale.ts';
import type { Node } from '../snapshot.ts';

type Prices = Pick<Problem, 'price' | 'priced' | 'alpha' | 'moneyUnit'>;

/** Prices and α in the largest unit of money that all are multiples of. */
export function pricesOf(nodes: readonly Node[], options: ResolvedOptions): Prices {
  const prices = nodes.map((node) =>
    node.pricePerHour === undefined ? undefined : money(node.pricePerHour),
  );
  const alpha = options.objective.kind === 'weighted' ? money(options.objective.alpha) : 0n;
  const known = prices.filter((price) => price !== undefined);
  const { unit, total } = moneyScale(known, alpha, options.maxMoves + options.maxSlots);
  if (total > MAX_EXACT)
    throw new RangeError(`prices and α add up to more than 2^53 steps of 10^-12 × ${unit}`);
  return {
    price: Float64Array.from(prices, (price) => Number((price ?? 0n) / unit)),
    priced: Uint8Array.from(prices, (price) => (price === undefined ? 0 : 1)),
    alpha: Number(alpha / unit),
    moneyUnit: unit,
  };
}
