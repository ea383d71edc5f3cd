import { decimalOfNumber, parseMoney } from '../decimal.ts';
import { parseQuantity } from '../quantity.ts';
import { Money, Quantity } from '../snapshot.ts';
import type { Hints } from './structure.ts';

/** What people write by hand where the format wants something else. A hint is only given when it is right as it stands. */
export const HINTS: Hints = new Map([
  [Money, moneyHint],
  [Quantity, quantityHint],
]);

/** `$0.192`, `0,192`, `1,234.50`, `0.192 USD`, `1e-3`. */
function moneyHint(value: string | number): string | undefined {
  const text = String(value).trim();
  const bare = text.replace(/^[^\d.,+-]+|[^\d]+$/g, '');
  const point = /^\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare.replaceAll(',', '');
  // One comma before three digits is a decimal point to some and a thousands separator to others.
  const written = /^[1-9]\d*,\d{3}$/.test(bare) ? [point, bare.replace(',', '')] : [point];
  const candidates = /^[\d.]+e[+-]?\d+$/i.test(text) ? [decimalOfNumber(Number(text)) ?? ''] : written;
  return alternatives(candidates.filter((candidate) => isZeroOrMore(parseMoney(candidate))));
}

/** `500 m`, `16GB`, `16GiB`, `500K`, `16g`, `500mi`, `0,5`. */
function quantityHint(value: string | number): string | undefined {
  const [, number, suffix] = /^\s*([\d.,]+)\s*([A-Za-z]*)\s*$/.exec(String(value)) ?? [];
  if (number === undefined || suffix === undefined) return undefined;
  const amount = number.replace(/^(\d+),(\d+)$/, '$1.$2');
  const prefix = suffix.replace(/i?b?$/i, '');
  const decimal = amount + (prefix.toLowerCase() === 'k' ? 'k' : prefix.toUpperCase());
  const binary = `${amount}${prefix.toUpperCase()}i`;
  const candidates = isZeroOrMore(parseQuantity(amount + suffix))
    ? [amount + suffix]
    : /ib$/i.test(suffix)
      ? [binary]
      : [decimal, binary];
  return alternatives(candidates.filter((candidate) => isZeroOrMore(parseQuantity(candidate))));
}

function alternatives(right: readonly string[]): string | undefined {
  return right.length === 0 ? undefined : right.map((text) => `"${text}"`).join(' or ');
}

function isZeroOrMore(amount: bigint | null): boolean {
  return amount !== null && amount >= 0n;
}
