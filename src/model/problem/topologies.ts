import { topologyValue, ZONE } from '../pod-selection.ts';
import type { Node } from '../snapshot.ts';

/** A map of nodes to domains, as a domain rule has it. */
export interface Topology {
  readonly domainOf: Int32Array;
  readonly domains: number;
}

interface PlacedNode {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The maps of one problem: those that are equal are one object, as a large deployment has many rules and few maps. */
export class Topologies {
  readonly nodes: readonly PlacedNode[];
  readonly #known = new Map<string, Topology>();
  readonly #equal = new Map<string, Topology>();

  constructor(nodes: readonly Node[]) {
    this.nodes = nodes.map(({ name, labels = {} }) => ({ name, labels: new Map(Object.entries(labels)) }));
  }

  /** Nodes without the key are in no domain. */
  ofKey(key: string): Topology {
    return this.of(`key ${key}`, (node) => topologyValue(node, key));
  }

  /** Each node by itself. */
  ofNodes(): Topology {
    return this.of('nodes', ({ name }) => name);
  }

  /** Zones, the nodes that name none being one together: no label has a space in it. */
  ofZones(): Topology {
    return this.of('zones', ({ labels }) => labels.get(ZONE) ?? 'no zone');
  }

  /** @param name that no other map has */
  of(name: string, valueOf: (node: PlacedNode, index: number) => string | undefined): Topology {
    const known = this.#known.get(name);
    if (known) return known;
    const values = new Map<string, number>();
    const domainOf = Int32Array.from(this.nodes, (node, index) => {
      const value = valueOf(node, index);
      if (value === undefined) return -1;
      const domain = values.get(value) ?? values.size;
      values.set(value, domain);
      return domain;
    });
    const text = domainOf.join();
    const topology = this.#equal.get(text) ?? { domainOf, domains: values.size };
    this.#equal.set(text, topology);
    this.#known.set(name, topology);
    return topology;
  }
}
