import { matchesAnyTerm, untolerated } from '../node-selection.ts';
import type { TopologySpreadConstraint } from '../pod-scheduling.ts';
import { topologyValue, ZONE } from '../pod-selection.ts';
import type { NodeFacts, WorkloadFacts } from './deployment.ts';

/** Sets of nodes that a rule sees as one place. */
export interface DomainMap {
  /** Domain of each node, −1 where it is in none, [node]. */
  readonly of: Int32Array;
  readonly domains: number;
}

/** Nodes with the same value are one domain; those without one are in none. */
function domainsOf(values: readonly (string | undefined)[]): DomainMap {
  const known = new Map<string, number>();
  const of = Int32Array.from(values, (value) => {
    if (value === undefined) return -1;
    const domain = known.get(value) ?? known.size;
    known.set(value, domain);
    return domain;
  });
  return { of, domains: known.size };
}

/** The domains of one cluster, each map made once. */
export class Domains {
  readonly #nodes: readonly NodeFacts[];
  readonly #maps = new Map<string, DomainMap>();

  constructor(nodes: readonly NodeFacts[]) {
    this.#nodes = nodes;
  }

  ofKey(key: string): DomainMap {
    return this.#map(`key ${key}`, (node) => topologyValue(node, key));
  }

  eachNode(): DomainMap {
    return this.#map('nodes', ({ name }) => `node ${name}`);
  }

  /** All nodes that name no zone are one together. */
  zones(): DomainMap {
    return this.#map('zones', ({ labels }) => {
      const zone = labels.get(ZONE);
      return zone === undefined ? 'none' : `zone ${zone}`;
    });
  }

  /** Nodes that a spread constraint counts: those that have the keys of all constraints, and what its policies want. */
  ofConstraint(
    { topologyKey, nodeAffinityPolicy, nodeTaintsPolicy }: TopologySpreadConstraint,
    keys: readonly string[],
    {
      nodeSelector,
      nodeTerms,
      tolerations,
    }: Pick<WorkloadFacts, 'nodeSelector' | 'nodeTerms' | 'tolerations'>,
  ): DomainMap {
    const selection = nodeAffinityPolicy === 'Ignore' ? undefined : [nodeSelector, nodeTerms ?? null];
    const tolerated = nodeTaintsPolicy === 'Honor' ? tolerations : undefined;
    const name = JSON.stringify([topologyKey, keys, selection ?? null, tolerated ?? null]);
    return this.#map(name, (node) => {
      if (keys.some((key) => topologyValue(node, key) === undefined)) return undefined;
      if (selection && !nodeSelector.every(([key, value]) => node.labels.get(key) === value))
        return undefined;
      if (selection && nodeTerms && !matchesAnyTerm(nodeTerms, node)) return undefined;
      if (tolerated && untolerated(node.taints, tolerated)) return undefined;
      return topologyValue(node, topologyKey);
    });
  }

  /** @param name no two ways of making a map share one: topology keys are free words, such as `zone`. */
  #map(name: string, valueOf: (node: NodeFacts) => string | undefined): DomainMap {
    const map = this.#maps.get(name) ?? domainsOf(this.#nodes.map(valueOf));
    this.#maps.set(name, map);
    return map;
  }
}
