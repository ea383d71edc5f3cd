import { type Labelled, type PodSelector, selects } from './pod-selection.ts';

/** Finds the workloads that a selector selects, by position. Selectors are many, and most name a label that few workloads have. */
export class PodIndex {
  readonly #workloads: readonly Labelled[];
  readonly #all: readonly number[];
  readonly #byLabel = new Map<string, number[]>();
  readonly #byNamespace = new Map<string, number[]>();

  constructor(workloads: readonly Labelled[]) {
    this.#workloads = workloads;
    this.#all = [...workloads.keys()];
    for (const [w, { namespace, labels }] of workloads.entries()) {
      put(this.#byNamespace, namespace, w);
      for (const [key, value] of labels) put(this.#byLabel, textOf(key, value), w);
    }
  }

  /** Sorted. */
  matching(selector: PodSelector): number[] {
    return this.candidates(selector).filter((w) => selects(selector, this.#workloads[w]));
  }

  /** Those that must be looked at. */
  candidates({ namespaces, requirements }: PodSelector): readonly number[] {
    if (requirements === undefined) return [];
    let fewest = this.#all;
    const narrow = (list: readonly number[] | undefined) => {
      if ((list?.length ?? 0) < fewest.length) fewest = list ?? [];
    };
    if (namespaces?.length === 1) narrow(this.#byNamespace.get(namespaces[0]));
    for (const { key, operator, values = [] } of requirements)
      if (operator === 'In' && values.length === 1) narrow(this.#byLabel.get(textOf(key, values[0])));
    return fewest;
  }
}

function put(lists: Map<string, number[]>, key: string, w: number): void {
  const list = lists.get(key);
  if (list) list.push(w);
  else lists.set(key, [w]);
}

/** No label key has a space in it. */
function textOf(key: string, value: string): string {
  return `${key} ${value}`;
}
