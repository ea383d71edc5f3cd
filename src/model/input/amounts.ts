import { isDivisible, isWholeNumber, parseQuantity } from '../quantity.ts';
import { DEFAULT_CURRENCY, Snapshot } from '../snapshot.ts';
import { type ErrorList, type Path, show } from './error-list.ts';
import { allocatableOf, field, nodesOf, replicaListOf, requestsOf, text, workloadsOf } from './readable.ts';

/** Amounts that are well-formed and still make no sense where they stand. */

export function mixedCurrencies(snapshot: unknown, errors: ErrorList): void {
  const given = field(snapshot, 'currency');
  if (!Snapshot.shape.currency.safeParse(given).success) return;
  const currency = given ?? DEFAULT_CURRENCY;
  for (const [n, node] of nodesOf(snapshot).entries()) {
    const own = text(node, 'currency');
    if (own === undefined || own === currency) continue;
    errors.add(['nodes', n, 'currency'], 'mixed-currencies', () => {
      return `${show(own)}, but the currency of the snapshot is ${show(currency)}${given === undefined ? ', as it names none' : ''}`;
    });
  }
}

export function fractionalAllocatable(snapshot: unknown, errors: ErrorList): void {
  for (const [n, node] of nodesOf(snapshot).entries()) {
    for (const [resource, quantity] of allocatableOf(node)) {
      if (!isFraction(resource, quantity)) continue;
      errors.add(['nodes', n, 'allocatable', resource], 'fractional-resource', () =>
        comesWhole(resource, quantity),
      );
    }
  }
}

export function fractionalRequests(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const check = (owner: unknown, path: Path) => {
      for (const [resource, quantity] of requestsOf(owner))
        if (isFraction(resource, quantity))
          errors.add([...path, 'requests', resource], 'fractional-resource', () =>
            comesWhole(resource, quantity),
          );
    };
    check(workload, ['workloads', w]);
    for (const [i, replica] of replicaListOf(workload).entries())
      check(replica, ['workloads', w, 'replicas', i]);
  }
}

export function isFraction(resource: string, quantity: unknown): boolean {
  if (isDivisible(resource) || (typeof quantity !== 'string' && typeof quantity !== 'number')) return false;
  const nano = parseQuantity(quantity);
  return nano !== null && !isWholeNumber(nano);
}

export function comesWhole(resource: string, quantity: unknown): string {
  return `${show(quantity)} is no whole number, but ${resource} comes whole`;
}
