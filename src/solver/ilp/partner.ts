import type { Partner } from '../../model/problem/side-rules.ts';
import { DomainCounts } from './domain-counts.ts';
import type { Draft } from './draft.ts';
import { Sum } from './sum.ts';

/** Rules of the form `partner`: [a subject arrives in the domain in the slot] ≤ L. */
export function partner(draft: Draft, rule: Partner): void {
  const { program, moves } = draft;
  const counts = new DomainCounts(draft, rule);
  for (let domain = 0; domain < rule.domains; domain++) {
    const arrivals = counts.arrivals[domain];
    if (arrivals.length === 0) continue;
    for (let slot = 1; slot <= moves.slots; slot++) {
      const there = counts.fewest(domain, slot);
      if (1 - there.constant <= 0 && [...there.terms.values()].every((factor) => factor > 0)) continue;
      const arrives = counts.indicator(arrivals, slot);
      program.atMost(new Sum().add(arrives, 1).addSum(there, -1), 0);
    }
  }
}
