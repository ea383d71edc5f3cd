import { byName, countsOf, hasNames } from '../placement.ts';
import type { Problem } from '../problem.ts';
import { type Snapshot, type Workload, workloadKey } from '../snapshot.ts';

/** A workload that has replicas, and where they run. */
export interface RunningWorkload {
  key: string;
  workload: Workload;
  /** Replicas per node. */
  counts: Map<string, number>;
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
  'groups' | 'groupWorkload' | 'groupNode' | 'groupCount' | 'groupStart' | 'replicas' | 'movableReplicas'
>;

/** Replicas by workload and node, sorted by both. */
export function groupsOf(
  running: readonly RunningWorkload[],
  nodeIndex: ReadonlyMap<string, number>,
): Groups {
  const groups = running.reduce((sum, { counts }) => sum + counts.size, 0);
  const groupWorkload = new Int32Array(groups);
  const groupNode = new Int32Array(groups);
  const groupCount = new Int32Array(groups);
  const groupStart = new Int32Array(running.length + 1);
  const replicas = new Int32Array(running.length);
  let movableReplicas = 0;
  let group = 0;
  for (const [w, { workload, counts }] of running.entries()) {
    const byNode = Array.from(counts, ([name, count]) => ({ node: nodeOf(nodeIndex, name), count }));
    for (const { node, count } of byNode.sort((a, b) => a.node - b.node)) {
      groupWorkload[group] = w;
      groupNode[group] = node;
      groupCount[group] = count;
      replicas[w] += count;
      group += 1;
    }
    groupStart[w + 1] = group;
    if (workload.movable !== false) movableReplicas += replicas[w];
  }
  return { groups, groupWorkload, groupNode, groupCount, groupStart, replicas, movableReplicas };
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
    return named ? named[i] : `${names[w]}-${firstIndex[group] + i}`;
  };
}

function namesByNode(workload: Workload): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { node, name } of workload.replicas as { node: string; name: string }[]) {
    const list = names.get(node);
    if (list) list.push(name);
    else names.set(node, [name]);
  }
  for (const list of names.values()) list.sort(byName);
  return names;
}
