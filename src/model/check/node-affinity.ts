import { matchesAnyTerm } from '../node-selection.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { NodeFacts, WorkloadFacts } from './deployment.ts';

/**
 * Rule node-affinity: a replica arrives only on a node that has the labels of its `nodeSelector` and matches one of its
 * required terms (Kubernetes: plugin NodeAffinity). Where it runs already it may stay. Excess 1 per workload, node and
 * slot.
 */
export function nodeAffinity({ deployment: { nodes, workloads }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, to, move: { replica } }): Violation[] => {
      const { key } = workloads[workload];
      const { name } = nodes[to];
      if (isChosen(workloads[workload], nodes[to])) return [];
      const message = `${replica} arrives on ${name}, which its node selector or affinity does not match`;
      return [{ rule: 'node-affinity', slot: index + 1, subject: `${key} ${name}`, excess: '1', message }];
    }),
  );
}

function isChosen({ nodeSelector, nodeTerms }: WorkloadFacts, node: NodeFacts): boolean {
  return (
    nodeSelector.every(([key, value]) => node.labels.get(key) === value) &&
    (nodeTerms === undefined || matchesAnyTerm(nodeTerms, node))
  );
}
