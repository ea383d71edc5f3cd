import { matchesAnyTerm } from '../node-selection.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule volume-node-affinity: a replica arrives only on a node from which each of its volumes can be reached (Kubernetes: plugins
 * VolumeBinding and VolumeZone). Excess 1 per workload, node and slot.
 */
export function volumeNodeAffinity({ deployment: { nodes, workloads }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, to, volumes, move: { replica } }): Violation[] => {
      const isReached = volumes.every(
        ({ nodeAffinity }) =>
          !nodeAffinity || matchesAnyTerm(nodeAffinity.required.nodeSelectorTerms, nodes[to]),
      );
      if (isReached) return [];
      const { key } = workloads[workload];
      const { name } = nodes[to];
      const message = `${replica} arrives on ${name}, from where one of its volumes can't be reached`;
      return [
        { rule: 'volume-node-affinity', slot: index + 1, subject: `${key} ${name}`, excess: '1', message },
      ];
    }),
  );
}
