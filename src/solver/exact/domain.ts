import type { Bins } from './bins.ts';
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
export type Decision = readonly [kind: number, a: number, b: number];

/** The plans that a branch still allows. */
export interface Domain {
  readonly state: ('open' | 'kept' | 'empty')[];
  /** [mover * bins + bin] */
  readonly allowed: Uint8Array;
  /** Fewest and most bins in use, of those of each group that may be in use, [group]. */
  readonly least: Int32Array;
  readonly most: Int32Array;
}

/** The domain of a branch, or undefined when it is plainly empty. */
export function toDomain(instance: Instance, bins: Bins, decisions: readonly Decision[]): Domain | undefined {
  const count = bins.bins.length;
  const { movers } = instance;
  const domain: Domain = {
    state: bins.bins.map(() => 'open'),
    allowed: bins.allowed.slice(),
    least: Int32Array.from(bins.groups, () => 0),
    most: Int32Array.from(bins.groups, (group) =>
      group.reduce((sum, b) => sum + bins.bins[b].nodes.length, 0),
    ),
  };
  const { state, allowed, least, most } = domain;
  for (const [kind, a, b] of decisions) {
    if (kind === KEPT) state[a] = 'kept';
    else if (kind === EMPTY) state[a] = 'empty';
    else if (kind === AT_LEAST) least[a] = Math.max(least[a], b);
    else if (kind === AT_MOST) most[a] = Math.min(most[a], b);
    else if (kind === AT) {
      for (let other = 0; other < count; other++) if (other !== b) allowed[a * count + other] = 0;
      if (state[b] === 'empty') return undefined;
      if (bins.bins[b].nodes.length === 1) state[b] = 'kept';
    } else if (kind === NOT_AT) allowed[a * count + b] = 0;
    else {
      for (let other = 0; other < count; other++) {
        if ((bins.bins[other].location === b) !== (kind === IN)) allowed[a * count + other] = 0;
      }
    }
  }
  for (let b = 0; b < count; b++) {
    if (state[b] === 'empty') for (let i = 0; i < movers; i++) allowed[i * count + b] = 0;
  }
  if (!propagateLatency(instance, bins, allowed)) return undefined;
  return domain;
}

/** Takes away locations that no location left to a partner allows. False when a mover has nowhere to be. */
function propagateLatency(instance: Instance, bins: Bins, allowed: Uint8Array): boolean {
  const { movers, latency, problem } = instance;
  const { locations } = problem;
  const count = bins.bins.length;
  const places = new Uint8Array(movers * locations);
  for (let i = 0; i < movers; i++) {
    for (let b = 0; b < count; b++)
      if (allowed[i * count + b]) places[i * locations + bins.bins[b].location] = 1;
  }
  const drop = (i: number, g: number) => {
    places[i * locations + g] = 0;
    for (let b = 0; b < count; b++) if (bins.bins[b].location === g) allowed[i * count + b] = 0;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const { u, v, bad } of latency.conflicts) {
      for (let g = 0; g < locations; g++) {
        if (places[u * locations + g] && !supported(places, v, locations, (h) => bad[g * locations + h])) {
          drop(u, g);
          changed = true;
        }
        if (places[v * locations + g] && !supported(places, u, locations, (h) => bad[h * locations + g])) {
          drop(v, g);
          changed = true;
        }
      }
    }
  }
  for (let i = 0; i < movers; i++) {
    let some = false;
    for (let g = 0; g < locations && !some; g++) some = places[i * locations + g] === 1;
    if (!some) return false;
  }
  return true;
}

function supported(
  places: Uint8Array,
  item: number,
  locations: number,
  isBad: (g: number) => number,
): boolean {
  for (let h = 0; h < locations; h++) if (places[item * locations + h] && !isBad(h)) return true;
  return false;
}
