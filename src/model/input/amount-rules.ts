import { Money, Quantity } from '../amounts.ts';
import { decimalOfNumber, parseMoney } from '../decimal.ts';
import { parseQuantity } from '../quantity.ts';
import type { ValueRules } from './value.ts';

/** Amounts: which are good, and what to write instead of what people write by hand. */
export const AMOUNT_RULES: ValueRules = new Map([
  [Money, { accepts: isMoney, hint: moneyHint }],
  [Quantity, { accepts: isQuantity, hint: quantityHint }],
]);

function isMoney(value: string | number): boolean {
  return (parseMoney(value) ?? -1n) >= 0n;
}

function isQuantity(value: string | number): boolean {
  return (parseQuantity(value) ?? -1n) >= 0n;
}

/** `$0.192`, `0,192`, `1,234.50`, `0.192 USD`, `1e-3`. */
function moneyHint(value: string | number): string | undefined {
  const text = String(value).trim();
  const bare = text.replace(/^[^\d.,+-]+|[^\d]+$/g, '');
  const point = /^\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare.replaceAll(',', '');
  // One comma before three digits is a decimal point to some and a thousands separator to others.
  const written = /^[1-9]\d*,\d{3}$/.test(bare) ? [point, bare.replace(',', '')] : [point];
  const candidates = /^[\d.]+e[+-]?\d+$/i.test(text) ? [decimalOfNumber(Number(text)) ?? ''] : written;
  return alternatives(candidates.filter(isMoney));
}

/** `500 m`, `16GB`, `16GiB`, `500K`, `16g`, `500mi`, `0,5`. */
function quantityHint(value: string | number): string | undefined {
  const [, number, suffix] = /^\s*([\d.,]+)\s*([A-Za-z]*)\s*$/.exec(String(value)) ?? [];
  if (number === undefined || suffix === undefined) return undefined;
  const amount = number.replace(/^(\d+),(\d+)$/, '$1.$2');
  const prefix = suffix.replace(/i?b?$/i, '');
  const decimal = amount + (prefix.toLowerCase() === 'k' ? 'k' : prefix.toUpperCase());
  const binary = `${amount}${prefix.toUpperCase()}i`;
  const candidates = isQuantity(amount + suffix)
    ? [amount + suffix]
    : /ib$/i.test(suffix)
      ? [binary]
      : [decimal, binary];
  return alternatives(candidates.filter(isQuantity));
}

function alternatives(right: readonly string[]): string | undefined {
  return right.length === 0 ? undefined : right.map((text) => `"${text}"`).join(' or ');
}
