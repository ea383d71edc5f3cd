import type { AtMost } from '../../model/problem/side-rules.ts';
import { DomainCounts } from './domain-counts.ts';
import type { Draft } from './draft.ts';

/**
 * Rules of the form `at-most`: U ≤ most, or E ≤ most, in a domain and slot where a subject arrives, said by a 0/1 column.
 * Where all that is counted is judged when it arrives and the start is within the limit, no slot without arrivals is
 * above it either, and the row needs no column.
 *
 * Of the relaxation: all that is counted has been judged at its last arrival, so the end is within the limit, or
 * what there was at the start and is less since.
 */
export function atMost(draft: Draft, rule: AtMost): void {
  const { program, moves, relaxed } = draft;
  const counts = new DomainCounts(draft, rule);
  for (let domain = 0; domain < rule.domains; domain++) {
    if (!relaxed) inSlots(draft, rule, counts, domain);
    else if (counts.judgesAll) {
      const most = Math.max(rule.most, counts.atStart(domain));
      program.atMost(counts.after(domain, moves.slots), most);
    }
  }
}

function inSlots(
  { program, moves }: Draft,
  { most, when }: AtMost,
  counts: DomainCounts,
  domain: number,
): void {
  const arrivals = counts.arrivals[domain];
  if (arrivals.length === 0) return;
  const isJudged = counts.judgesAll && counts.atStart(domain) <= most;
  for (let slot = 1; slot <= moves.slots; slot++) {
    const ceiling = counts.ceiling(domain, slot);
    if (ceiling <= most) continue;
    const copies = when === 'during' ? counts.most(domain, slot) : counts.after(domain, slot);
    if (!isJudged) copies.add(counts.indicator(arrivals, slot), ceiling - most);
    program.atMost(copies, isJudged ? most : ceiling);
  }
}
