import type { Violation } from '../model/plan.ts';

/** What one side breaks and the other does not, or by another amount. */
export function ruleDifferences(first: readonly Violation[], second: readonly Violation[]) {
  const key = ({ rule, slot, subject, excess }: Violation) => JSON.stringify([rule, slot, subject, excess]);
  const without = (some: readonly Violation[], others: readonly Violation[]) => {
    const known = new Set(others.map(key));
    return some.filter((violation) => !known.has(key(violation)));
  };
  return { onlyFirst: without(first, second), onlySecond: without(second, first) };
}
