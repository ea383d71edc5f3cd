import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { Deployment } from './deployment.ts';
import type { Near } from './pod-facts.ts';
import type { CarriedMove } from './replay.ts';
import { Tallies } from './tally.ts';

/**
 * Rule pod-affinity: a replica arrives only on a node that has the topology key of each of its required terms, and where, whatever
 * the order of the slot, a replica that all its terms match is in the domain of each (Kubernetes: plugin InterPodAffinity).
 * The only such replica that there is needs none: it is the first of its kind. Excess 1 per workload, node and slot.
 */
export function podAffinity({ deployment, replay }: CheckContext): Violation[] {
  const { nodes, workloads, pods } = deployment;
  const tallies = new Tallies(deployment);
  const near = (workload: number) => pods.affinity[workload] as Near;
  return tallies.judge(
    replay,
    (workload) => pods.affinity[workload] !== undefined,
    (workload) => {
      const { counted, maps } = near(workload);
      for (const map of maps) tallies.of(counted, map);
    },
    (move, slot): Violation[] => {
      const { workload, to } = move;
      const { counted, keys, maps } = near(workload);
      const isFirst = isOnlyOne(deployment, near(workload), move);
      const wanting = maps.findIndex(
        (map) => map.of[to] < 0 || !(isFirst || tallies.of(counted, map).fewest(map.of[to]) >= 1),
      );
      if (wanting < 0) return [];
      const { key } = workloads[workload];
      const { name } = nodes[to];
      const message = `${move.move.replica} arrives on ${name}, where for ${keys[wanting]} no replica that it requires nearby is sure to be`;
      return [{ rule: 'pod-affinity', slot, subject: `${key} ${name}`, excess: '1', message }];
    },
  );
}

/** Kubernetes lets the first of those that require themselves in anywhere: where none that counts is in any domain. */
function isOnlyOne(
  { workloads }: Deployment,
  { counted, maps }: Near,
  { workload, start, move }: CarriedMove,
): boolean {
  if (!counted.has(workload)) return false;
  let others = -1;
  for (const w of counted) for (const { count } of workloads[w].counts) others += count;
  return others === 0 && (move.mode === 'recreate' || maps.every(({ of }) => of[start] < 0));
}
