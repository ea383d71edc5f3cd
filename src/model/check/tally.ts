import type { Deployment } from './deployment.ts';
import type { DomainMap } from './domains.ts';
import type { CarriedMove, Replay } from './replay.ts';

/**
 * Copies of some workloads in each domain, walked slot by slot. The moves of a slot run at once, in any order: a new copy comes
 * before its old one goes (mode `recreate`: after). So a domain has a most and a fewest in the slot.
 */
export class Tally {
  readonly map: DomainMap;
  readonly counted: ReadonlySet<number>;
  readonly #before = new Map<number, number>();
  readonly #more = new Map<number, number>();
  readonly #less = new Map<number, number>();
  readonly #change = new Map<number, number>();
  #least: number[] | undefined;

  constructor({ workloads }: Pick<Deployment, 'workloads'>, counted: ReadonlySet<number>, map: DomainMap) {
    this.map = map;
    this.counted = counted;
    for (const workload of counted)
      for (const { node, count } of workloads[workload].counts) add(this.#before, map.of[node], count);
  }

  /** Adds a move of a counted workload to the slot. */
  enter({ from, to, last, move }: CarriedMove): void {
    const [source, target] = [this.map.of[from], this.map.of[to]];
    const stays = source === target && source >= 0;
    const isSurge = move.mode !== 'recreate';
    if (!(last && stays && !isSurge)) add(this.#more, target, 1);
    if (!last) return;
    if (!(stays && isSurge)) add(this.#less, source, 1);
    add(this.#change, source, -1);
    add(this.#change, target, 1);
  }

  leave(): void {
    for (const [domain, change] of this.#change) add(this.#before, domain, change);
    for (const slot of [this.#more, this.#less, this.#change]) slot.clear();
    this.#least = undefined;
  }

  /** Most copies in the slot. */
  most(domain: number): number {
    return at(this.#before, domain) + at(this.#more, domain);
  }

  /** Fewest copies in the slot. */
  fewest(domain: number): number {
    return at(this.#before, domain) - at(this.#less, domain);
  }

  after(domain: number): number {
    return at(this.#before, domain) + at(this.#change, domain);
  }

  /** The fewest copies of any domain but these two; undefined when there is no other. */
  leastBut(one: number, other: number): number | undefined {
    // Of domains that are not in the map nothing needs to be known but that there is one.
    if (this.map.domains - this.#before.size > 2) return 0;
    this.#least ??= Array.from({ length: this.map.domains }, (_, domain) => domain)
      .sort((a, b) => this.fewest(a) - this.fewest(b))
      .slice(0, 3);
    const least = this.#least.find((domain) => domain !== one && domain !== other);
    return least === undefined ? undefined : this.fewest(least);
  }
}

function at(counts: ReadonlyMap<number, number>, domain: number): number {
  return counts.get(domain) ?? 0;
}

function add(counts: Map<number, number>, domain: number, count: number): void {
  if (domain < 0) return;
  const sum = at(counts, domain) + count;
  if (sum === 0) counts.delete(domain);
  else counts.set(domain, sum);
}

/** Tallies of one plan: made for what arrives in it alone, each once. */
export class Tallies {
  readonly #deployment: Deployment;
  readonly #known = new Map<ReadonlySet<number>, Map<DomainMap, Tally>>();
  readonly #of = new Map<number, Tally[]>();

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** @param counted the same set for the same tally */
  of(counted: ReadonlySet<number>, map: DomainMap): Tally {
    const maps = this.#known.get(counted) ?? new Map<DomainMap, Tally>();
    this.#known.set(counted, maps);
    const known = maps.get(map);
    if (known) return known;
    const tally = new Tally(this.#deployment, counted, map);
    maps.set(map, tally);
    for (const workload of counted) {
      const list = this.#of.get(workload);
      if (list) list.push(tally);
      else this.#of.set(workload, [tally]);
    }
    return tally;
  }

  /**
   * What the judge finds in each slot, while all tallies are in it.
   * @param isJudged those of whose arrivals the judge asks
   * @param prepare makes the tallies that the judge will ask for
   * @param judge asked about the last move of each replica in the slot: one that goes on at once is rule one-move's
   */
  judge<Found>(
    replay: Replay,
    isJudged: (workload: number) => boolean,
    prepare: (workload: number) => void,
    judge: (move: CarriedMove, slot: number) => Found[],
  ): Found[] {
    const arriving = new Set(replay.flatMap(({ carried }) => carried.map(({ workload }) => workload)));
    for (const workload of arriving) if (isJudged(workload)) prepare(workload);
    return replay.flatMap(({ carried }, index) => {
      const entered = new Set<Tally>();
      for (const move of carried) {
        for (const tally of this.#of.get(move.workload) ?? []) {
          tally.enter(move);
          entered.add(tally);
        }
      }
      const found = carried.flatMap((move) =>
        move.last && isJudged(move.workload) ? judge(move, index + 1) : [],
      );
      for (const tally of entered) tally.leave();
      return found;
    });
  }
}
