import { byName, countsOf, hasNames, movableCountsOf } from './placement.ts';
import type { PlacedReplica, Workload } from './snapshot.ts';
import { hasVariants, type Variant, variantOf, variantText } from './variants.ts';

/** One replica by name and the node it runs on. */
export interface Replica {
  name: string;
  node: string;
  /** false only when the replica itself, or its workload, says so. */
  movable: boolean;
  /** What it has of its own, in normal form. */
  variant?: Variant;
}

/**
 * Every replica with its name, sorted by node and then by name or index. Replicas without names of
 * their own are called `<workload>-<i>`, i counting through the sorted nodes, on each node those that may move first, then
 * those without anything of their own.
 */
export function replicasOf(workload: Workload): Replica[] {
  if (hasNames(workload)) {
    const list = workload.replicas as (PlacedReplica & { name: string })[];
    return list
      .map((replica) => ({ name: replica.name, ...read(workload, replica) }))
      .sort((a, b) => byName(a.node, b.node) || byName(a.name, b.name));
  }
  if (hasVariants(workload)) {
    const list = (workload.replicas as PlacedReplica[]).map((replica) => read(workload, replica));
    list.sort(
      (a, b) =>
        byName(a.node, b.node) ||
        Number(b.movable) - Number(a.movable) ||
        byName(variantText(a.variant), variantText(b.variant)),
    );
    return list.map((replica, i) => ({ name: `${workload.name}-${i}`, ...replica }));
  }
  const replicas: Replica[] = [];
  const movable = movableCountsOf(workload);
  for (const [node, count] of [...countsOf(workload)].sort((a, b) => byName(a[0], b[0]))) {
    const may = movable.get(node) ?? 0;
    for (let i = 0; i < count; i++)
      replicas.push({ name: `${workload.name}-${replicas.length}`, node, movable: i < may });
  }
  return replicas;
}

function read(workload: Workload, replica: PlacedReplica): Omit<Replica, 'name'> {
  const variant = variantOf(workload, replica);
  const movable = workload.movable !== false && replica.movable !== false;
  return { node: replica.node, movable, ...(variant && { variant }) };
}
