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
  arrivals: Map<number, number> | undefined;
}

/**
 * Rule Skew beside a schedule that changes. How many domains have how few copies is known without looking at them, so
 * only the domains where subjects arrive are ever looked at, and these only where the highest is too far above the lowest.
 */
export class SkewCounts implements RuleCounts {
  readonly #rule: Skew;
  readonly #counts: DomainCounts;
  readonly #slots: SlotSkew[] = [];
  /** To compute with, [slot]. */
  readonly #lows: number[] = [];

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
    const at = this.#slots[slot - 1];
    const arrivals = at.arrivals ?? new Map<number, number>();
    at.arrivals = arrivals;
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
    while (this.#slots.length < slot) this.#slots.push(this.#afterLast());
    const known = this.#foresee(kind, from, to, slot);
    if (known !== undefined) return known;
    this.change(kind, from, to, slot, 1);
    const holds = this.holds(from, to, slot);
    this.change(kind, from, to, slot, -1);
    return holds;
  }

  /** What the extremes alone say of one more replica: mostly enough, and far less work than to try. */
  #foresee(kind: number, from: number, to: number, slot: number): boolean | undefined {
    const counts = this.#counts;
    const added = kind & COUNTED ? 1 : 0;
    this.#readLows(added === 1 ? from : -1, slot);
    if (to >= 0) counts.seek(to, slot);
    for (let t = slot; t <= this.#slots.length; t++, counts.next()) {
      const arrives = to >= 0 && ((t === slot && (kind & SUBJECT) !== 0) || counts.arrivals > 0);
      const own = arrives ? counts.most + added : -1;
      const highest = Math.max(own, this.#slots[t - 1].most.most());
      if (highest < 0 || highest - this.#lowest(t, this.#lows[t]) <= this.#rule.maxSkew) continue;
      // Within a domain a replica may bring no more copies, and of few lowest domains it matters which ones they are.
      const isSure = from !== to && this.#hasManyLowest(t) && own - this.#lowest(t) > this.#rule.maxSkew;
      return isSure ? false : undefined;
    }
    return true;
  }

  /** L in the domain that one more replica leaves. */
  #readLows(from: number, slot: number): void {
    if (from >= 0) this.#counts.seek(from, slot);
    for (let t = slot; t <= this.#slots.length; t++, this.#counts.next())
      this.#lows[t] = from >= 0 ? this.#counts.fewest - 1 : Number.POSITIVE_INFINITY;
  }

  #lowest(slot: number, atMost = Number.POSITIVE_INFINITY): number {
    return this.#rule.isLow ? 0 : Math.min(atMost, this.#slots[slot - 1].fewest.least());
  }

  /** Whether one lowest domain is left when an arrival is excused from its own, from its old one, and one is emptied more. */
  #hasManyLowest(slot: number): boolean {
    const { fewest } = this.#slots[slot - 1];
    return this.#rule.isLow || fewest.times(fewest.least()) > 3;
  }

  #holdsAt(slot: number): boolean {
    const { maxSkew, isLow } = this.#rule;
    const { fewest, most, arrivals } = this.#slots[slot - 1];
    const highest = most.most();
    if (highest < 0) return true;
    if (isLow) return highest <= maxSkew;
    const lowest = fewest.least();
    if (highest - lowest <= maxSkew) return true;
    // An arrival is excused from its own domain, and from one that lacks its old copy alone.
    if (fewest.times(lowest) > 2) return false;
    for (const key of arrivals?.keys() ?? []) if (!this.#maySkew(key, slot, lowest)) return false;
    return true;
  }

  /** Whether an arrival has no domain too far below its own. */
  #maySkew(key: number, slot: number, lowest: number): boolean {
    const { domains, maxSkew } = this.#rule;
    const counts = this.#counts;
    counts.seek(Math.floor(key / (domains + 1)), slot);
    const least = counts.most - maxSkew;
    let excused = counts.fewest < least ? 1 : 0;
    const own = (key % (domains + 1)) - 1;
    if (own >= 0) {
      counts.seek(own, slot);
      if (counts.fewest === least - 1) excused += 1;
    }
    let below = 0;
    for (let value = lowest; value < least && below <= excused; value++)
      below += this.#slots[slot - 1].fewest.times(value);
    return below <= excused;
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
    return { fewest, most: new Histogram(), arrivals: undefined };
  }
}

/** The domain d' where own(d') is 1; −1 when there is none. */
function ownDomain(kind: number, from: number, to: number): number {
  return kind & COUNTED && !(kind & RECREATE) && from !== to ? from : -1;
}
