import { matchesAnyTerm } from '../model/node-selection.ts';
import type { ClusterNode } from './node.ts';
import type { NodeDemands } from './node-demands.ts';
import type { PodRules } from './pod-rules.ts';

/**
 * Spread constraints that count the nodes that the scheduler counts: those that the pod itself demands (podtopologyspread,
 * `nodeAffinityPolicy: Honor`), even where its volumes or its image keep it from them, which the workload's affinity says as well.
 * @param own what the pod demands
 * @param terms with what volumes and images demand, as the workload has them
 * @returns undefined where a snapshot can't say it
 */
export function countingNodes(
  spread: PodRules['spread'],
  own: NodeDemands,
  terms: NodeDemands['terms'],
  nodes: readonly ClusterNode[],
): PodRules['spread'] | undefined {
  const isHonored = spread.some(({ nodeAffinityPolicy }) => nodeAffinityPolicy !== 'Ignore');
  if (!isHonored || JSON.stringify(own.terms) === JSON.stringify(terms)) return spread;
  const isFree = own.nodeSelector.size === 0 && own.terms === undefined;
  if (isFree) return spread.map((constraint) => ({ ...constraint, nodeAffinityPolicy: 'Ignore' }));
  const isSame = nodes.every(
    (node) => !isDemanded(node, own) || isDemanded(node, { nodeSelector: own.nodeSelector, terms }),
  );
  return isSame ? spread : undefined;
}

function isDemanded(
  node: ClusterNode,
  { nodeSelector, terms }: Pick<NodeDemands, 'nodeSelector' | 'terms'>,
): boolean {
  return (
    [...nodeSelector].every(([key, value]) => node.labels.get(key) === value) &&
    (terms === undefined || matchesAnyTerm(terms, node))
  );
}
