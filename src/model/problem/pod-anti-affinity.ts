import { byName } from '../placement.ts';
import { selectorOfTerm } from '../pod-selection.ts';
import type { DomainFacts } from './domain-rules.ts';
import type { AtMost } from './side-rules.ts';
import type { Topology } from './topologies.ts';

/**
 * Rule pod-anti-affinity, up to three forms for all equal terms. Who has the term and is matched by it arrives only where there is no
 * other of either kind; who only has it, where none is that it matches; who is only matched, where none is that has it.
 */
export function podAntiAffinityRules(facts: DomainFacts): AtMost[] {
  const terms = new Map<string, { key: string; matched: readonly number[]; holders: number[] }>();
  for (const [w, { antiAffinityTerms }] of facts.demands.entries()) {
    for (const term of antiAffinityTerms) {
      const selector = selectorOfTerm(term, facts.namespaces[w]);
      const text = `${term.topologyKey} ${selector.key}`;
      const known = terms.get(text);
      if (!known) {
        terms.set(text, { key: term.topologyKey, matched: facts.select(selector), holders: [w] });
      } else if (known.holders.at(-1) !== w) known.holders.push(w);
    }
  }
  const sorted = [...terms].sort((a, b) => byName(a[0], b[0]));
  return sorted.flatMap(([, { key, matched, holders }]) => {
    const isMatched = new Set(matched);
    const holds = new Set(holders);
    const both = [...isMatched.union(holds)].sort((a, b) => a - b);
    const topology = facts.topologies.ofKey(key);
    return [
      ...apart(
        both,
        holders.filter((w) => isMatched.has(w)),
        1,
        topology,
        facts,
      ),
      ...apart(
        matched,
        holders.filter((w) => !isMatched.has(w)),
        0,
        topology,
        facts,
      ),
      ...apart(
        holders,
        matched.filter((w) => !holds.has(w)),
        0,
        topology,
        facts,
      ),
    ];
  });
}

function apart(
  counted: readonly number[],
  candidates: readonly number[],
  most: number,
  topology: Topology,
  { groups, movable, nodes }: DomainFacts,
): AtMost[] {
  const subjects = movable(candidates);
  const all = counted.reduce((sum, w) => sum + groups.replicas[w], 0);
  // One replica never is twice on one node: it does not move there.
  const isAlone = all <= most && topology.domains === nodes.length;
  if (subjects.length === 0 || all === 0 || isAlone) return [];
  return [
    { rule: 'pod-anti-affinity', form: 'at-most', when: 'during', most, ...topology, counted, subjects },
  ];
}
