import { type Bins, ONE_SLOT, TWO_SLOTS } from './bins.ts';
import { type Domain, togetherIn } from './domain.ts';
import type { Values } from './duals.ts';
import type { Instance } from './instance.ts';
import {
  type Candidates,
  type Counter,
  extend,
  type Found,
  type Lot,
  MAX_STEPS,
  restBound,
  type Search,
  toCandidates,
  type Width,
} from './knapsack.ts';
import { type Listing, priceListed } from './listing.ts';
import { countOff, hasLeft } from './node-limits.ts';

/**
 * The most valuable pattern of every open bin.
 * @param listing all patterns there are, where they are few
 * @param floor patterns worth no more are of no use, [bin]
 * @returns per bin; `bound` is never below the worth of any pattern the domain allows
 */
export function priceBins(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  values: Values,
  floor: Float64Array,
  cells: Width,
  listing: Listing | undefined,
  counter: Counter,
): (Found | undefined)[] {
  const byPlace = new Map<number, Candidates>();
  return bins.bins.map((bin, b) => {
    if (domain.state[b] === 'empty') return undefined;
    if (listing) return priceListed(bins, listing, values, b, floor[b], counter);
    let candidates = byPlace.get(bin.place);
    if (!candidates) {
      candidates = candidatesAt(instance, bins, domain, values, bin.place, cells, counter);
      byPlace.set(bin.place, candidates);
    }
    return priceBin(instance, bins, domain, values, candidates, b, floor[b], counter);
  });
}

function candidatesAt(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  values: Values,
  place: number,
  cells: Width,
  counter: Counter,
): Candidates {
  const { resources, movers, demand } = instance;
  const here = bins.bins.flatMap((bin, b) => (bin.place === place && domain.state[b] !== 'empty' ? [b] : []));
  const worth = values.arriving[place];
  const guides = guideResources(instance).map((resource) => ({
    resource,
    room: Math.max(0, ...here.map((b) => arrivalRoom(bins, b, resource))),
  }));
  const lots: Lot[] = [];
  for (const members of togetherIn(domain)) {
    if (!here.some((b) => domain.allowed[members[0] * bins.bins.length + b])) continue;
    const sum = new Float64Array(resources);
    for (const i of members) for (let k = 0; k < resources; k++) sum[k] += demand[i * resources + k];
    const value = members.reduce((total, i) => total + worth[i] + values.early[i], 0);
    const limits = members.flatMap((i) => instance.nodeLimits.of[i]);
    lots.push({ members, value, demand: sum, limits });
  }
  const parted = new Set(domain.apart.flatMap(([a, b]) => [a * movers + b, b * movers + a]));
  const mayMeet = (a: Lot, b: Lot) => !parted.has(a.members[0] * movers + b.members[0]);
  return toCandidates(lots, resources, guides, cells, parted.size > 0 ? mayMeet : undefined, counter);
}

/** The one or two resources that are shortest over all. */
function guideResources({ resources, nodes, problem }: Instance): number[] {
  const load = (k: number) => {
    let use = 0;
    let capacity = 0;
    for (let n = 0; n < nodes; n++) {
      use += problem.use[n * resources + k];
      capacity += problem.capacity[n * resources + k];
    }
    return use / Math.max(1, capacity);
  };
  const shortest = Array.from({ length: resources }, (_, k) => k).sort((a, b) => load(b) - load(a) || a - b);
  return shortest.slice(0, 2);
}

function arrivalRoom({ bins, kind }: Bins, b: number, resource: number): number {
  const { slotRoom, base } = bins[b];
  return kind === ONE_SLOT && slotRoom[resource] >= 0 ? slotRoom[resource] : base[resource];
}

/** Counted steps of one candidate tried, and of getting one mover ready for a search. */
const STEPS_PER_TRY = 25;
const STEPS_PER_MOVER = 60;

function priceBin(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  values: Values,
  candidates: Candidates,
  b: number,
  floor: number,
  counter: Counter,
): Found {
  const { resources, movers } = instance;
  const bin = bins.bins[b];
  const count = bins.bins.length;
  const own = new Set(bin.own);
  const search: Search = {
    candidates,
    resources,
    usable: Uint8Array.from(candidates.members, (members) =>
      members.every((i) => domain.allowed[i * count + b] && !own.has(i)) ? 1 : 0,
    ),
    blocked: new Uint8Array(candidates.members.length),
    left: instance.nodeLimits.most[bin.nodes[0]].slice(),
    bonus: Float64Array.from(candidates.members, (members) =>
      members.reduce((sum, i) => sum + values.early[i], 0),
    ),
    room: Float64Array.from(bin.base, (_, k) => arrivalRoom(bins, b, k)),
    earlyRoom: Float64Array.from(bin.slotRoom, (room) => (room < 0 ? Infinity : room)),
    found: { bound: 0, worth: Math.max(0, floor), pattern: undefined, isCut: false },
    items: [],
    early: [],
    leaving: [],
    steps: 0,
  };
  const stayers = bin.own
    .map((item): Own => {
      const worth = domain.allowed[item * count + b] ? values.arriving[bin.place][item] + values.staying : 0;
      const limits = instance.nodeLimits.of[item];
      const gives = givesWay(search, limits, worth);
      return { item, worth: Math.max(0, worth), early: -values.early[item], limits, gives };
    })
    .filter(({ worth }) => worth > 0 || bins.kind === TWO_SLOTS)
    .sort((x, y) => y.worth - x.worth || x.item - y.item);
  const { givesFirst, release } = instance;
  const isKept = (item: number) => !givesFirst.subarray(item * resources, (item + 1) * resources).includes(1);
  // Where every resource counts old copies too, staying takes no room from arrivals.
  const free = bins.kind === ONE_SLOT && bin.own.every(isKept);
  const late = bins.kind === TWO_SLOTS && !bin.own.every(isKept);
  chooseOwn({ search, bins, resources, stayers, free, late, release, givesFirst }, 0, 0, suffixSums(stayers));
  counter.steps += search.steps * STEPS_PER_TRY + movers * STEPS_PER_MOVER;
  search.found.bound = Math.max(search.found.bound, search.found.worth);
  return search.found;
}

/** A mover that is in the bin at the start: worth of staying (0: it may not), and of leaving early. */
interface Own {
  item: number;
  worth: number;
  early: number;
  /** Limits of the node that count it. */
  limits: readonly number[];
  /** Whether it may leave for one of these, though it takes no room. */
  gives: boolean;
}

interface Choice {
  search: Search;
  bins: Bins;
  resources: number;
  stayers: readonly Own[];
  free: boolean;
  late: boolean;
  release: Float64Array;
  givesFirst: Uint8Array;
}

function suffixSums(stayers: readonly Own[]): Float64Array {
  const suffix = new Float64Array(stayers.length + 1);
  for (let s = stayers.length - 1; s >= 0; s--) suffix[s] = suffix[s + 1] + stayers[s].worth;
  return suffix;
}

function occupy({ search, release, resources }: Choice, item: number, counts: (at: number) => boolean): void {
  const { room } = search;
  for (let k = 0; k < resources; k++) {
    const at = item * resources + k;
    // What is overcommitted stays so: it takes no room from arrivals that there was not.
    if (counts(at)) room[k] = Math.max(0, room[k] - release[at]);
  }
}

/** Whether a mover that takes no room may leave for another that a limit counts, too: of one limit only where that is worth more. */
function givesWay({ candidates, usable }: Search, limits: readonly number[], worth: number): boolean {
  if (limits.length === 0) return false;
  return candidates.limits.some(
    (others, j) =>
      usable[j] &&
      (candidates.values[j] > worth || limits.length > 1) &&
      limits.some((l) => others.includes(l)),
  );
}

/** Who of the own movers stays, leaves early, or leaves last; then the arrivals. */
function chooseOwn(choice: Choice, s: number, value: number, suffix: Float64Array): void {
  const { search, bins, stayers, givesFirst } = choice;
  if (s === stayers.length) {
    extend(search, 0, value);
    return;
  }
  search.steps += 1;
  const bound = value + suffix[s] + restBound(search.candidates, 0, search.room);
  if (bound <= search.found.worth) return;
  if (search.steps > MAX_STEPS) {
    search.found.isCut = true;
    search.found.bound = Math.max(search.found.bound, bound);
    return;
  }
  const { item, worth, early, limits, gives } = stayers[s];
  const room = search.room.slice();
  const stays = worth > 0 && hasLeft(search.left, limits);
  if (stays) {
    search.items.push(item);
    countOff(search.left, limits, -1);
    occupy(choice, item, (at) => bins.kind !== ONE_SLOT || givesFirst[at] === 1);
    chooseOwn(choice, s + 1, value + worth, suffix);
    search.room.set(room);
    countOff(search.left, limits, 1);
    search.items.pop();
    if (choice.free && !gives) return;
  }
  if (bins.kind !== TWO_SLOTS) {
    chooseOwn(choice, s + 1, value, suffix);
    return;
  }
  search.leaving.push(item);
  chooseOwn(choice, s + 1, value + early, suffix);
  search.leaving.pop();
  if (stays && !choice.late && !gives) return;
  occupy(choice, item, (at) => givesFirst[at] === 0);
  chooseOwn(choice, s + 1, value, suffix);
  search.room.set(room);
}
