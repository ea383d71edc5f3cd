import { money } from '../decimal.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Problem } from '../problem.ts';
import { MAX_EXACT, moneyScale } from '../scale.ts';
import type { Node } from '../snapshot.ts';

type Prices = Pick<
  Problem,
  'price' | 'priced' | 'bill' | 'kept' | 'drained' | 'surcharge' | 'alpha' | 'moneyUnit'
>;

/** Prices and α in the largest unit of money that all are multiples of, and what a node in use costs in the objective. */
export function pricesOf(
  nodes: readonly Node[],
  { groupNode }: Pick<Problem, 'groupNode'>,
  options: ResolvedOptions,
): Prices {
  const prices = nodes.map((node) =>
    node.pricePerHour === undefined ? undefined : money(node.pricePerHour),
  );
  const alpha = options.objective.kind === 'weighted' ? money(options.objective.alpha) : 0n;
  const known = prices.filter((price) => price !== undefined);
  const drain = options.drain?.nodes ?? [];
  const { unit, total, surcharge } = moneyScale(
    known,
    alpha,
    options.maxMoves + options.maxSlots,
    drain.length,
  );
  if (total > MAX_EXACT)
    throw new RangeError(`prices and α add up to more than 2^53 steps of 10^-12 × ${unit}`);
  const occupied = new Set(groupNode);
  const isIn = (names: readonly string[] = []) => {
    const chosen = new Set(names);
    return Uint8Array.from(nodes, ({ name }) => (chosen.has(name) ? 1 : 0));
  };
  const kept = isIn(options.keep?.nodes);
  const drained = isIn(drain).map((is, n) => (is && occupied.has(n) ? 1 : 0));
  const bill = Float64Array.from(prices, (price) => Number((price ?? 0n) / unit));
  return {
    price: bill.map((price, n) => (kept[n] ? 0 : price) + (drained[n] ? Number(surcharge) : 0)),
    priced: Uint8Array.from(prices, (price) => (price === undefined ? 0 : 1)),
    bill,
    kept,
    drained,
    surcharge: Number(surcharge),
    alpha: Number(alpha / unit),
    moneyUnit: unit,
  };
}
