import { matches, type Selector } from './label-selector.ts';
import type { ClusterPod } from './pod.ts';

/** Comparisons of a selector with labels, and pods found, that are worth the time: beyond them the dump is refused. */
const MAX_WORK = 20_000_000;

/** Pods by namespace and labels: pods of a workload have most of their labels in common, and selectors are many. */
export class PodsByLabels {
  readonly #groups = new Map<string, Map<string, ClusterPod[]>>();
  #work = 0;

  constructor(pods: readonly ClusterPod[]) {
    for (const pod of pods) {
      const groups = this.#groups.get(pod.namespace) ?? new Map<string, ClusterPod[]>();
      this.#groups.set(pod.namespace, groups);
      const key = JSON.stringify([...pod.labels].sort());
      const group = groups.get(key);
      if (group) group.push(pod);
      else groups.set(key, [pod]);
    }
  }

  get namespaces(): string[] {
    return [...this.#groups.keys()];
  }

  /** Whether so much was asked that answers are incomplete. */
  get isTooMuch(): boolean {
    return this.#work > MAX_WORK;
  }

  matching(selector: Selector | undefined, namespace: string): ClusterPod[] {
    const groups = this.#groups.get(namespace);
    if (groups === undefined || selector === undefined) return [];
    if (!this.spend(groups.size * costOf(selector))) return [];
    const found: ClusterPod[] = [];
    for (const group of groups.values())
      if (matches(selector, group[0].labels)) for (const pod of group) found.push(pod);
    this.spend(found.length);
    return found;
  }

  /** @returns whether that much more is worth doing */
  spend(work: number): boolean {
    this.#work += work;
    return !this.isTooMuch;
  }
}

/** What it takes to compare a selector with the labels of one thing. */
export function costOf(selector: Selector): number {
  return selector.reduce((sum, { values = [] }) => sum + 1 + values.length, 1);
}
