import { type Snapshot, type Workload, workloadKey } from './snapshot.ts';

/** Reading where replicas run, in either form of the public format. */

/** Code-unit order: the same on every machine, whatever its locale. */
export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A record with its keys in that order. */
export function sortedRecord<Value>(entries: (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries.sort((a, b) => byName(a[0], b[0])));
}

/** How many replicas of a workload run on each node; nodes with none are left out. */
export function countsOf(workload: Workload): Map<string, number> {
  const counts = new Map<string, number>();
  if (Array.isArray(workload.replicas)) {
    for (const { node } of workload.replicas) counts.set(node, (counts.get(node) ?? 0) + 1);
  } else {
    for (const [node, count] of Object.entries(workload.replicas)) if (count > 0) counts.set(node, count);
  }
  return counts;
}

export function countReplicas(workload: Workload): number {
  if (Array.isArray(workload.replicas)) return workload.replicas.length;
  let total = 0;
  for (const count of Object.values(workload.replicas)) total += count;
  return total;
}

/** How many of them may move by what the workload and the replicas themselves say. */
export function movableCountsOf(
  workload: Workload,
  counts: ReadonlyMap<string, number> = countsOf(workload),
): Map<string, number> {
  if (workload.movable === false) return new Map();
  const movable = new Map(counts);
  if (!Array.isArray(workload.replicas)) return movable;
  for (const { node, movable: may } of workload.replicas)
    if (may === false) movable.set(node, (movable.get(node) ?? 0) - 1);
  return movable;
}

/** What decides which replicas may move, besides the snapshot. */
export interface MayMove {
  exclude: { nodes: readonly string[]; workloads: readonly string[] };
  allowRecreate: boolean;
}

/** Replicas that may move, and how many of them would be down once: rules movable, surge, node-not-ready and excluded. */
export function countMovable(
  { nodes, workloads }: Snapshot,
  { exclude, allowRecreate }: MayMove,
): { movable: number; down: number } {
  const silent = new Set(nodes.filter(({ ready }) => ready === false).map(({ name }) => name));
  for (const node of exclude.nodes) silent.add(node);
  const excluded = new Set(exclude.workloads);
  let movable = 0;
  let down = 0;
  for (const workload of workloads) {
    const isRecreated = workload.mode === 'recreate';
    if (excluded.has(workloadKey(workload)) || (isRecreated && !allowRecreate)) continue;
    for (const [node, count] of movableCountsOf(workload)) {
      if (silent.has(node)) continue;
      movable += count;
      if (isRecreated) down += count;
    }
  }
  return { movable, down };
}

/** Whether the replicas have names of their own. All have or none has (`read-snapshot.ts`). */
export function hasNames(workload: Workload): boolean {
  return Array.isArray(workload.replicas) && workload.replicas.some((replica) => replica.name !== undefined);
}

/** The nodes that host at least one replica. */
export function occupiedNodes(snapshot: Snapshot): Set<string> {
  const occupied = new Set<string>();
  for (const { replicas } of snapshot.workloads) {
    if (Array.isArray(replicas)) for (const { node } of replicas) occupied.add(node);
    else for (const [node, count] of Object.entries(replicas)) if (count > 0) occupied.add(node);
  }
  return occupied;
}
