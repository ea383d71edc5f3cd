import type { DomainRule } from '../../model/problem/side-rules.ts';
import type { Problem } from '../../model/problem.ts';
import type { Start } from './start.ts';

/** What a workload is to a rule, and how its replicas move. */
export const COUNTED = 1;
export const SUBJECT = 2;
export const RECREATE = 4;

/**
 * Of a block: its slot, the next block of the domain; counted replicas that come from other domains, go to others, move
 * within it by either mode; subjects that arrive.
 */
const SLOT = 0;
const NEXT = 1;
const ENTER = 2;
const LEAVE = 3;
const SURGE = 4;
const RECREATED = 5;
const ARRIVE = 6;
const FIELDS = 7;

const NONE = -1;
const FIRST_BLOCKS = 8;

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
  /** First block of each domain that moves touch, by slot. */
  readonly #first = new Map<number, number>();
  #blocks = new Int32Array(FIRST_BLOCKS * FIELDS);
  #used = 0;
  /** Blocks given back, linked by NEXT. */
  #unused = NONE;
  /** Where reading is: the slot read last, and the first block after it. */
  #slot = 0;
  #block = NONE;

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
    return this.#first.keys();
  }

  /** Domains with counted replicas at the start, and how many. */
  *atStart(): Generator<readonly [domain: number, count: number]> {
    for (const [i, domain] of this.#domains.entries()) yield [domain, this.#counts[i]];
  }

  /** Counts replicas that move from one domain (−1: none) to another in a slot, or takes them out when negative. */
  change(kind: number, from: number, to: number, slot: number, count: number): void {
    const counted = kind & COUNTED ? count : 0;
    if (to >= 0) {
      const arriving = kind & SUBJECT ? count : 0;
      if (from !== to) this.#add(to, slot, ENTER, counted, arriving);
      else this.#add(to, slot, kind & RECREATE ? RECREATED : SURGE, counted, arriving);
    }
    if (from >= 0 && from !== to && counted !== 0) this.#add(from, slot, LEAVE, counted, 0);
  }

  seek(domain: number, slot: number): void {
    const blocks = this.#blocks;
    this.after = this.#startOf(domain);
    let block = this.#first.get(domain) ?? NONE;
    for (; block !== NONE && blocks[block + SLOT] < slot; block = blocks[block + NEXT])
      this.after += blocks[block + ENTER] - blocks[block + LEAVE];
    this.#block = block;
    this.#slot = slot - 1;
    this.next();
  }

  next(): void {
    this.#slot += 1;
    const [blocks, block] = [this.#blocks, this.#block];
    this.most = this.after;
    this.fewest = this.after;
    this.arrivals = 0;
    if (block === NONE || blocks[block + SLOT] !== this.#slot) return;
    this.most += blocks[block + ENTER] + blocks[block + SURGE];
    this.fewest -= blocks[block + LEAVE] + blocks[block + RECREATED];
    this.after += blocks[block + ENTER] - blocks[block + LEAVE];
    this.arrivals = blocks[block + ARRIVE];
    this.#block = blocks[block + NEXT];
  }

  /** The next slot in which something moves. @returns whether there is one */
  nextTouched(): boolean {
    if (this.#block === NONE) return false;
    this.#slot = this.#blocks[this.#block + SLOT] - 1;
    this.next();
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

  #add(domain: number, slot: number, field: number, count: number, arriving: number): void {
    let before = NONE;
    let block = this.#first.get(domain) ?? NONE;
    while (block !== NONE && this.#blocks[block + SLOT] < slot) {
      before = block;
      block = this.#blocks[block + NEXT];
    }
    if (block === NONE || this.#blocks[block + SLOT] !== slot) {
      const next = block;
      block = this.#take();
      this.#blocks.fill(0, block, block + FIELDS);
      this.#blocks[block + SLOT] = slot;
      this.#blocks[block + NEXT] = next;
      this.#link(domain, before, block);
    }
    this.#blocks[block + field] += count;
    this.#blocks[block + ARRIVE] += arriving;
    for (let i = ENTER; i < FIELDS; i++) if (this.#blocks[block + i] !== 0) return;
    this.#link(domain, before, this.#blocks[block + NEXT]);
    this.#blocks[block + NEXT] = this.#unused;
    this.#unused = block;
  }

  /** Lets a block come after another one, or first of its domain. */
  #link(domain: number, before: number, block: number): void {
    if (before !== NONE) this.#blocks[before + NEXT] = block;
    else if (block !== NONE) this.#first.set(domain, block);
    else this.#first.delete(domain);
  }

  #take(): number {
    if (this.#unused !== NONE) {
      const block = this.#unused;
      this.#unused = this.#blocks[block + NEXT];
      return block;
    }
    if (this.#used === this.#blocks.length) {
      const larger = new Int32Array(2 * this.#used);
      larger.set(this.#blocks);
      this.#blocks = larger;
    }
    this.#used += FIELDS;
    return this.#used - FIELDS;
  }
}
