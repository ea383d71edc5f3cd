import type { Skew } from '../../model/problem/side-rules.ts';
import { COUNTED, type DomainCounts, RECREATE, SUBJECT } from './domain-counts.ts';
import { Histogram } from './histogram.ts';
import type { RuleCounts } from './rule-counts.ts';

/** What one slot says of all domains. */
interface SlotSkew {
  /** L of every domain. */
  readonly fewest: Histogram;
  /** U of the domains where subjects arrive. */
  readonly most: Histogram;
  /** Arriving subjects, by domain and own(d'): their key below. */
  readonly arrivals: Map<number, number>;
}

/**
 * Rule Skew beside a schedule that changes. The extremes of all domains are known without looking at them. An arriving
 * replica whose old copy counts lifts the minimum only where its old domain alone has it: then by 1.
 */
export class SkewCounts implements RuleCounts {
  readonly #rule: Skew;
  readonly #counts: DomainCounts;
  readonly #slots: SlotSkew[] = [];

  constructor(rule: Skew, counts: DomainCounts) {
    this.#rule = rule;
    this.#counts = counts;
  }

  change(kind: number, from: number, to: number, slot: number, count: number): void {
    while (this.#slots.length < slot) this.#slots.push(this.#afterLast());
    this.#tally(from, slot, -1);
    if (from !== to) this.#tally(to, slot, -1);
    this.#counts.change(kind, from, to, slot, count);
    this.#tally(from, slot, 1);
    if (from !== to) this.#tally(to, slot, 1);
    if (!(kind & SUBJECT) || to < 0) return;
    const { arrivals } = this.#slots[slot - 1];
    const key = this.#keyOf(to, ownDomain(kind, from, to));
    const arrived = (arrivals.get(key) ?? 0) + count;
    if (arrived === 0) arrivals.delete(key);
    else arrivals.set(key, arrived);
  }

  holds(_from: number, _to: number, slot: number): boolean {
    for (let t = slot; t <= this.#slots.length; t++) if (!this.#holdsAt(t)) return false;
    return true;
  }

  may(kind: number, from: number, to: number, slot: number): boolean {
    this.change(kind, from, to, slot, 1);
    const holds = this.holds(from, to, slot);
    this.change(kind, from, to, slot, -1);
    return holds;
  }

  #holdsAt(slot: number): boolean {
    const { maxSkew, isLow } = this.#rule;
    const { fewest, most } = this.#slots[slot - 1];
    const highest = most.most();
    if (highest < 0) return true;
    const lowest = isLow ? 0 : fewest.least();
    const excess = highest - lowest - maxSkew;
    if (excess <= 0) return true;
    return excess === 1 && !isLow && fewest.times(lowest) === 1 && this.#comesFromLowest(slot, highest, lowest);
  }

  /** Whether all that arrives in the highest domains has its old copy in the lowest one. */
  #comesFromLowest(slot: number, highest: number, lowest: number): boolean {
    const { domains } = this.#rule;
    const counts = this.#counts;
    for (const key of this.#slots[slot - 1].arrivals.keys()) {
      counts.seek(Math.floor(key / (domains + 1)), slot);
      if (counts.most < highest) continue;
      const own = (key % (domains + 1)) - 1;
      if (own < 0) return false;
      counts.seek(own, slot);
      if (counts.fewest > lowest) return false;
    }
    return true;
  }

  #keyOf(to: number, own: number): number {
    return to * (this.#rule.domains + 1) + own + 1;
  }

  /** Counts a domain in or out, in all slots from one on. */
  #tally(domain: number, slot: number, times: number): void {
    if (domain < 0) return;
    const counts = this.#counts;
    counts.seek(domain, slot);
    for (let t = slot; t <= this.#slots.length; t++, counts.next()) {
      const { fewest, most } = this.#slots[t - 1];
      fewest.add(counts.fewest, times);
      if (counts.arrivals > 0) most.add(counts.most, times);
    }
  }

  /** A slot after all others, in which nothing moves yet. */
  #afterLast(): SlotSkew {
    const counts = this.#counts;
    const fewest = new Histogram();
    let others = this.#rule.domains;
    const known = new Set(counts.touched());
    for (const [domain] of counts.atStart()) known.add(domain);
    for (const domain of known) {
      counts.seek(domain, this.#slots.length + 1);
      fewest.add(counts.fewest, 1);
      others -= 1;
    }
    fewest.add(0, others);
    return { fewest, most: new Histogram(), arrivals: new Map() };
  }
}

/** The domain d' where own(d') is 1; −1 when there is none. */
function ownDomain(kind: number, from: number, to: number): number {
  return kind & COUNTED && !(kind & RECREATE) && from !== to ? from : -1;
}
