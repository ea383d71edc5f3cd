import type { AtMost, Partner } from '../../model/problem/side-rules.ts';
import { COUNTED, type DomainCounts } from './domain-counts.ts';

/** A domain rule beside a schedule that changes. `kind` is of the bits of `domain-counts.ts`, domains are −1 for none. */
export interface RuleCounts {
  /** Counts replicas in, or out when negative. Not asked whether they may. */
  change(kind: number, from: number, to: number, slot: number, count: number): void;
  /** Whether the rule holds in all slots from one on, after a change between two domains. */
  holds(from: number, to: number, slot: number): boolean;
  /** Whether one more replica may move. */
  may(kind: number, from: number, to: number, slot: number): boolean;
}

/** Rules of one domain at a time: at most so many copies where subjects arrive, or at least one. */
export class OneDomainCounts implements RuleCounts {
  readonly #rule: AtMost | Partner;
  readonly #counts: DomainCounts;
  /** Counted replicas that have moved: no domain has more copies than the peak at the start and these. */
  #moved = 0;

  constructor(rule: AtMost | Partner, counts: DomainCounts) {
    this.#rule = rule;
    this.#counts = counts;
  }

  change(kind: number, from: number, to: number, slot: number, count: number): void {
    if (kind & COUNTED) this.#moved += count;
    this.#counts.change(kind, from, to, slot, count);
  }

  holds(from: number, to: number, slot: number): boolean {
    return this.#holdsIn(to, slot) && (from === to || this.#holdsIn(from, slot));
  }

  may(kind: number, from: number, to: number, slot: number): boolean {
    const rule = this.#rule;
    if (rule.form === 'at-most' && this.#counts.peak + this.#moved < rule.most) return true;
    this.#counts.change(kind, from, to, slot, 1);
    const holds = this.holds(from, to, slot);
    this.#counts.change(kind, from, to, slot, -1);
    return holds;
  }

  #holdsIn(domain: number, slot: number): boolean {
    if (domain < 0) return true;
    const rule = this.#rule;
    const counts = this.#counts;
    counts.seek(domain, slot);
    do {
      if (counts.arrivals === 0) continue;
      if (rule.form === 'partner') {
        if (counts.fewest < 1) return false;
      } else if ((rule.when === 'during' ? counts.most : counts.after) > rule.most) return false;
    } while (counts.nextTouched());
    return true;
  }
}
