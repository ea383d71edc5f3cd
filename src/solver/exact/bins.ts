import type { Instance } from './instance.ts';
import { spent } from './side-rules.ts';
import { toTopology } from './topology.ts';

/**
 * Where patterns go: one node, or several equal ones taken together. A *pattern* is what a bin's node hosts in the end:
 * own movers that stay and foreign ones that arrive.
 */
export interface Bin {
  readonly nodes: readonly number[];
  /** Weighted price of using one node; 0 for a node that stays in use whatever happens. */
  readonly price: number;
  readonly location: number;
  /** Its place in `Bins.places`. */
  readonly place: number;
  /** Movers that are there at the start, when the bin is one node. */
  readonly own: readonly number[];
  /** Room for arrivals and stayers together, [resource]; own stayers may exceed it. */
  readonly base: Float64Array;
  /** Room for arrivals while every old copy that is not recreated is there, [resource]; −1: no such limit in this kind of plan. */
  readonly slotRoom: Float64Array;
}

export interface Place {
  readonly location: number;
  /** Limits of the instance that count who ends there. */
  readonly limits: readonly number[];
}

/** All arrive beside all old copies. */
export const ONE_SLOT = 0;
/** Early arrivals do; late ones have the room that those who left early gave up. */
export const TWO_SLOTS = 1;
/** Slots are not looked at, only the final placement: a relaxation of plans of any number of slots. */
export const ANY_SLOTS = 2;
/** The same with every node for itself: what equal nodes taken together can't tell apart. */
export const EACH_NODE = 3;
export type Kind = typeof ONE_SLOT | typeof TWO_SLOTS | typeof ANY_SLOTS | typeof EACH_NODE;

/** The bins of all plans of one kind. */
export interface Bins {
  readonly bins: readonly Bin[];
  /** Weighted price of the nodes that stay in use whatever happens. */
  readonly sunk: number;
  readonly kind: Kind;
  /** Whether it matters to no bin who was there at the start. */
  readonly anonymous: boolean;
  /** 1 where the mover may be, [mover * bins + bin]. */
  readonly allowed: Uint8Array;
  /** What it is to end in a bin, beside what it takes: bins of one place are alike. */
  readonly places: readonly Place[];
  /** Sets of bins whose number in use is branched on: bins of equal price, then all. */
  readonly groups: readonly (readonly number[])[];
}

export function toBins(instance: Instance, kind: Kind): Bins {
  const { problem, nodes, resources, movers, weights, base, free, pinned } = instance;
  const anonymous = kind === ANY_SLOTS && problem.maxSlots > 2 && isFree(instance);
  const topology = toTopology(problem);
  const byKey = new Map<string, number[]>();
  for (let n = 0; n < nodes; n++) {
    const key = kind === EACH_NODE ? `node ${n}` : binKey(instance, topology, n, anonymous);
    const members = byKey.get(key);
    if (members) members.push(n);
    else byKey.set(key, [n]);
  }
  const { places, placeOf } = placesOf(instance);
  const bins = [...byKey.values()].map((members): Bin => {
    const n = members[0];
    const at = (array: Float64Array) => array.slice(n * resources, (n + 1) * resources);
    return {
      nodes: members,
      price: pinned[n] ? 0 : problem.price[n] * weights.price,
      location: problem.location[n],
      place: placeOf[n],
      own: members.length === 1 && (!anonymous || isOver(instance, n)) ? instance.own[n] : [],
      base: at(base).map((room) => Math.max(0, room)),
      slotRoom: at(free).map((room, k) =>
        looksAtSlots(kind) && problem.transient[k] ? Math.max(0, room + givenFirst(instance, n, k)) : -1,
      ),
    };
  });
  let sunk = 0;
  for (let n = 0; n < nodes; n++) if (pinned[n]) sunk += problem.price[n] * weights.price;
  const allowed = new Uint8Array(movers * bins.length);
  for (let i = 0; i < movers; i++) {
    for (const [b, bin] of bins.entries()) {
      if (bin.nodes.some((n) => instance.allowed[i * nodes + n])) allowed[i * bins.length + b] = 1;
    }
  }
  const noHomes = anonymous && bins.every(({ own }) => own.length === 0);
  return { bins, sunk, kind, anonymous: noHomes, allowed, places, groups: countGroups(bins) };
}

/** Equal numbers for nodes that are in one location and count for the same limits, [node]. */
function placesOf({ problem, nodes, limits }: Instance): { places: Place[]; placeOf: Int32Array } {
  const places: Place[] = Array.from({ length: problem.locations }, (_, location) => ({
    location,
    limits: [],
  }));
  const known = new Map<string, number>(places.map(({ location }) => [`${location}:`, location]));
  const placeOf = Int32Array.from({ length: nodes }, (_, n) => {
    const location = problem.location[n];
    const counting = limits.flatMap((limit, l) => (limit.nodes[n] ? [l] : []));
    const key = `${location}:${counting.join()}`;
    const place = known.get(key) ?? places.push({ location, limits: counting }) - 1;
    known.set(key, place);
    return place;
  });
  return { places, placeOf };
}

/** What those who are recreated give back at once, if they all leave. */
function givenFirst({ own, resources, givesFirst, release }: Instance, n: number, k: number): number {
  let room = 0;
  for (const i of own[n]) if (givesFirst[i * resources + k]) room += release[i * resources + k];
  return room;
}

const looksAtSlots = (kind: Kind) => kind === ONE_SLOT || kind === TWO_SLOTS;

/**
 * Whether moves cost nothing and any number may be made, so that it does not matter to a final placement who was where: not
 * even to what a replica takes.
 */
function isFree({ problem, weights, workload, movers }: Instance): boolean {
  if (weights.move > 0 || problem.maxMoves < movers || problem.stayPrice || problem.release) return false;
  const all = Array.from({ length: movers }, (_, i) => i);
  return problem.budgets.every(
    ({ over, weight, most }) =>
      spent(workload, weight, all) <= most * (over === 'slot' ? problem.maxSlots : 1),
  );
}

/** Equal for nodes that a final placement need not tell apart. */
function binKey(instance: Instance, topology: readonly Int32Array[], n: number, anonymous: boolean): string {
  const { problem, nodes, resources, movers, base, pinned } = instance;
  const own = (array: Float64Array) => array.subarray(n * resources, (n + 1) * resources);
  const isEmpty = instance.own[n].length === 0;
  if (pinned[n] || !(isEmpty || (anonymous && !isOver(instance, n)))) return `node ${n}`;
  const allowed = Array.from({ length: movers }, (_, i) => instance.allowed[i * nodes + n]).join('');
  return [
    problem.price[n],
    problem.priced[n],
    problem.location[n],
    ...own(base),
    allowed,
    ...topology.map((domainOf) => domainOf[n]),
  ].join(' ');
}

/** Whether what starts there may stay there, and breaks a limit: no other movers may do the same. */
function isOver({ problem, rules, source }: Instance, n: number): boolean {
  for (const { rule, counted } of rules) {
    if (rule.form !== 'at-most') continue;
    if (counted.filter((i) => rule.domainOf[source[i]] === rule.domainOf[n]).length > rule.most) return true;
  }
  for (let at = n * problem.resources; at < (n + 1) * problem.resources; at++)
    if (problem.use[at] > problem.capacity[at]) return true;
  return false;
}

function countGroups(bins: readonly Bin[]): number[][] {
  const byPrice = new Map<number, number[]>();
  for (const [b, { price }] of bins.entries()) {
    if (price === 0) continue;
    const members = byPrice.get(price);
    if (members) members.push(b);
    else byPrice.set(price, [b]);
  }
  const groups = [...byPrice.values()].filter((members) => members.length > 1);
  const all = [...byPrice.values()].flat().sort((a, b) => a - b);
  return byPrice.size > 1 && all.length > 1 ? [...groups, all] : groups;
}
