import type { Plan } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { type Snapshot, workloadKey } from '../../model/snapshot.ts';
import { rowsOf } from '../schedule.ts';

/**
 * Where every replica runs in the end: workloads and their nodes by name. Workloads without replicas are in it, too.
 * @param snapshot canonical, so that its workloads are sorted
 */
export function finalPlacement(problem: Problem, snapshot: Snapshot, schedule: Schedule): Plan['placement'] {
  const { groups, groupCount, groupNode, groupWorkload, nodeNames, workloadNames } = problem;
  const counts = new Map(workloadNames.map((workload) => [workload, new Map<number, number>()]));
  const add = (group: number, node: number, count: number) => {
    const nodes = counts.get(workloadNames[groupWorkload[group]]);
    nodes?.set(node, (nodes.get(node) ?? 0) + count);
  };
  for (let group = 0; group < groups; group++) add(group, groupNode[group], groupCount[group]);
  for (const [group, target, , count] of rowsOf(schedule)) {
    add(group, groupNode[group], -count);
    add(group, target, count);
  }
  return snapshot.workloads.map(workloadKey).map((workload) => {
    const nodes = [...(counts.get(workload) ?? [])]
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => a - b);
    return { workload, nodes: Object.fromEntries(nodes.map(([node, count]) => [nodeNames[node], count])) };
  });
}
