import { isDivisible, isWholeNumber, parseQuantity } from '../quantity.ts';
import { DEFAULT_CURRENCY } from '../snapshot.ts';
import { type ErrorList, show } from './error-list.ts';
import { field, nodesOf, record, text, workloadsOf } from './readable.ts';

/** Amounts that are well-formed and still make no sense where they stand. */

export function mixedCurrencies(snapshot: unknown, errors: ErrorList): void {
  const given = field(snapshot, 'currency');
  const currency = given ?? DEFAULT_CURRENCY;
  if (typeof currency !== 'string') return;
  for (const [n, node] of nodesOf(snapshot).entries()) {
    const own = text(node, 'currency');
    if (own === undefined || own === currency) continue;
    errors.add(['nodes', n, 'currency'], 'mixed-currencies', () => {
      return `${show(own)}, but the currency of the snapshot is ${given === undefined ? `${currency}, as it names none` : show(currency)}`;
    });
  }
}

export function fractionalAllocatable(snapshot: unknown, errors: ErrorList): void {
  for (const [n, node] of nodesOf(snapshot).entries())
    addFractions(node, ['nodes', n, 'allocatable'], errors);
}

export function fractionalRequests(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries())
    addFractions(workload, ['workloads', w, 'requests'], errors);
}

function addFractions(owner: unknown, path: [string, number, string], errors: ErrorList): void {
  for (const [resource, quantity] of record(owner, path[2])) {
    if (isDivisible(resource) || (typeof quantity !== 'string' && typeof quantity !== 'number')) continue;
    const nano = parseQuantity(quantity);
    if (nano === null || isWholeNumber(nano)) continue;
    errors.add(
      [...path, resource],
      'fractional-resource',
      () => `${show(quantity)} is no whole number, but ${resource} comes whole`,
    );
  }
}
