import type { Bin, Bins } from './bins.ts';
import type { Domain } from './domain.ts';
import type { Instance } from './instance.ts';
import { type Candidates, type Counter, extend, type Found, MAX_STEPS, restBound, type Search, toCandidates } from './knapsack.ts';

/** What each mover is worth in each bin's location as an arrival, and more where it can stay. Exact integers. */
export interface Values {
  /** [location][mover] */
  arriving: readonly Float64Array[];
  /** What staying is worth above arriving: the scaled price of a move. */
  staying: number;
}

/**
 * The most valuable pattern of every open bin.
 * @param floor patterns worth no more are of no use, [bin]
 * @returns per bin; `bound` is never below the worth of any pattern the domain allows
 */
export function priceBins(instance: Instance, bins: Bins, domain: Domain, values: Values, floor: Float64Array, counter: Counter): (Found | undefined)[] {
  const byLocation = new Map<number, Candidates>();
  return bins.bins.map((bin, b) => {
    if (domain.state[b] === 'empty') return undefined;
    let candidates = byLocation.get(bin.location);
    if (!candidates) {
      candidates = candidatesAt(instance, bins, domain, values, bin.location, counter);
      byLocation.set(bin.location, candidates);
    }
    return priceBin(instance, bins, domain, values, candidates, b, floor[b], counter);
  });
}

function candidatesAt(
  instance: Instance, bins: Bins, domain: Domain, values: Values, location: number, counter: Counter,
): Candidates {
  const { resources, movers, demand } = instance;
  const here = bins.bins.flatMap((bin, b) => (bin.location === location && domain.state[b] !== 'empty' ? [b] : []));
  const items: number[] = [];
  for (let i = 0; i < movers; i++) {
    if (here.some((b) => domain.allowed[i * bins.bins.length + b])) items.push(i);
  }
  const worth = values.arriving[location];
  const guides = guideResources(instance).map((resource) => ({
    resource,
    room: Math.max(0, ...here.map((b) => arrivalRoom(bins.bins[b], resource))),
  }));
  return toCandidates(items, (i) => worth[i], demand, resources, guides, counter);
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

function arrivalRoom(bin: Bin, resource: number): number {
  return bin.slotRoom[resource] >= 0 ? bin.slotRoom[resource] : bin.base[resource];
}

function priceBin(
  instance: Instance, bins: Bins, domain: Domain, values: Values, candidates: Candidates, b: number, floor: number, counter: Counter,
): Found {
  const { demand, resources } = instance;
  const bin = bins.bins[b];
  const count = bins.bins.length;
  const worth = values.arriving[bin.location];
  const stayers = bin.own
    .filter((i) => domain.allowed[i * count + b] && worth[i] + values.staying > 0)
    .sort((x, y) => worth[y] - worth[x] || x - y);
  const own = new Set(bin.own);
  const usable = Uint8Array.from(candidates.items, (i) => (domain.allowed[i * count + b] && !own.has(i) ? 1 : 0));
  const search: Search = {
    candidates, demand, resources, usable,
    room: Float64Array.from(bin.base, (_, k) => arrivalRoom(bin, k)),
    found: { bound: 0, worth: Math.max(0, floor), items: undefined },
    chosen: [],
    steps: 0,
  };
  const suffix = new Float64Array(stayers.length + 1);
  for (let s = stayers.length - 1; s >= 0; s--) suffix[s] = suffix[s + 1] + worth[stayers[s]] + values.staying;
  // Where every resource counts old copies too, staying takes no room from arrivals.
  const free = bin.slotRoom.every((room) => room >= 0);
  const choose = (s: number, value: number): void => {
    if (s === stayers.length) return extend(search, 0, value);
    search.steps += 1;
    const bound = value + suffix[s] + restBound(candidates, 0, search.room);
    if (bound <= search.found.worth) return;
    if (search.steps > MAX_STEPS) {
      search.found.bound = Math.max(search.found.bound, bound);
      return;
    }
    const item = stayers[s];
    const room = search.room.slice();
    search.chosen.push(item);
    if (!free) stay(bin, demand, resources, item, search.room);
    choose(s + 1, value + worth[item] + values.staying);
    search.room.set(room);
    search.chosen.pop();
    if (!free) choose(s + 1, value);
  };
  choose(0, 0);
  counter.steps += search.steps * 8;
  search.found.bound = Math.max(search.found.bound, search.found.worth);
  return search.found;
}

/** A stayer takes its room from arrivals, in the resources that count it; what is overcommitted stays so. */
function stay(bin: Bin, demand: Float64Array, resources: number, item: number, room: Float64Array): void {
  for (let k = 0; k < resources; k++) {
    if (bin.slotRoom[k] < 0) room[k] = Math.max(0, room[k] - demand[item * resources + k]);
  }
}
