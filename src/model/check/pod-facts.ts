import { PodIndex } from '../pod-index.ts';
import type { TopologySpreadConstraint } from '../pod-scheduling.ts';
import { labelled, podDemands, selectorOfSpread, selectorOfTerm } from '../pod-selection.ts';
import type { Workload } from '../snapshot.ts';
import type { NodeFacts, WorkloadFacts } from './deployment.ts';
import { type DomainMap, Domains } from './domains.ts';

/** What replicas demand of each other, as the checker reads it: who counts, and where. Workloads are positions. */
export interface PodFacts {
  readonly domains: Domains;
  /** Required affinity, [workload]; undefined where there is none. */
  readonly affinity: readonly (Near | undefined)[];
  /** Required anti-affinity that a workload has, or that is about it, [workload]. */
  readonly antiAffinity: readonly (readonly Apart[])[];
  /** Spread constraints that are no wish, [workload]. */
  readonly spread: readonly (readonly Spread[])[];
}

export interface Near {
  /** Matched by all terms. */
  readonly counted: ReadonlySet<number>;
  readonly keys: readonly string[];
  /** One for each of the keys. */
  readonly maps: readonly DomainMap[];
}

/** All equal terms in one. */
export interface Apart {
  readonly topologyKey: string;
  readonly map: DomainMap;
  /** That the term is about. */
  readonly matched: ReadonlySet<number>;
  /** That have it. */
  readonly holders: ReadonlySet<number>;
  readonly both: ReadonlySet<number>;
}

export interface Spread {
  readonly constraint: TopologySpreadConstraint;
  readonly map: DomainMap;
  readonly counted: ReadonlySet<number>;
}

export function podFacts(
  workloads: readonly Workload[],
  nodes: readonly NodeFacts[],
  facts: readonly WorkloadFacts[],
): PodFacts {
  const domains = new Domains(nodes);
  const demands = workloads.map(podDemands);
  const isAsked = demands.some(
    ({ affinityTerms, antiAffinityTerms, constraints }) =>
      affinityTerms.length + antiAffinityTerms.length + constraints.length > 0,
  );
  const pods = isAsked ? workloads.map(labelled) : [];
  const index = new PodIndex(pods);
  const sets = new Map<string, ReadonlySet<number>>();
  const select = (selector: ReturnType<typeof selectorOfTerm>): ReadonlySet<number> => {
    const set = sets.get(selector.key) ?? new Set(index.matching(selector));
    sets.set(selector.key, set);
    return set;
  };
  const affinity = demands.map(({ affinityTerms }, w): Near | undefined => {
    if (affinityTerms.length === 0) return undefined;
    const matched = affinityTerms.map((term) => select(selectorOfTerm(term, pods[w].namespace)));
    const keys = [...new Set(affinityTerms.map(({ topologyKey }) => topologyKey))];
    return {
      counted: matched.reduce((all, set) => all.intersection(set)),
      keys,
      maps: keys.map((key) => domains.ofKey(key)),
    };
  });
  const spread = demands.map(({ constraints }, w) => {
    const keys = constraints.map(({ topologyKey }) => topologyKey);
    return constraints.map((constraint): Spread => {
      const counted = select(selectorOfSpread(constraint, pods[w].namespace));
      return { constraint, map: domains.ofConstraint(constraint, keys, facts[w]), counted };
    });
  });
  return { domains, affinity, antiAffinity: apart(demands, pods, select, domains), spread };
}

function apart(
  demands: readonly ReturnType<typeof podDemands>[],
  pods: readonly ReturnType<typeof labelled>[],
  select: (selector: ReturnType<typeof selectorOfTerm>) => ReadonlySet<number>,
  domains: Domains,
): Apart[][] {
  const terms = new Map<
    string,
    { topologyKey: string; matched: ReadonlySet<number>; holders: Set<number> }
  >();
  for (const [w, { antiAffinityTerms }] of demands.entries()) {
    for (const term of antiAffinityTerms) {
      const selector = selectorOfTerm(term, pods[w].namespace);
      const key = `${term.topologyKey} ${selector.key}`;
      const known = terms.get(key) ?? { ...term, matched: select(selector), holders: new Set<number>() };
      terms.set(key, known);
      known.holders.add(w);
    }
  }
  const of = demands.map((): Apart[] => []);
  for (const { topologyKey, matched, holders } of terms.values()) {
    const both = matched.union(holders);
    const term = { topologyKey, map: domains.ofKey(topologyKey), matched, holders, both };
    for (const w of both) of[w].push(term);
  }
  return of;
}
