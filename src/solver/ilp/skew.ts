import type { Skew } from '../../model/problem/side-rules.ts';
import { DomainCounts } from './domain-counts.ts';
import type { Draft } from './draft.ts';
import type { Route } from './moves.ts';
import { Sum } from './sum.ts';

/**
 * Rules of the form `skew`: for every pair of different domains (d, d') and every slot in which a subject arrives in d,
 * U(d) − L(d') ≤ maxSkew, and one more where all that arrive there have their old copies in d'. A replica moves once, so
 * it comes from where its group starts.
 */
export function skew(draft: Draft, rule: Skew): void {
  const { program, moves } = draft;
  const counts = new DomainCounts(draft, rule);
  const isOwn = ownCopies(draft, rule);
  for (let domain = 0; domain < rule.domains; domain++) {
    const arrivals = counts.arrivals[domain];
    if (arrivals.length === 0) continue;
    for (let slot = 1; slot <= moves.slots; slot++) {
      const ceiling = counts.ceiling(domain, slot);
      if (ceiling <= rule.maxSkew) continue;
      /** U − (L of another) ≤ limit where one of these routes is taken. */
      const limit = (routes: readonly Route[], fewest: Sum, most: number) => {
        if (ceiling <= most || routes.length === 0) return;
        const row = counts.most(domain, slot).addSum(fewest, -1);
        program.atMost(row.add(counts.indicator(routes, slot), ceiling - most), ceiling);
      };
      if (rule.isLow) limit(arrivals, new Sum(), rule.maxSkew);
      for (let other = 0; other < rule.domains; other++) {
        if (other === domain) continue;
        program.effort(arrivals.length);
        const fewest = counts.fewest(other, slot);
        limit(
          arrivals.filter((route) => !isOwn(route, other)),
          fewest,
          rule.maxSkew,
        );
        limit(
          arrivals.filter((route) => isOwn(route, other)),
          fewest,
          rule.maxSkew + 1,
        );
      }
    }
  }
}

/** Whether the old copy of a replica that arrives in a domain counts in another, where it is, while the new one is placed. */
function ownCopies({ problem }: Draft, { domainOf, counted }: Skew) {
  const isCounted = new Set(counted);
  return ({ group }: Route, other: number): boolean => {
    const workload = problem.groupWorkload[group];
    const from = domainOf[problem.groupNode[group]];
    return from === other && isCounted.has(workload) && problem.recreate[workload] === 0;
  };
}
