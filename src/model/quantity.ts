import { decimalOfNumber } from './decimal.ts';

/**
 * Kubernetes resource quantities (k8s.io/apimachinery/pkg/api/resource/quantity.go), exactly.
 * Inside, an amount is a bigint count of the resource's own unit, as kube-scheduler counts it:
 * milli-cores for cpu, whole units (bytes, pods, devices) for everything else, rounded up.
 */

const GRAMMAR = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/;

/** Amounts are billionths while they are read. */
export const NANO_EXPONENT = 9;
const DECIMAL_SUFFIX: Record<string, number> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARY_SUFFIX: Record<string, bigint> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
};
/** Kubernetes caps quantities at 2⁶³−1 units. */
export const MAX_UNITS = (1n << 63n) - 1n;
const NANO = 1_000_000_000n;

function ceilDivide(a: bigint, b: bigint): bigint {
  return a >= 0n ? (a + b - 1n) / b : -(-a / b);
}

/** Powers of ten beyond ± this decide by themselves whether a text of at most {@link MAX_LENGTH} is huge or tiny. */
const MAX_POWER = 128;
const MAX_LENGTH = 64;

/** A snapshot repeats few quantities many times. Bounded, and only a memory of what is pure. */
const read = new Map<string | number, bigint | null>();
const MAX_READ = 1000;

/**
 * Parses a quantity (or a JSON number of at most 15 digits) into billionths, rounding finer amounts up.
 * @returns null when the text does not follow the grammar, or lies beyond ±(2⁶³−1).
 */
export function parseQuantity(input: string | number): bigint | null {
  const known = read.get(input);
  if (known !== undefined) return known;
  const text = typeof input === 'number' ? decimalOfNumber(input) : input;
  if (text === null || text.length > MAX_LENGTH) return null;
  const nano = parse(text);
  if (read.size === MAX_READ) read.clear();
  read.set(input, nano);
  return nano;
}

function parse(text: string): bigint | null {
  const match = GRAMMAR.exec(text);
  if (!match) return null;
  const [, sign, number = '', binary, decimal, exponent] = match;
  const [whole = '', fraction = ''] = number.split('.');
  const digits = BigInt(whole + fraction);
  const signed = (sign === '-' ? -digits : digits) * (binary ? (BINARY_SUFFIX[binary] as bigint) : 1n);
  const power = decimal ? (DECIMAL_SUFFIX[decimal] as number) : Number(exponent ?? 0);
  if (power > MAX_POWER && digits !== 0n) return null;
  const shift = NANO_EXPONENT + Math.max(-MAX_POWER, Math.min(power, MAX_POWER)) - fraction.length;
  const nano = shift >= 0 ? signed * 10n ** BigInt(shift) : ceilDivide(signed, 10n ** BigInt(-shift));
  return nano > MAX_UNITS * NANO || nano < -MAX_UNITS * NANO ? null : nano;
}

/** Resources whose fractions Kubernetes rounds up; any other named resource is counted in whole units. */
const DIVISIBLE = /^(cpu|memory|storage|ephemeral-storage|hugepages-.+)$/;

/** Whether a fraction of this resource has a meaning (cpu, memory, storage); devices and pods come whole. */
export function isDivisible(resource: string): boolean {
  return DIVISIBLE.test(resource);
}

/** Whether billionths are a whole number. */
export function isWholeNumber(nano: bigint): boolean {
  return nano % NANO === 0n;
}

/** Billionths to the resource's own unit (milli-cores for cpu, whole units otherwise), rounded up. */
export function unitsOf(resource: string, nano: bigint): bigint {
  return ceilDivide(nano, resource === 'cpu' ? NANO / 1000n : NANO);
}

/** The amount of a quantity that a schema has already accepted, in the resource's own unit. Throws on a bug. */
export function resourceUnits(resource: string, input: string | number): bigint {
  const nano = parseQuantity(input);
  if (nano === null) throw new TypeError(`not a quantity: ${input}`);
  return unitsOf(resource, nano);
}

/** Canonical text of an amount in the resource's own unit: `2300m`, `2` for cpu, a plain integer otherwise. */
export function formatUnits(resource: string, units: bigint): string {
  if (resource !== 'cpu') return units.toString();
  return units % 1000n === 0n ? (units / 1000n).toString() : `${units}m`;
}
