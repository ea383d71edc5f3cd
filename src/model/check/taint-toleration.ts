import { untolerated } from '../node-selection.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule taint-toleration: a replica arrives only on a node all of whose taints NoSchedule and NoExecute it tolerates
 * (Kubernetes: plugin TaintToleration). Excess 1 per workload, node and slot.
 */
export function taintToleration({ deployment: { nodes, workloads }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, to, move: { replica } }): Violation[] => {
      const { key, tolerations } = workloads[workload];
      const { name, taints } = nodes[to];
      const taint = untolerated(taints, tolerations);
      if (!taint) return [];
      const message = `${replica} arrives on ${name} without tolerating ${taint.key}${taint.value ? `=${taint.value}` : ''}:${taint.effect}`;
      return [{ rule: 'taint-toleration', slot: index + 1, subject: `${key} ${name}`, excess: '1', message }];
    }),
  );
}
