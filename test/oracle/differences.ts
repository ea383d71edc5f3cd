import type { Snapshot } from '../../src/model/snapshot.ts';
import { UNSCHEDULABLE } from './draw-cluster.ts';

/**
 * Where Restow means to refuse what Kubernetes accepts: the name of the difference, and the plugin whose rule is stricter.
 * Everything else has to be equal.
 */
export function stricter(
  { nodes, workloads }: Snapshot,
  workload: number,
  node: number,
  refusing: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  const { tolerations = [] } = workloads[workload];
  const tolerates = tolerations.some(
    ({ key, effect }) =>
      (key === undefined || key === UNSCHEDULABLE) && (effect === undefined || effect === 'NoSchedule'),
  );
  if (nodes[node].unschedulable && tolerates && !refusing.includes('NodeUnschedulable'))
    found.set('nothing moves to a cordoned node, whatever it tolerates', 'NodeUnschedulable');
  return found;
}
