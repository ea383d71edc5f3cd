import { pointer } from '../input-error.ts';
import { parseQuantity } from '../quantity.ts';
import { parseAmount } from '../score.ts';

/** A claim that differs from what follows from the moves. */
export interface Difference {
  /** RFC 6901 pointer into the plan. */
  pointer: string;
  message: string;
}

/** Fields whose text is an amount: `12.50` states the same as `12.5`. All other text is compared as it is. */
const AMOUNTS = new Set([
  'alpha',
  'cost',
  'peakCost',
  'before',
  'after',
  'saved',
  'savedPercent',
  'peak',
  'price',
  'disruption',
  'plan',
  'perMove',
  'value',
  'pricePerHour',
]);
/** Fields whose text is a Kubernetes quantity: `2000m` states the same as `2`. */
const QUANTITIES = new Set(['used', 'allocatable']);

/** Where two JSON values differ, field by field. What one of them lacks is a difference, too. */
export function differences(
  claimed: unknown,
  expected: unknown,
  path: readonly (string | number)[],
): Difference[] {
  if (Array.isArray(claimed) && Array.isArray(expected)) {
    const length = Math.max(claimed.length, expected.length);
    return Array.from({ length }, (_, i) => differences(claimed[i], expected[i], [...path, i])).flat();
  }
  if (isRecord(claimed) && isRecord(expected)) {
    return [...new Set([...Object.keys(claimed), ...Object.keys(expected)])].flatMap((key) =>
      differences(own(claimed, key), own(expected, key), [...path, key]),
    );
  }
  if (sameLeaf(claimed, expected, path.at(-1))) return [];
  return [
    { pointer: pointer(path), message: `states ${written(claimed)}, recomputed: ${written(expected)}` },
  ];
}

function sameLeaf(claimed: unknown, expected: unknown, key: string | number | undefined): boolean {
  if (claimed === expected) return true;
  if (typeof claimed !== 'string' || typeof expected !== 'string' || typeof key !== 'string') return false;
  const read = AMOUNTS.has(key) ? parseAmount : QUANTITIES.has(key) ? parseQuantity : () => null;
  const amount = read(claimed);
  return amount !== null && amount === read(expected);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record's own field: node names may be words such as `constructor`. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Longest piece of a claim that a message repeats. */
const MAX_QUOTE = 80;

function written(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}
