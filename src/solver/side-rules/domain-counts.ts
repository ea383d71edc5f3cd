import type { DomainRule } from '../../model/problem/side-rules.ts';
import type { Problem } from '../../model/problem.ts';
import type { Start } from './start.ts';

/** What a workload is to a rule, and how its replicas move. */
export const COUNTED = 1;
export const SUBJECT = 2;
export const RECREATE = 4;

/** Of a slot in a record: counted replicas that come from other domains, go to others, move within it by either mode; subjects that arrive. */
const ENTER = 0;
const LEAVE = 1;
const WITHIN_SURGE = 2;
const WITHIN_RECREATE = 3;
const ARRIVE = 4;
const FIELDS = 5;

const FIRST_SLOTS = 4;
const FIRST_RECORDS = 4;

/**
 * The copies that a rule counts, per domain and slot. What is there at the start is kept as a sorted list of the domains
 * that have any; a record of all slots is only made for domains that moves touch.
 *
 * To read: `seek` a domain and a slot, then the numbers of the slot (U, L, E of `side-rules.ts`) are in the fields; `next`.
 */
export class DomainCounts {
  /** U: most copies at once. */
  most = 0;
  /** L: fewest. */
  fewest = 0;
  /** E: after the slot. */
  after = 0;
  /** Subjects that arrive. */
  arrivals = 0;
  /** Most counted replicas of a domain at the start. */
  readonly peak: number;
  /** Domains with counted replicas at the start, sorted. */
  readonly #domains: Int32Array;
  readonly #counts: Int32Array;
  readonly #records = new Map<number, number>();
  /** Records of so many slots each. */
  #slots = FIRST_SLOTS;
  #data = new Int32Array(FIRST_RECORDS * FIRST_SLOTS * FIELDS);
  #at = -1;
  #end = -1;

  constructor(problem: Problem, rule: DomainRule, start: Start) {
    const counts = new Map<number, number>();
    const add = (node: number, count: number) => {
      const domain = rule.domainOf[node];
      if (domain >= 0 && count > 0) counts.set(domain, (counts.get(domain) ?? 0) + count);
    };
    const { groupStart, groupNode } = problem;
    for (const w of rule.counted) {
      for (let group = groupStart[w]; group < groupStart[w + 1]; group++)
        add(groupNode[group], start.left[group]);
      for (const [, target, , count] of start.arrived.get(w) ?? []) add(target, count);
    }
    this.#domains = Int32Array.from(counts.keys()).sort();
    this.#counts = this.#domains.map((domain) => counts.get(domain) ?? 0);
    this.peak = this.#counts.reduce((a, b) => Math.max(a, b), 0);
  }

  /** Domains that moves have touched. */
  touched(): Iterable<number> {
    return this.#records.keys();
  }

  /** Domains with counted replicas at the start, and how many. */
  *atStart(): Generator<readonly [domain: number, count: number]> {
    for (const [i, domain] of this.#domains.entries()) yield [domain, this.#counts[i]];
  }

  /** Counts replicas that move from one domain (−1: none) to another in a slot, or takes them out when negative. */
  change(kind: number, from: number, to: number, slot: number, count: number): void {
    if (slot > this.#slots) this.#widen(slot);
    if (kind & COUNTED) {
      if (from === to) {
        if (to >= 0) this.#add(to, slot, kind & RECREATE ? WITHIN_RECREATE : WITHIN_SURGE, count);
      } else {
        if (to >= 0) this.#add(to, slot, ENTER, count);
        if (from >= 0) this.#add(from, slot, LEAVE, count);
      }
    }
    if (kind & SUBJECT && to >= 0) this.#add(to, slot, ARRIVE, count);
  }

  seek(domain: number, slot: number): void {
    const record = this.#records.get(domain);
    this.after = this.#startOf(domain);
    if (record === undefined) {
      this.#at = this.#end = 0;
    } else {
      this.#at = record * this.#slots * FIELDS;
      this.#end = this.#at + this.#slots * FIELDS;
      const before = Math.min(this.#end, this.#at + (slot - 1) * FIELDS);
      for (; this.#at < before; this.#at += FIELDS)
        this.after += this.#data[this.#at + ENTER] - this.#data[this.#at + LEAVE];
    }
    this.next();
  }

  /** The next slot. @returns whether anything moves in it or a later one */
  next(): boolean {
    const at = this.#at;
    const before = this.after;
    if (at >= this.#end) {
      this.most = before;
      this.fewest = before;
      this.arrivals = 0;
      return false;
    }
    const data = this.#data;
    this.most = before + data[at + ENTER] + data[at + WITHIN_SURGE];
    this.fewest = before - data[at + LEAVE] - data[at + WITHIN_RECREATE];
    this.after = before + data[at + ENTER] - data[at + LEAVE];
    this.arrivals = data[at + ARRIVE];
    this.#at = at + FIELDS;
    return true;
  }

  #startOf(domain: number): number {
    const domains = this.#domains;
    let [low, high] = [0, domains.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (domains[middle] < domain) low = middle + 1;
      else high = middle;
    }
    return domains[low] === domain ? this.#counts[low] : 0;
  }

  #add(domain: number, slot: number, field: number, count: number): void {
    let record = this.#records.get(domain);
    if (record === undefined) {
      record = this.#records.size;
      this.#records.set(domain, record);
      if ((record + 1) * this.#slots * FIELDS > this.#data.length) {
        const larger = new Int32Array(2 * this.#data.length);
        larger.set(this.#data);
        this.#data = larger;
      }
    }
    this.#data[(record * this.#slots + slot - 1) * FIELDS + field] += count;
  }

  #widen(slot: number): void {
    let slots = this.#slots;
    while (slots < slot) slots *= 2;
    const larger = new Int32Array((this.#data.length / this.#slots) * slots);
    const length = this.#slots * FIELDS;
    for (let record = 0; record < this.#records.size; record++)
      larger.set(this.#data.subarray(record * length, (record + 1) * length), record * slots * FIELDS);
    this.#data = larger;
    this.#slots = slots;
  }
}
