import { type Bins, ONE_SLOT, TWO_SLOTS } from './bins.ts';
import { roomIn, tightest } from './cover.ts';
import { type Domain, togetherIn } from './domain.ts';
import type { Values } from './duals.ts';
import type { Instance } from './instance.ts';
import { type Contents, type Counter, type Found, fits, take } from './knapsack.ts';
import { countOff, hasLeft } from './node-limits.ts';

/**
 * Where a domain leaves hardly any room to spare, few patterns fill a node well enough: all of them, listed. Then pricing
 * looks at nothing else, which makes the relaxation much tighter than one over everything that fits.
 */
export interface Listing {
  /** Patterns of each bin, [bin]. */
  readonly patterns: readonly (readonly Contents[])[];
  /** Whether a pattern leaves no more room than there is to spare. */
  fills(bin: number, items: readonly number[]): boolean;
}

const MAX_LISTED = 100_000;
const MAX_STEPS = 3_000_000;
const CELLS = 8192;

/** Movers that end together, what they request, and which of them may. */
interface Lot {
  readonly members: readonly number[];
  readonly demand: Float64Array;
  /** Limits of the node that count the members, once for each. */
  readonly limits: readonly number[];
}

/** Undefined where there is room to spare, or too much to list. */
export function listPatterns(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  counter: Counter,
): Listing | undefined {
  const { demand, resources } = instance;
  const { slack, state } = domain;
  const { resource, isTight } = tightest(instance, slack);
  if (!isTight || instance.problem.release) return undefined;
  if (bins.kind === TWO_SLOTS && !leaversGoEarly(instance, resource)) return undefined;
  const isOver = bins.bins.some(({ base }, b) => base.some((room, k) => roomIn(instance, bins, b, k) > room));
  if (isOver) return undefined;
  const lots = lotsOf(instance, domain, resource);
  const walk: Walk = {
    lots,
    resource,
    slack,
    reach: reachOf(lots, resource, Math.max(...bins.bins.map(({ base }) => base[resource]))),
    parted: new Set(domain.apart.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`])),
    steps: 0,
    listed: 0,
  };
  const patterns = bins.bins.map((_, b) => {
    if (state[b] === 'empty') return [];
    const fillings = listBin(walk, roomsOf(instance, bins, domain, walk, b));
    if (bins.kind !== TWO_SLOTS)
      return fillings.map((items): Contents => ({ items, early: [], leaving: [] }));
    const told = fillings.flatMap((items) => inTwoSlots(instance, bins, b, items));
    walk.listed += told.length;
    return told;
  });
  counter.steps += lots.length * CELLS + walk.steps * STEPS_PER_TRY;
  if (isTooMuch(walk)) return undefined;
  const fills = (b: number, items: readonly number[]) =>
    bins.bins[b].base.every(
      (room, k) => room - items.reduce((sum, i) => sum + demand[i * resources + k], 0) <= slack[k],
    );
  return { patterns, fills };
}

/** Whether whoever leaves a node that is filled must be gone before the last arrive. */
function leaversGoEarly({ givesFirst, movers, demand, resources }: Instance, resource: number): boolean {
  for (let i = 0; i < movers; i++) {
    const at = i * resources + resource;
    if (givesFirst[at] || demand[at] === 0) return false;
  }
  return true;
}

/** Who arrives early beside all old copies: all, then nobody need leave early; or as many as fit, in every way. */
function inTwoSlots(
  { demand, resources }: Instance,
  bins: Bins,
  b: number,
  items: readonly number[],
): Contents[] {
  const { own, slotRoom } = bins.bins[b];
  const coming = items.filter((i) => !own.includes(i));
  const room = Float64Array.from(slotRoom, (left) => (left < 0 ? Infinity : left));
  const sets: (readonly number[])[] = [];
  const early: number[] = [];
  const grow = (from: number): void => {
    const missesNone = coming.every((i) => early.includes(i) || !fits(demand, resources, i, room));
    if (missesNone) sets.push(early.slice());
    for (let at = from; at < coming.length; at++) {
      if (!fits(demand, resources, coming[at], room)) continue;
      take(demand, resources, coming[at], room, -1);
      early.push(coming[at]);
      grow(at + 1);
      early.pop();
      take(demand, resources, coming[at], room, 1);
    }
  };
  grow(0);
  const leaving = own.filter((i) => !items.includes(i));
  return sets.map((set) => ({ items, early: set, leaving: set.length < coming.length ? leaving : [] }));
}

interface Walk {
  readonly lots: readonly Lot[];
  /** The one that guides it. */
  readonly resource: number;
  readonly slack: Float64Array;
  readonly reach: (j: number, low: number, high: number) => boolean;
  /** Lots that may not be together, by their first members. */
  readonly parted: ReadonlySet<string>;
  steps: number;
  listed: number;
}

const isTooMuch = ({ steps, listed }: Walk) => steps > MAX_STEPS || listed > MAX_LISTED;

/** What a bin has room for. */
interface Rooms {
  readonly usable: readonly boolean[];
  /** Lots that are not there at the start, and the room they have while old copies are, [lot] and [resource]. */
  readonly comes: readonly boolean[];
  readonly arrivals: Float64Array;
  readonly room: Float64Array;
  /** How many more of its movers each limit of the node takes, [limit]. */
  readonly left: Int32Array;
}

function roomsOf(
  { movers, nodeLimits }: Instance,
  bins: Bins,
  { allowed }: Domain,
  { lots }: Walk,
  b: number,
): Rooms {
  const { nodes, own, base, slotRoom } = bins.bins[b];
  const count = bins.bins.length;
  const isOwn = new Uint8Array(movers);
  for (const i of own) isOwn[i] = 1;
  return {
    usable: lots.map(({ members }) => members.every((i) => allowed[i * count + b] === 1)),
    comes: lots.map(({ members }) => isOwn[members[0]] === 0),
    arrivals: slotRoom.map((left) => (bins.kind === ONE_SLOT && left >= 0 ? left : Infinity)),
    room: base.slice(),
    left: nodeLimits.most[nodes[0]].slice(),
  };
}

function listBin(walk: Walk, rooms: Rooms): (readonly number[])[] {
  const { lots, resource, slack, reach, parted } = walk;
  const { usable, comes, arrivals, room, left } = rooms;
  const resources = room.length;
  const listed: (readonly number[])[] = [];
  const chosen: Lot[] = [];
  const mayTake = (j: number) =>
    usable[j] &&
    hasLeft(left, lots[j].limits) &&
    fits(lots[j].demand, resources, 0, room) &&
    (!comes[j] || fits(lots[j].demand, resources, 0, arrivals)) &&
    (parted.size === 0 || chosen.every(({ members }) => !parted.has(`${members[0]} ${lots[j].members[0]}`)));
  const put = (j: number, sign: number) => {
    countOff(left, lots[j].limits, sign);
    take(lots[j].demand, resources, 0, room, sign);
    if (comes[j]) take(lots[j].demand, resources, 0, arrivals, sign);
  };
  const extend = (from: number): void => {
    if (room.every((left, k) => left <= slack[k])) {
      listed.push(chosen.flatMap(({ members }) => members));
      walk.listed += 1;
    }
    for (let j = from; j < lots.length && !isTooMuch(walk); j++) {
      walk.steps += 1;
      if (!reach(j, room[resource] - slack[resource], room[resource])) return;
      if (!mayTake(j)) continue;
      put(j, -1);
      chosen.push(lots[j]);
      extend(j + 1);
      chosen.pop();
      put(j, 1);
    }
  };
  extend(0);
  return listed;
}

/** Counted steps of one mover tried. */
const STEPS_PER_TRY = 20;

/** Largest first. */
function lotsOf({ demand, resources, nodeLimits }: Instance, domain: Domain, resource: number): Lot[] {
  const lots = togetherIn(domain).map((members): Lot => {
    const sum = new Float64Array(resources);
    for (const i of members) for (let k = 0; k < resources; k++) sum[k] += demand[i * resources + k];
    return { members, demand: sum, limits: members.flatMap((i) => nodeLimits.of[i]) };
  });
  return lots.sort((a, b) => b.demand[resource] - a.demand[resource] || a.members[0] - b.members[0]);
}

/** Tells whether some of the lots from position j on may request between `low` and `high` together. */
function reachOf(
  lots: readonly Lot[],
  resource: number,
  room: number,
): (j: number, low: number, high: number) => boolean {
  const unit = Math.ceil((room + 1) / CELLS);
  const row = Math.floor(room / unit) + 1;
  /** How many sums up to c there are, requests rounded down to units, [j * (row + 1) + c + 1]. */
  const sums = new Uint16Array((lots.length + 1) * (row + 1));
  const can = new Uint8Array(row);
  can[0] = 1;
  for (let j = lots.length; j >= 0; j--) {
    if (j < lots.length) {
      const weight = Math.floor(lots[j].demand[resource] / unit);
      for (let c = row - 1; c >= weight; c--) if (can[c - weight]) can[c] = 1;
    }
    const at = j * (row + 1);
    for (let c = 0; c < row; c++) sums[at + c + 1] = sums[at + c] + can[c];
  }
  return (j, low, high) => {
    const lost = unit === 1 ? 0 : lots.length - j;
    const from = Math.max(0, Math.floor(low / unit) - lost);
    const to = Math.min(row - 1, Math.floor(high / unit));
    return to >= from && sums[j * (row + 1) + to + 1] > sums[j * (row + 1) + from];
  };
}

/** The most valuable pattern of a list. */
export function priceListed(
  bins: Bins,
  { patterns }: Listing,
  values: Values,
  b: number,
  floor: number,
  counter: Counter,
): Found {
  const { place, own } = bins.bins[b];
  const worth = values.arriving[place].slice();
  for (const i of own) worth[i] += values.staying;
  const sum = (items: readonly number[], of: Float64Array) => {
    let total = 0;
    for (let at = 0; at < items.length; at++) total += of[items[at]];
    return total;
  };
  // A bin in use hosts one of the list, so nothing at all only where that is in it.
  const found: Found = { bound: -Infinity, worth: floor, pattern: undefined, isCut: false };
  for (const pattern of patterns[b]) {
    let total = sum(pattern.items, worth);
    if (bins.kind === TWO_SLOTS)
      total += sum(pattern.early, values.early) - sum(pattern.leaving, values.early);
    if (total > found.bound) found.bound = total;
    if (total <= found.worth) continue;
    found.worth = total;
    found.pattern = pattern;
  }
  counter.steps += patterns[b].length * 10;
  return found;
}
