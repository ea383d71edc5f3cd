import type { Dump } from './dump.ts';
import { metaOf } from './kinds.ts';
import { matches, type Selector } from './label-selector.ts';
import type { PodTerm } from './pod-terms.ts';
import { costOf, type PodsByLabels } from './pods-by-labels.ts';

export interface Meant {
  /** Namespaces with pods that a term means, or may mean. */
  readonly names: readonly string[];
  /** False: one of them is not among the objects, and may have any labels. */
  readonly isSure: boolean;
}

/** The namespaces that pods are in, as a term between pods means them. */
export class Namespaces {
  readonly #byLabels: PodsByLabels;
  readonly #labels: ReadonlyMap<string, ReadonlyMap<string, string> | undefined>;
  readonly #selected = new Map<string, { sure: ReadonlySet<string>; unsure: ReadonlySet<string> }>();

  constructor(dump: Dump, byLabels: PodsByLabels) {
    this.#byLabels = byLabels;
    this.#labels = new Map(
      byLabels.namespaces.map((name) => {
        const object = dump.find('Namespace', '', name);
        return [name, object && metaOf(object).at('labels').texts()];
      }),
    );
  }

  of({ namespaces, namespaceSelector }: PodTerm): Meant {
    const named = [...namespaces].filter((name) => this.#labels.has(name));
    if (namespaceSelector === undefined) return { names: named, isSure: true };
    if (namespaceSelector.length === 0) return { names: [...this.#labels.keys()], isSure: true };
    const { sure, unsure } = this.#select(namespaceSelector);
    return {
      names: [...new Set(named).union(sure).union(unsure)],
      isSure: unsure.isSubsetOf(namespaces),
    };
  }

  #select(selector: Selector) {
    const key = JSON.stringify(selector);
    const known = this.#selected.get(key);
    if (known) return known;
    const sure = new Set<string>();
    const unsure = new Set<string>();
    this.#selected.set(key, { sure, unsure });
    if (!this.#byLabels.spend(this.#labels.size * costOf(selector))) return { sure, unsure };
    for (const [name, labels] of this.#labels)
      if (labels === undefined) unsure.add(name);
      else if (matches(selector, labels)) sure.add(name);
    return { sure, unsure };
  }
}
