import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Packing } from './read.ts';

/**
 * A packing file as a deployment: as many nodes of each bin type as there are items, price = cost; each item is a workload
 * of one replica, alone on a node of the largest type at the start. Every packing can then be carried out in one slot:
 * a bin of the largest type that is used may be the one where one of its items is, and all others are empty or stay so.
 */
export function packingSnapshot({ bins, items }: Packing): Snapshot {
  const largest = bins.reduce((best, bin, type) => (bin.capacity > bins[best].capacity ? type : best), 0);
  const digits = String(items.length - 1).length;
  const number = (i: number) => String(i).padStart(digits, '0');
  return {
    nodes: bins.flatMap(({ capacity, cost }, type) =>
      items.map((_, i) => ({
        name: `bin-${type}-${number(i)}`,
        pricePerHour: cost,
        allocatable: { volume: capacity },
      })),
    ),
    workloads: items.map((volume, i) => ({
      name: `item-${number(i)}`,
      requests: { volume },
      replicas: { [`bin-${largest}-${number(i)}`]: 1 },
    })),
  };
}
