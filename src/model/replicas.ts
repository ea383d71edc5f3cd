import { byName, countsOf, hasNames, movableCountsOf } from './placement.ts';
import type { PlacedReplica, Workload } from './snapshot.ts';
import { hasVariants, type Variant, variantOf, variantText } from './variants.ts';

/** One replica by name and the node it runs on. */
export interface Replica {
  name: string;
  node: string;
  /** false only when the replica itself, or its workload, says so. */
  movable: boolean;
  /** Why it may not move, where that is said. */
  movableReason?: string;
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
  if (hasVariants(workload) || hasOwnReasons(workload)) {
    const list = (workload.replicas as PlacedReplica[]).map((replica) => read(workload, replica));
    list.sort(
      (a, b) =>
        byName(a.node, b.node) ||
        Number(b.movable) - Number(a.movable) ||
        byName(variantText(a.variant), variantText(b.variant)) ||
        byName(a.movableReason ?? '', b.movableReason ?? ''),
    );
    return list.map((replica, i) => ({ name: `${workload.name}-${i}`, ...replica }));
  }
  const replicas: Replica[] = [];
  const movable = movableCountsOf(workload);
  for (const [node, count] of [...countsOf(workload)].sort((a, b) => byName(a[0], b[0]))) {
    const may = movable.get(node) ?? 0;
    for (let i = 0; i < count; i++)
      replicas.push({
        name: `${workload.name}-${replicas.length}`,
        node,
        movable: i < may,
        ...(workload.movable === false &&
          workload.movableReason && { movableReason: workload.movableReason }),
      });
  }
  return replicas;
}

function read(workload: Workload, replica: PlacedReplica): Omit<Replica, 'name'> {
  const variant = variantOf(workload, replica);
  const movable = workload.movable !== false && replica.movable !== false;
  const movableReason = movable ? undefined : reasonOf(workload, replica);
  return {
    node: replica.node,
    movable,
    ...(movableReason && { movableReason }),
    ...(variant && { variant }),
  };
}

/** What a replica says of itself comes first. */
function reasonOf(workload: Workload, { movableReason }: PlacedReplica): string | undefined {
  return movableReason ?? (workload.movable === false ? workload.movableReason : undefined);
}

/** Whether any replica that may not move says why in other words than its workload. */
export function hasOwnReasons(workload: Workload): boolean {
  const { replicas, movable, movableReason } = workload;
  const common = movable === false ? movableReason : undefined;
  return (
    Array.isArray(replicas) &&
    replicas.some(
      ({ movable: may, movableReason: own }) =>
        (movable === false || may === false) && own !== undefined && own !== common,
    )
  );
}
