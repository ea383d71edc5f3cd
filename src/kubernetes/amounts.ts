import { parseQuantity } from '../model/quantity.ts';
import type { Claimed } from './claimed.ts';

/** Amounts by resource in billionths: exact until they are summed. */
export type Amounts = ReadonlyMap<string, bigint>;

export const NO_AMOUNTS: Amounts = new Map();

const MILLI = 1_000_000n;

/**
 * A ResourceList. A quantity that can't be read, or is negative, is a fault; it never counts as zero. Each is rounded up to
 * thousandths, as the API server does before it stores it (pkg/apis/core/v1/defaults.go, SetDefaults_ResourceList).
 * @param step to whose multiples amounts are rounded up; 1 for what must not be more than it says
 */
export function readAmounts(list: Claimed<Record<string, string | number>>, step = MILLI): Amounts {
  const amounts = new Map<string, bigint>();
  for (const [resource, quantity] of list.entries()) {
    const { raw } = quantity;
    const nano = typeof raw === 'string' || typeof raw === 'number' ? parseQuantity(raw) : null;
    if (nano === null) quantity.fault('format', 'not a Kubernetes quantity');
    else if (nano < 0n) quantity.fault('range', 'a quantity below zero');
    else amounts.set(resource, ((nano + step - 1n) / step) * step);
  }
  return amounts;
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, (x, y) => x + y);
}

/** The larger amount of each resource. */
export function larger(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, largest);
}

/** `Math.max` takes no bigint. */
function largest(x: bigint, y: bigint): bigint {
  if (x < y) return y;
  return x;
}

function merged(a: Amounts, b: Amounts, merge: (x: bigint, y: bigint) => bigint): Amounts {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const both = new Map(a);
  for (const [resource, amount] of b) both.set(resource, merge(both.get(resource) ?? 0n, amount));
  return both;
}
