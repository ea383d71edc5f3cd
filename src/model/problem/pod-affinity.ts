import { selectorOfTerm } from '../pod-selection.ts';
import type { DomainFacts } from './domain-rules.ts';
import type { Partner } from './side-rules.ts';

/**
 * Rule pod-affinity: one form for each topology key. Workloads with the same keys that count the same others share them. That a
 * node must have the keys is in `arrivals.ts`.
 */
export function podAffinityRules(facts: DomainFacts): Partner[] {
  const found = new Map<string, { key: string; counted: readonly number[]; subjects: number[] }>();
  for (const w of facts.movable([...facts.demands.keys()])) {
    const { affinityTerms } = facts.demands[w];
    if (affinityTerms.length === 0) continue;
    const selectors = affinityTerms.map((term) => selectorOfTerm(term, facts.namespaces[w]));
    const [first, ...others] = selectors.map((selector) => facts.select(selector));
    const counted = others.reduce((all, list) => common(all, list), first);
    const keys = new Set(affinityTerms.map(({ topologyKey }) => topologyKey).sort());
    if (isFirstOfItsKind(w, counted, keys, facts)) continue;
    const names = [...new Set(selectors.map(({ key }) => key))].sort().join();
    for (const key of keys) {
      const known = found.get(`${key} ${names}`);
      if (known) known.subjects.push(w);
      else found.set(`${key} ${names}`, { key, counted, subjects: [w] });
    }
  }
  return [...found.values()].map(({ key, counted, subjects }) => ({
    rule: 'pod-affinity',
    form: 'partner',
    ...facts.topologies.ofKey(key),
    counted,
    subjects,
  }));
}

function common(a: readonly number[], b: readonly number[]): number[] {
  const set = new Set(b);
  return a.filter((w) => set.has(w));
}

/**
 * Where a workload's only replica is all that its own terms match, and is in none of the domains when the new copy comes: because it
 * has gone, or runs on a node without the keys.
 */
function isFirstOfItsKind(
  w: number,
  counted: readonly number[],
  keys: ReadonlySet<string>,
  { groups, recreate, topologies }: DomainFacts,
): boolean {
  if (!counted.includes(w) || counted.reduce((sum, other) => sum + groups.replicas[other], 0) > 1)
    return false;
  const start = groups.groupNode[groups.groupStart[w]];
  return recreate[w] === 1 || [...keys].every((key) => topologies.ofKey(key).domainOf[start] < 0);
}
