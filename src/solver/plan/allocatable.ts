import type { Problem } from '../../model/problem.ts';
import { resourceUnits } from '../../model/quantity.ts';
import type { Snapshot } from '../../model/snapshot.ts';

/** Allocatable as the snapshot states it, in the resource's own unit; undefined: no limit. */
export type Allocatable = (node: number, resource: number) => bigint | undefined;

/**
 * Read from the snapshot, because capacities of the problem are rounded and clamped.
 * @param snapshot canonical, so that its nodes are those of the problem, by index
 */
export function allocatableOf({ resources, resourceNames }: Problem, { nodes }: Snapshot): Allocatable {
  const amounts = nodes.flatMap(({ allocatable }) => {
    const given = new Map(Object.entries(allocatable));
    return resourceNames.map((resource) => {
      const amount = given.get(resource);
      if (amount === undefined) return resource === 'pods' ? undefined : 0n;
      return resourceUnits(resource, amount);
    });
  });
  return (node, resource) => amounts[node * resources + resource];
}
