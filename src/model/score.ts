import { formatDecimal, formatMoney, MONEY_SCALE, money } from './decimal.ts';
import type { ResolvedOptions } from './options.ts';
import type { Level } from './plan.ts';

/** The objective of `docs/model.md`, (2) of the paper, on public values. */

/** What the objective looks at: price of the last placement (10⁻¹² of the currency), moves, slots. */
export interface Terms {
  price: bigint;
  moves: number;
  slots: number;
  /** With the option drain: nodes of it that host something in the end. */
  undrained?: number;
}

/** α · (moves + slots), in 10⁻¹² of the currency; undefined for the lexicographic objective, which has no α. */
export function disruption(
  objective: ResolvedOptions['objective'],
  { moves, slots }: Terms,
): bigint | undefined {
  return objective.kind === 'weighted' ? money(objective.alpha) * BigInt(moves + slots) : undefined;
}

/** The value of every level, most important first: `undrained` where nodes are to be drained, then those of the objective. */
export function levelValues(
  objective: ResolvedOptions['objective'],
  terms: Terms,
): Pick<Level, 'name' | 'value'>[] {
  const paid = disruption(objective, terms);
  const first =
    terms.undrained === undefined ? [] : [{ name: 'undrained' as const, value: String(terms.undrained) }];
  if (paid !== undefined) return [...first, { name: 'weighted', value: formatMoney(terms.price + paid) }];
  return [
    ...first,
    { name: 'price', value: formatMoney(terms.price) },
    { name: 'moves', value: String(terms.moves) },
    { name: 'slots', value: String(terms.slots) },
  ];
}

/** Decimals of a gap. */
export const GAP_DECIMALS = 6;

/**
 * (value − bound) / value, rounded up to 6 decimals; 0 when equal. Both in the same unit, 0 ≤ bound ≤ value: no term of
 * the objective is negative, so no bound need be.
 */
export function gapOf(value: bigint, bound: bigint): string {
  if (bound < 0n || bound > value) throw new RangeError(`bound ${bound} is not between 0 and ${value}`);
  if (bound === value) return '0';
  const scaled = (value - bound) * 10n ** BigInt(GAP_DECIMALS);
  return formatDecimal((scaled + value - 1n) / value, GAP_DECIMALS);
}

/** (before − after) / before in percent, rounded down to 2 decimals; 0 when nothing was paid before. */
export function savedPercent(before: bigint, after: bigint): string {
  if (before === 0n) return '0';
  const scaled = (before - after) * 10_000n;
  const rounded = scaled / before;
  return formatDecimal(rounded * before > scaled ? rounded - 1n : rounded, 2);
}

/** An exact decimal as a count of 10⁻¹²; null when it has more decimals that matter, or more than 64 characters. */
export function parseAmount(text: string): bigint | null {
  const match = text.length > 64 ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > MONEY_SCALE) return null;
  const units = BigInt(match[2] + fraction.padEnd(MONEY_SCALE, '0'));
  return match[1] === '-' ? -units : units;
}
