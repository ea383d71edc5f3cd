import { byName } from '../model/placement.ts';
import type { NodeSelectorTerm } from '../model/scheduling.ts';
import type { ClusterNode } from './node.ts';
import { both, type NodeDemands } from './node-demands.ts';
import type { Warnings } from './warnings.ts';

const LABELS = ['kubernetes.io/arch', 'kubernetes.io/os'] as const;

/**
 * The scheduler lets a pod onto any architecture and system, where its image may not start. So where nodes differ, replicas go only where
 * replicas of their owner run already, unless their own demands speak of it.
 */
export class Platforms {
  readonly #nodes: ReadonlyMap<string, ClusterNode>;
  /** Labels in which nodes differ. */
  readonly #mixed: readonly string[];

  constructor(nodes: ReadonlyMap<string, ClusterNode>, warnings: Warnings) {
    this.#nodes = nodes;
    const all = [...nodes.values()];
    this.#mixed = LABELS.filter((label) => new Set(all.map(({ labels }) => labels.get(label))).size > 1);
    for (const label of this.#mixed)
      for (const { name, labels } of all)
        if (!labels.has(label)) warnings.add('no-architecture', label, name);
  }

  get nodes(): ClusterNode[] {
    return [...this.#nodes.values()];
  }

  isUnknownOn(node: ClusterNode): boolean {
    return this.#mixed.some((label) => !node.labels.has(label));
  }

  /** @param hosts names of the nodes where the owner has replicas */
  demands({ nodeSelector, terms }: NodeDemands, hosts: Iterable<string>): NodeDemands['terms'] {
    const names = [...hosts];
    return this.#mixed.reduce((sum: NodeDemands['terms'], label) => {
      const isSaid = nodeSelector.has(label) || (terms?.every((term) => mentions(term, label)) ?? false);
      if (isSaid) return sum;
      const values = new Set(names.flatMap((name) => this.#nodes.get(name)?.labels.get(label) ?? []));
      if (values.size === 0) return sum;
      return both(sum, [
        { matchExpressions: [{ key: label, operator: 'In', values: [...values].sort(byName) }] },
      ]);
    }, terms);
  }
}

function mentions({ matchExpressions = [] }: NodeSelectorTerm, label: string): boolean {
  return matchExpressions.some(({ key }) => key === label);
}
