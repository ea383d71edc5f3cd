import { byName, countsOf, hasNames, type MayMove, movableCountsOf } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { replicasOf } from '../replicas.ts';
import { type Node, type Snapshot, type Workload, workloadKey } from '../snapshot.ts';
import { hasVariants, type Variant, variantText } from '../variants.ts';

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

/** Replicas of one workload on one node that are alike. */
interface Group {
  workload: number;
  node: number;
  movable: boolean;
  count: number;
  variant?: Variant | undefined;
  /** Names of their own, sorted; absent where they are counted. */
  names?: string[];
}

export interface Grouped {
  groups: Groups;
  /** What the replicas have of their own, [group]. */
  variants: readonly (Variant | undefined)[];
  replicaName: Problem['replicaName'];
}

/** What keeps replicas, besides what they and their workloads say. */
export interface Kept extends MayMove {
  /** Rules that let no replica of a workload move, [workload]. */
  frozen: ReadonlySet<number>;
  /** Rule volume-restrictions. */
  volumeHolds(workload: Workload, variant: Variant | undefined): boolean;
}

/**
 * Replicas by workload, node, whether they may move and what they have of their own, sorted by these. Rules movable, surge
 * (recreate only when allowed), node-not-ready (nothing leaves a node that does not answer), excluded, volume-restrictions.
 */
export function groupsOf(running: readonly RunningWorkload[], nodes: readonly Node[], kept: Kept): Grouped {
  const { exclude, allowRecreate, frozen, volumeHolds } = kept;
  const excluded = new Set(exclude.workloads);
  const awayFrom = new Set(exclude.nodes);
  const nodeIndex = new Map(nodes.map(({ name }, index) => [name, index]));
  const stuck = nodes.map(({ name, ready }) => ready === false || awayFrom.has(name));
  const list: Group[] = [];
  const groupStart = new Int32Array(running.length + 1);
  for (const [w, { key, workload, counts }] of running.entries()) {
    const isKept = excluded.has(key) || frozen.has(w) || (workload.mode === 'recreate' && !allowRecreate);
    if (hasNames(workload) || hasVariants(workload)) {
      const holds = (variant: Variant | undefined) => isKept || volumeHolds(workload, variant);
      list.push(...listed(w, workload, (name) => nodeOf(nodeIndex, name), stuck, holds));
    } else {
      const free =
        isKept || volumeHolds(workload, undefined)
          ? new Map<string, number>()
          : movableCountsOf(workload, counts);
      list.push(...counted(w, counts, free, (name) => nodeOf(nodeIndex, name), stuck));
    }
    groupStart[w + 1] = list.length;
  }
  const replicas = new Int32Array(running.length);
  let movableReplicas = 0;
  for (const { workload, movable, count } of list) {
    replicas[workload] += count;
    if (movable) movableReplicas += count;
  }
  const groups: Groups = {
    groups: list.length,
    groupWorkload: Int32Array.from(list, ({ workload }) => workload),
    groupNode: Int32Array.from(list, ({ node }) => node),
    groupCount: Int32Array.from(list, ({ count }) => count),
    groupMovable: Uint8Array.from(list, ({ movable }) => (movable ? 1 : 0)),
    groupStart,
    replicas,
    movableReplicas,
  };
  return { groups, variants: list.map(({ variant }) => variant), replicaName: naming(running, groups, list) };
}

function nodeOf(nodeIndex: ReadonlyMap<string, number>, name: string): number {
  const node = nodeIndex.get(name);
  if (node === undefined) throw new RangeError(`a replica runs on ${name}, which is no node`);
  return node;
}

/** @param free how many may move, by node */
function counted(
  workload: number,
  counts: ReadonlyMap<string, number>,
  free: ReadonlyMap<string, number>,
  indexOf: (node: string) => number,
  stuck: readonly boolean[],
): Group[] {
  const byNode = Array.from(counts, ([name, all]) => ({
    node: indexOf(name),
    all,
    free: free.get(name) ?? 0,
  }));
  return byNode
    .sort((a, b) => a.node - b.node)
    .flatMap(({ node, all, free: some }) => {
      const moving = stuck[node] ? 0 : some;
      return [
        { workload, node, movable: true, count: moving },
        { workload, node, movable: false, count: all - moving },
      ].filter(({ count }) => count > 0);
    });
}

/** Of replicas with names or something of their own. */
function listed(
  index: number,
  workload: Workload,
  indexOf: (node: string) => number,
  stuck: readonly boolean[],
  holds: (variant: Variant | undefined) => boolean,
): Group[] {
  const byKey = new Map<string, Group & { names: string[]; text: string }>();
  for (const { name, node: nodeName, movable: says, variant } of replicasOf(workload)) {
    const node = indexOf(nodeName);
    const movable = says && !stuck[node] && !holds(variant);
    const text = variantText(variant);
    const key = `${node} ${movable} ${text}`;
    const group = byKey.get(key);
    if (group) {
      group.names.push(name);
      group.count++;
    } else byKey.set(key, { workload: index, node, movable, count: 1, variant, names: [name], text });
  }
  return [...byKey.values()]
    .sort((a, b) => a.node - b.node || Number(b.movable) - Number(a.movable) || byName(a.text, b.text))
    .map(({ text: _, ...group }) => group);
}

/** Names of replicas by group and index, the same as `replicasOf` gives; those that are counted are made on demand. */
function naming(
  running: readonly RunningWorkload[],
  groups: Groups,
  list: readonly Group[],
): Problem['replicaName'] {
  // Neither `running` nor `list`: what is returned lives as long as the problem, and they are large.
  const names = running.map(({ workload }) => workload.name);
  const given = list.map((group) => group.names);
  const firstIndex = new Int32Array(groups.groups);
  for (let group = 1; group < groups.groups; group++) {
    const isFirst = groups.groupWorkload[group] !== groups.groupWorkload[group - 1];
    firstIndex[group] = isFirst ? 0 : firstIndex[group - 1] + groups.groupCount[group - 1];
  }
  return (group, i) => given[group]?.[i] ?? `${names[groups.groupWorkload[group]]}-${firstIndex[group] + i}`;
}
