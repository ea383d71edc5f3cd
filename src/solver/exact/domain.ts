import type { Bins } from './bins.ts';
import { slackOf } from './cover.ts';
import type { Instance } from './instance.ts';

/** What a branch has decided, as rows of [kind, a, b]. */
export const KEPT = 0; // bin a stays in use: its price is sunk
export const EMPTY = 1; // bin a hosts nothing in the end
export const AT_LEAST = 2; // of group a at least b bins are in use
export const AT_MOST = 3; // of group a at most b bins are in use
export const AT = 4; // mover a ends in bin b
export const NOT_AT = 5; // mover a does not end in bin b
export const IN = 6; // mover a ends in location b
export const NOT_IN = 7; // mover a does not end in location b
export const TOGETHER = 8; // movers a and b end in the same node
export const APART = 9; // movers a and b end in different nodes
export type Decision = readonly [kind: number, a: number, b: number];

/** The plans that a branch still allows. */
export interface Domain {
  readonly state: ('open' | 'kept' | 'empty')[];
  /** [mover * bins + bin] */
  readonly allowed: Uint8Array;
  /** Fewest and most bins in use, of those of each group that may be in use, [group]. */
  readonly least: Int32Array;
  readonly most: Int32Array;
  /** First of the movers that end together with this one, [mover]. */
  readonly first: Int32Array;
  /** Pairs of such first movers that end in different nodes. */
  readonly apart: readonly (readonly [number, number])[];
  /** Room that is left over at most when all is placed, [resource]. */
  readonly slack: Float64Array;
}

/** The domain of a branch, or undefined when it is plainly empty. */
export function toDomain(instance: Instance, bins: Bins, decisions: readonly Decision[]): Domain | undefined {
  const count = bins.bins.length;
  const { movers } = instance;
  const first = joined(movers, decisions);
  const apart = decisions
    .filter(([kind]) => kind === APART)
    .map(([, a, b]): readonly [number, number] => [first[a], first[b]]);
  if (apart.some(([a, b]) => a === b)) return undefined;
  const domain: Domain = {
    state: bins.bins.map(() => 'open'),
    allowed: bins.allowed.slice(),
    least: Int32Array.from(bins.groups, () => 0),
    most: Int32Array.from(bins.groups, (group) =>
      group.reduce((sum, b) => sum + bins.bins[b].nodes.length, 0),
    ),
    first,
    apart,
    slack: new Float64Array(instance.resources),
  };
  for (const decision of decisions) if (!decide(bins, domain, decision)) return undefined;
  for (let b = 0; b < count; b++) {
    if (domain.state[b] === 'empty') for (let i = 0; i < movers; i++) domain.allowed[i * count + b] = 0;
    for (let i = 0; i < movers; i++)
      if (!domain.allowed[i * count + b]) domain.allowed[first[i] * count + b] = 0;
    for (let i = 0; i < movers; i++) domain.allowed[i * count + b] &= domain.allowed[first[i] * count + b];
  }
  domain.slack.set(slackOf(instance, bins, domain));
  if (domain.slack.some((left) => left < 0)) return undefined;
  return propagateLatency(instance, bins, domain.allowed) ? domain : undefined;
}

function joined(movers: number, decisions: readonly Decision[]): Int32Array {
  const first = Int32Array.from({ length: movers }, (_, i) => i);
  for (const [kind, a, b] of decisions) {
    if (kind !== TOGETHER) continue;
    const [low, high] = first[a] < first[b] ? [first[a], first[b]] : [first[b], first[a]];
    for (let i = 0; i < movers; i++) if (first[i] === high) first[i] = low;
  }
  return first;
}

/** False when the decision leaves nothing. */
function decide(bins: Bins, { state, allowed, least, most }: Domain, [kind, a, b]: Decision): boolean {
  const count = bins.bins.length;
  const keepOnly = (isKept: (bin: number) => boolean) => {
    for (let bin = 0; bin < count; bin++) if (!isKept(bin)) allowed[a * count + bin] = 0;
  };
  if (kind === KEPT) state[a] = 'kept';
  if (kind === EMPTY) state[a] = 'empty';
  if (kind === AT_LEAST) least[a] = Math.max(least[a], b);
  if (kind === AT_MOST) most[a] = Math.min(most[a], b);
  if (kind === NOT_AT) allowed[a * count + b] = 0;
  if (kind === IN) keepOnly((bin) => bins.bins[bin].location === b);
  if (kind === NOT_IN) keepOnly((bin) => bins.bins[bin].location !== b);
  if (kind === AT) {
    if (state[b] === 'empty') return false;
    keepOnly((bin) => bin === b);
    if (bins.bins[b].nodes.length === 1) state[b] = 'kept';
  }
  return true;
}

/** Movers by who ends together, each set ascending. */
export function togetherIn({ first }: Domain): number[][] {
  const sets = new Map<number, number[]>();
  for (const [i, head] of first.entries()) {
    const members = sets.get(head);
    if (members) members.push(i);
    else sets.set(head, [i]);
  }
  return [...sets.values()];
}

/** 1 where a mover has a bin left in a location, [mover * locations + location]. */
export function placesLeft({ movers, problem }: Instance, { bins }: Bins, allowed: Uint8Array): Uint8Array {
  const places = new Uint8Array(movers * problem.locations);
  for (let i = 0; i < movers; i++) {
    for (const [b, { location }] of bins.entries()) {
      if (allowed[i * bins.length + b]) places[i * problem.locations + location] = 1;
    }
  }
  return places;
}

/** Takes away locations that no location left to a partner allows. False when a mover has nowhere to be. */
function propagateLatency(instance: Instance, bins: Bins, allowed: Uint8Array): boolean {
  const { movers, latency, problem } = instance;
  const { locations } = problem;
  const count = bins.bins.length;
  const places = placesLeft(instance, bins, allowed);
  let changed = true;
  /** Takes the locations of a mover that no location of its partner allows. */
  const narrow = (i: number, partner: number, isBad: (g: number, h: number) => boolean) => {
    for (let g = 0; g < locations; g++) {
      if (!places[i * locations + g] || supported(places, partner, locations, (h) => isBad(g, h))) continue;
      places[i * locations + g] = 0;
      for (let b = 0; b < count; b++) if (bins.bins[b].location === g) allowed[i * count + b] = 0;
      changed = true;
    }
  };
  while (changed) {
    changed = false;
    for (const { u, v, bad } of latency.conflicts) {
      narrow(u, v, (g, h) => bad[g * locations + h] === 1);
      narrow(v, u, (h, g) => bad[g * locations + h] === 1);
    }
  }
  for (let i = 0; i < movers; i++) {
    if (!places.subarray(i * locations, (i + 1) * locations).includes(1)) return false;
  }
  return true;
}

function supported(
  places: Uint8Array,
  item: number,
  locations: number,
  isBad: (g: number) => boolean,
): boolean {
  for (let h = 0; h < locations; h++) if (places[item * locations + h] && !isBad(h)) return true;
  return false;
}
