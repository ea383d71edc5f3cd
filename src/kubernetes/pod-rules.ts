import { LIMITS } from '../model/limits.ts';
import { byName } from '../model/placement.ts';
import type { PodAffinityTerm, TopologySpreadConstraint } from '../model/pod-scheduling.ts';
import type { Dump } from './dump.ts';
import type { Selector } from './label-selector.ts';
import { Namespaces } from './namespaces.ts';
import type { ClusterPod } from './pod.ts';
import type { PodSpread } from './pod-spread.ts';
import type { PodTerm } from './pod-terms.ts';
import type { PodsByLabels } from './pods-by-labels.ts';
import type { Reason, ReasonCode } from './reasons.ts';

/** What a replica demands of others, and what others see of it, as a snapshot says it. */
export interface PodRules {
  /** Those that a selector of the dump asks for: no other label leaves this place. */
  readonly labels: Readonly<Record<string, string>>;
  readonly near: readonly PodAffinityTerm[];
  readonly apart: readonly PodAffinityTerm[];
  readonly spread: TopologySpreadConstraint[];
}

/**
 * The required terms between pods, and the spread constraints, of all pods of a dump. A snapshot has only replicas: where a pod that is none
 * (one of a DaemonSet, a static one, one that ends) has a part in a term, or where a term is nothing that a snapshot can say, those that it
 * concerns stay.
 */
export class RulesBetweenPods {
  readonly #present: ReadonlySet<ClusterPod>;
  readonly #strangers: ReadonlySet<ClusterPod>;
  readonly #byLabels: PodsByLabels;
  readonly #namespaces: Namespaces;
  readonly #reasons = new Map<ClusterPod, Map<ReasonCode, Reason>>();
  readonly #asked = new Set<string>();
  /** Terms by their key, and whether each can be said. */
  readonly #terms = new Map<string, PodAffinityTerm | undefined>();

  /**
   * @param pods those that are on a node, or that room is kept for on one
   * @param strangers those of them that are no replicas
   */
  constructor(
    pods: readonly ClusterPod[],
    strangers: ReadonlySet<ClusterPod>,
    byLabels: PodsByLabels,
    dump: Dump,
  ) {
    this.#present = new Set(pods);
    this.#strangers = strangers;
    this.#byLabels = byLabels;
    this.#namespaces = new Namespaces(dump, byLabels);
    for (const [field, own, other] of KINDS) this.#read(pods, field, own, other);
    const seen = new Map<string, ClusterPod | undefined>();
    for (const pod of pods) {
      for (const spread of pod.spread) this.#readSpread(pod, spread, seen);
    }
  }

  reasonsOf(pod: ClusterPod): Reason[] {
    return [...(this.#reasons.get(pod)?.values() ?? [])];
  }

  of(pod: ClusterPod): PodRules {
    const terms = (list: readonly PodTerm[]) =>
      isTooLong(list) ? [] : list.flatMap(({ key }) => this.#terms.get(key) ?? []);
    return {
      labels: Object.fromEntries(
        [...pod.labels].filter(([key]) => this.#asked.has(key)).sort(([a], [b]) => byName(a, b)),
      ),
      near: terms(pod.affinity),
      apart: terms(pod.antiAffinity),
      spread: isTooLong(pod.spread) ? [] : pod.spread.filter(isSayable).map(toConstraint),
    };
  }

  #read(
    pods: readonly ClusterPod[],
    field: 'affinity' | 'antiAffinity',
    own: ReasonCode,
    other: ReasonCode,
  ): void {
    for (const { term, pods: all } of holdersOf(pods, field)) {
      if (this.#byLabels.isTooMuch) return;
      if (!this.#terms.has(term.key)) this.#terms.set(term.key, this.#toTerm(term));
      const isSaid = this.#terms.get(term.key) !== undefined && !all.some((pod) => isTooLong(pod[field]));
      if (isSaid) for (const { key } of term.selector ?? []) this.#asked.add(key);
      this.#keepStrangersApart(term, all, isSaid, own, other);
    }
  }

  /** Who has a term about a pod that no snapshot has, or a term that can't be said; and whom a pod that no snapshot has means. */
  #keepStrangersApart(
    term: PodTerm,
    holders: readonly ClusterPod[],
    isSaid: boolean,
    own: ReasonCode,
    other: ReasonCode,
  ): void {
    const matched = this.#matched(term);
    const stranger = matched.find((pod) => this.#strangers.has(pod));
    if (!isSaid || stranger)
      for (const pod of holders) this.#keep(pod, own, stranger && `Pod ${stranger.object.key}`);
    const demanding = isSaid ? holders.find((pod) => this.#strangers.has(pod)) : holders[0];
    if (demanding) for (const pod of matched) this.#keep(pod, other, `Pod ${demanding.object.key}`);
  }

  #readSpread(pod: ClusterPod, spread: PodSpread, seen: Map<string, ClusterPod | undefined>): void {
    if (!isSayable(spread) || isTooLong(pod.spread)) {
      this.#keep(pod, 'topology-spread', undefined);
      return;
    }
    for (const { key } of spread.selector ?? []) this.#asked.add(key);
    // One without any requirement counts nobody, and pods that end are not counted (podtopologyspread, countPodsMatchSelector).
    if (!spread.selector?.length) return;
    const key = JSON.stringify([pod.namespace, spread.selector]);
    if (!seen.has(key)) {
      const counted = this.#byLabels.matching(spread.selector, pod.namespace);
      seen.set(
        key,
        counted.find((other) => this.#strangers.has(other) && !other.isTerminating),
      );
    }
    const stranger = seen.get(key);
    if (stranger) this.#keep(pod, 'topology-spread', `Pod ${stranger.object.key}`);
  }

  #keep(pod: ClusterPod, code: ReasonCode, object: string | undefined): void {
    const reasons = this.#reasons.get(pod) ?? new Map<ReasonCode, Reason>();
    this.#reasons.set(pod, reasons);
    if (!reasons.has(code)) reasons.set(code, { code, ...(object !== undefined && { object }) });
  }

  #matched(term: PodTerm): ClusterPod[] {
    return this.#namespaces
      .of(term)
      .names.flatMap((namespace) => this.#byLabels.matching(term.selector, namespace))
      .filter((pod) => this.#present.has(pod));
  }

  #toTerm(term: PodTerm): PodAffinityTerm | undefined {
    const { names, isSure } = this.#namespaces.of(term);
    if (!isSure || isTooMuch(term.selector)) return undefined;
    const isAll = term.namespaceSelector?.length === 0;
    // None of the namespaces that pods are in: the term keeps one that it names, as a list of none means the pod's own.
    const named = names.length > 0 ? names.toSorted() : [...term.namespaces].slice(0, 1);
    if (!isAll && named.length > LIMITS.selectorTerms) return undefined;
    return {
      ...(term.selector && (isAll || named.length > 0) && { labelSelector: toSelector(term.selector) }),
      ...(isAll ? { namespaceSelector: {} } : named.length > 0 && { namespaces: named }),
      topologyKey: term.topologyKey,
    };
  }
}

/** Each term once, with those that have it. */
function holdersOf(
  pods: readonly ClusterPod[],
  field: 'affinity' | 'antiAffinity',
): Iterable<{ term: PodTerm; pods: ClusterPod[] }> {
  const holders = new Map<string, { term: PodTerm; pods: ClusterPod[] }>();
  for (const pod of pods)
    for (const term of pod[field]) {
      const known = holders.get(term.key);
      if (known) known.pods.push(pod);
      else holders.set(term.key, { term, pods: [pod] });
    }
  return holders.values();
}

const KINDS = [
  ['affinity', 'pod-affinity', 'pod-affinity-partner'],
  ['antiAffinity', 'pod-anti-affinity', 'pod-anti-affinity-match'],
] as const;

function isTooLong(list: readonly unknown[]): boolean {
  return list.length > LIMITS.selectorTerms;
}

const MOST_SKEW = 1_000_000;

function isSayable({ selector, maxSkew, minDomains = 1 }: PodSpread): boolean {
  return maxSkew <= MOST_SKEW && minDomains <= MOST_SKEW && !isTooMuch(selector);
}

function isTooMuch(selector: Selector | undefined): boolean {
  return (
    selector !== undefined &&
    (selector.length > LIMITS.selectorTerms ||
      selector.some(({ values = [] }) => values.length > LIMITS.selectorValues))
  );
}

function toSelector(selector: Selector): NonNullable<PodAffinityTerm['labelSelector']> {
  return { matchExpressions: selector as NonNullable<PodAffinityTerm['labelSelector']>['matchExpressions'] };
}

function toConstraint(spread: PodSpread): TopologySpreadConstraint {
  const { selector, topologyKey, maxSkew, minDomains, nodeAffinityPolicy, nodeTaintsPolicy } = spread;
  return {
    maxSkew,
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    ...(selector && { labelSelector: toSelector(selector) }),
    ...(minDomains !== undefined && { minDomains }),
    ...(nodeAffinityPolicy && { nodeAffinityPolicy }),
    ...(nodeTaintsPolicy && { nodeTaintsPolicy }),
  };
}
