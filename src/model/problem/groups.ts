import { byName, countsOf, hasNames, type MayMove, movableCountsOf } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { type Node, type Snapshot, type Workload, workloadKey } from '../snapshot.ts';

/** A workload that has replicas, and where they run. */
export interface RunningWorkload {
  key: string;
  workload: Workload;
  /** Replicas per node. */
  counts: ReadonlyMap<string, number>;
}

/** Workloads with at least one replica, sorted by namespace/name. */
export function runningWorkloads(snapshot: Snapshot): RunningWorkload[] {
  return snapshot.workloads
    .map((workload) => ({ key: workloadKey(workload), workload, counts: countsOf(workload) }))
    .filter(({ counts }) => counts.size > 0)
    .sort((a, b) => byName(a.key, b.key));
}

export type Groups = Pick<
  Problem,
  | 'groups'
  | 'groupWorkload'
  | 'groupNode'
  | 'groupCount'
  | 'groupMovable'
  | 'groupStart'
  | 'replicas'
  | 'movableReplicas'
>;

/**
 * Replicas by workload, node and whether they may move, sorted by these. Rules movable, surge (recreate only when allowed),
 * node-not-ready (nothing leaves a node that does not answer) and excluded.
 */
export function groupsOf(
  running: readonly RunningWorkload[],
  nodes: readonly Node[],
  { exclude, allowRecreate }: MayMove,
): Groups {
  const stays = { nodes: new Set(exclude.nodes), workloads: new Set(exclude.workloads) };
  const nodeIndex = new Map(nodes.map(({ name }, index) => [name, index]));
  const list: { w: number; node: number; movable: number; count: number }[] = [];
  const groupStart = new Int32Array(running.length + 1);
  const replicas = new Int32Array(running.length);
  let movableReplicas = 0;
  for (const [w, { key, workload, counts }] of running.entries()) {
    const isKept = stays.workloads.has(key) || (workload.mode === 'recreate' && !allowRecreate);
    const movable = isKept ? new Map<string, number>() : movableCountsOf(workload, counts);
    const byNode = Array.from(counts, ([name, all]) => ({ name, node: nodeOf(nodeIndex, name), all }));
    for (const { name, node, all } of byNode.sort((a, b) => a.node - b.node)) {
      const isStuck = nodes[node].ready === false || stays.nodes.has(name);
      const free = isStuck ? 0 : (movable.get(name) ?? 0);
      if (free > 0) list.push({ w, node, movable: 1, count: free });
      if (all > free) list.push({ w, node, movable: 0, count: all - free });
      replicas[w] += all;
      movableReplicas += free;
    }
    groupStart[w + 1] = list.length;
  }
  return {
    groups: list.length,
    groupWorkload: Int32Array.from(list, ({ w }) => w),
    groupNode: Int32Array.from(list, ({ node }) => node),
    groupCount: Int32Array.from(list, ({ count }) => count),
    groupMovable: Uint8Array.from(list, ({ movable }) => movable),
    groupStart,
    replicas,
    movableReplicas,
  };
}

function nodeOf(nodeIndex: ReadonlyMap<string, number>, name: string): number {
  const node = nodeIndex.get(name);
  if (node === undefined) throw new RangeError(`a replica runs on ${name}, which is no node`);
  return node;
}

/** Names of replicas by group and index, the same as `replicasOf` in `placement.ts` gives; lists only where names are given. */
export function replicaNaming(
  running: readonly RunningWorkload[],
  groups: Groups,
  nodeNames: readonly string[],
): Problem['replicaName'] {
  const given = running.map(({ workload }) => (hasNames(workload) ? namesByNode(workload) : undefined));
  // Not `running` itself: what is returned lives as long as the problem, and the counts are large.
  const names = running.map(({ workload }) => workload.name);
  const firstIndex = new Int32Array(groups.groups);
  for (let group = 1; group < groups.groups; group++) {
    const isFirst = groups.groupWorkload[group] !== groups.groupWorkload[group - 1];
    firstIndex[group] = isFirst ? 0 : firstIndex[group - 1] + groups.groupCount[group - 1];
  }
  return (group, i) => {
    const w = groups.groupWorkload[group];
    const named = given[w]?.get(nodeNames[groups.groupNode[group]]);
    if (!named) return `${names[w]}-${firstIndex[group] + i}`;
    const isSecond = group > 0 && !groups.groupMovable[group] && isSameNode(groups, group);
    return named[isSecond ? groups.groupCount[group - 1] + i : i];
  };
}

function isSameNode({ groupWorkload, groupNode }: Groups, group: number): boolean {
  return groupWorkload[group] === groupWorkload[group - 1] && groupNode[group] === groupNode[group - 1];
}

/** Names on each node: those of replicas that may move first, each part sorted. */
function namesByNode({ replicas }: Workload): Map<string, string[]> {
  const listed = replicas as { node: string; name: string; movable?: boolean }[];
  const sorted = listed.toSorted(
    (a, b) => Number(a.movable === false) - Number(b.movable === false) || byName(a.name, b.name),
  );
  const names = new Map<string, string[]>();
  for (const { node, name } of sorted) {
    const list = names.get(node);
    if (list) list.push(name);
    else names.set(node, [name]);
  }
  return names;
}
