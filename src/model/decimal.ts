/**
 * Exact decimals. Money is held as a bigint count of 10⁻¹² of the currency unit, so sums and
 * comparisons never round; JSON carries it as a plain decimal string.
 */

/** Decimal places that money may have. */
export const MONEY_SCALE = 12;

/** Plain decimal notation: optional sign, digits, optional fraction. No exponent, no grouping. */
const PLAIN = /^([+-]?)(\d+)(?:\.(\d*))?$|^([+-]?)\.(\d+)$/;
/** How JavaScript writes a finite number: `0.1`, `1e-7`, `1.5e+21`. */
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * A JSON number as the decimal it was written as. A double keeps any decimal of up to 15 significant
 * digits apart from its neighbours, so its shortest form is what the user wrote; beyond that it is not.
 * @returns plain decimal text, or null for NaN, infinities and numbers of more than 15 digits.
 */
export function decimalOfNumber(value: number): string | null {
  const match = NUMBER.exec(String(value));
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits.replace(/0+$/, '').length > 15 || Math.abs(value) > Number.MAX_SAFE_INTEGER) return null;
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0');
  const cut = Math.max(point, 1);
  const tail = padded.slice(cut);
  return sign + padded.slice(0, cut) + (tail ? `.${tail}` : '');
}

/**
 * Money from plain decimal text or a JSON number of at most 15 digits.
 * @returns units of 10⁻¹² of the currency, or null when the text is no plain decimal, has more than
 * 12 decimals that matter or more than 12 digits before the point.
 */
export function parseMoney(input: string | number): bigint | null {
  const text = typeof input === 'number' ? decimalOfNumber(input) : input;
  const match = text === null || text.length > 64 ? null : PLAIN.exec(text);
  if (!match) return null;
  const sign = match[1] ?? match[4] ?? '';
  const whole = (match[2] ?? '').replace(/^0+/, '');
  const fraction = (match[3] ?? match[5] ?? '').replace(/0+$/, '');
  if (whole.length > 12 || fraction.length > MONEY_SCALE) return null;
  const units = BigInt((whole || '0') + fraction.padEnd(MONEY_SCALE, '0'));
  return sign === '-' ? -units : units;
}

/** Money from text that a schema has already accepted. Throws on anything else: that is a bug, not input. */
export function money(input: string | number): bigint {
  const units = parseMoney(input);
  if (units === null) throw new TypeError(`not a money amount: ${input}`);
  return units;
}

/** The shortest plain decimal of an amount in 10⁻ˢᶜᵃˡᵉ: `0.192`, `-3`, `12`. */
export function formatDecimal(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const fraction = digits.slice(cut).replace(/0+$/, '');
  return (negative ? '-' : '') + digits.slice(0, cut) + (fraction ? `.${fraction}` : '');
}

/** The shortest plain decimal of an amount of money in 10⁻¹². */
export function formatMoney(units: bigint): string {
  return formatDecimal(units, MONEY_SCALE);
}

/** Greatest common divisor of two non-negative integers; gcd(0, n) = n. */
export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
