import { formatMoney, money } from '../decimal.ts';
import { withOpenable } from '../options/openable.ts';
import { type Options, resolveOptions } from '../options.ts';
import { countReplicas } from '../placement.ts';
import { requestUnits } from '../problem/resources.ts';
import { formatUnits } from '../quantity.ts';
import { MAX_EXACT, moneyScale, resourceScale } from '../scale.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ErrorList } from './error-list.ts';

/** Amounts so large and at once so fine that sums of them would not be exact, reported at the largest. */

/** An element of the input that can be read, and its index there. */
export type Index = (element: object) => number;

export function quantityRange(snapshot: Snapshot, indexOf: Index, errors: ErrorList): void {
  const running = snapshot.workloads
    .map((workload) => ({ workload, replicas: countReplicas(workload) }))
    .filter(({ replicas }) => replicas > 0);
  const apart = snapshot.workloads.flatMap((workload) =>
    Array.isArray(workload.replicas)
      ? workload.replicas.flatMap(({ requests }) => (requests ? [{ workload, requests, replicas: 1 }] : []))
      : [],
  );
  const resources = new Set(
    [...running.map(({ workload }) => workload), ...apart].flatMap(({ requests }) => Object.keys(requests)),
  );
  for (const resource of resources) {
    const requests = [
      ...running.map(({ workload, replicas }) => ({
        workload,
        replicas,
        units: requestUnits(workload, resource),
      })),
      ...apart.map((own) => ({ ...own, units: requestUnits(own, resource) })),
    ];
    const { unit, total } = resourceScale(requests);
    if (total <= MAX_EXACT) continue;
    const largest = requests.reduce((a, b) =>
      b.units * BigInt(b.replicas) > a.units * BigInt(a.replicas) ? b : a,
    );
    errors.add(['workloads', indexOf(largest.workload), 'requests', resource], 'quantity-range', () => {
      const step = formatUnits(resource, unit);
      return `requests of ${resource} in steps of ${step} add up to more than 2^52 steps, too many to count exactly; write rounder or smaller amounts`;
    });
  }
}

/** @param errors with paths from the root of the question, since the options have a part in it */
export function moneyRange(snapshot: Snapshot, options: Options, indexOf: Index, errors: ErrorList): void {
  const { objective, maxMoves, maxSlots, drain, openable } = resolveOptions(snapshot, options);
  const alpha = objective.kind === 'weighted' ? money(objective.alpha) : 0n;
  const priced = withOpenable(snapshot, openable).nodes.flatMap((node) =>
    node.pricePerHour === undefined ? [] : [{ node, price: money(node.pricePerHour) }],
  );
  const prices = priced.map(({ price }) => price);
  const drained = drain?.nodes.length ?? 0;
  const { unit, total } = moneyScale(prices, alpha, maxMoves + maxSlots, drained);
  if (total <= MAX_EXACT) return;
  const disruption = alpha * BigInt(maxMoves + maxSlots);
  const largest = priced.reduce((a, b) => (b.price > a.price ? b : a), { node: {}, price: -1n });
  const given = options.objective?.kind === 'weighted' && options.objective.alpha !== undefined;
  const path =
    given && disruption > largest.price
      ? ['options', 'objective', 'alpha']
      : indexOf(largest.node) < 0
        ? ['options', 'openable']
        : ['snapshot', 'nodes', indexOf(largest.node), 'pricePerHour'];
  errors.add(path, 'money-range', () => {
    const step = formatMoney(unit);
    const times = drained > 0 ? `, ${drained + 1} times over because nodes are to be drained,` : '';
    return `prices and α × (moves + slots) in steps of ${step} add up${times} to more than 2^53 steps, too many to count exactly; write amounts with fewer decimals`;
  });
}
