import type { Bins } from './bins.ts';
import {
  AT,
  AT_LEAST,
  AT_MOST,
  type Decision,
  type Domain,
  EMPTY,
  IN,
  KEPT,
  NOT_AT,
  NOT_IN,
} from './domain.ts';
import type { Instance } from './instance.ts';
import type { Relaxed } from './relax.ts';

/** Shares of a fractional placement. */
export interface Shares {
  /** How much of each bin is in use, [bin]. */
  readonly used: Float64Array;
  /** How much of a mover ends in a bin, [mover * bins + bin]. */
  readonly at: Float64Array;
}

const WHOLE = 1e-3;
const isWhole = (share: number) => Math.abs(share - Math.round(share)) < WHOLE;

export function sharesOf(instance: Instance, bins: Bins, relaxed: Relaxed): Shares {
  const count = bins.bins.length;
  const used = new Float64Array(count);
  const at = new Float64Array(instance.movers * count);
  for (const { pattern, share } of relaxed.patterns) {
    used[pattern.bin] += share;
    for (const i of pattern.items) at[i * count + pattern.bin] += share;
  }
  return { used, at };
}

/** Two halves of what is left, by what is most undecided about it; undefined when the placement is whole. */
export function branchOn(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  shares: Shares,
): readonly [Decision, Decision] | undefined {
  return (
    branchOnCount(bins, domain, shares) ??
    branchOnBin(bins, domain, shares) ??
    branchOnLocation(instance, bins, domain, shares) ??
    branchOnMover(instance, bins, domain, shares)
  );
}

function branchOnCount(
  bins: Bins,
  domain: Domain,
  { used }: Shares,
): readonly [Decision, Decision] | undefined {
  for (let g = bins.groups.length - 1; g >= 0; g--) {
    let kept = 0;
    let open = 0;
    for (const b of bins.groups[g]) {
      if (domain.state[b] === 'kept') kept += 1;
      else open += used[b];
    }
    if (isWhole(open)) continue;
    return [
      [AT_LEAST, g, kept + Math.ceil(open)],
      [AT_MOST, g, kept + Math.floor(open)],
    ];
  }
  return undefined;
}

function branchOnBin(
  bins: Bins,
  domain: Domain,
  { used }: Shares,
): readonly [Decision, Decision] | undefined {
  let best = 0;
  let chosen = -1;
  for (const [b, { nodes, price }] of bins.bins.entries()) {
    if (domain.state[b] !== 'open' || nodes.length > 1 || isWhole(used[b])) continue;
    const weight = Math.min(used[b], 1 - used[b]) * (1 + price);
    if (weight > best) {
      best = weight;
      chosen = b;
    }
  }
  return chosen < 0
    ? undefined
    : [
        [KEPT, chosen, 0],
        [EMPTY, chosen, 0],
      ];
}

function branchOnLocation(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  { at }: Shares,
): readonly [Decision, Decision] | undefined {
  const { locations } = instance.problem;
  if (locations === 1 || instance.latency.conflicts.length === 0) return undefined;
  const count = bins.bins.length;
  let best = WHOLE;
  let chosen: readonly [Decision, Decision] | undefined;
  const here = new Float64Array(locations);
  for (let i = 0; i < instance.movers; i++) {
    if (placesOf(domain, i, count) < 2) continue;
    here.fill(0);
    for (let b = 0; b < count; b++) here[bins.bins[b].location] += at[i * count + b];
    for (let g = 0; g < locations; g++) {
      const split = Math.min(here[g], 1 - here[g]);
      if (split <= best) continue;
      best = split;
      chosen = [
        [IN, i, g],
        [NOT_IN, i, g],
      ];
    }
  }
  return chosen;
}

/** Largest first among the most undecided: whether it stays, then where it is. */
function branchOnMover(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  { at }: Shares,
): readonly [Decision, Decision] | undefined {
  const count = bins.bins.length;
  let best = WHOLE;
  let chosen: readonly [Decision, Decision] | undefined;
  for (let i = 0; i < instance.movers; i++) {
    if (placesOf(domain, i, count) < 2) continue;
    for (let b = 0; b < count; b++) {
      const share = at[i * count + b];
      const split = Math.min(share, 1 - share);
      if (split <= WHOLE) continue;
      const weight = split + (bins.bins[b].own.includes(i) ? 1 : 0) + 0.1 * sizeOf(instance, i);
      if (weight <= best) continue;
      best = weight;
      chosen = [
        [AT, i, b],
        [NOT_AT, i, b],
      ];
    }
  }
  return chosen;
}

/** Bins that a mover may still end in. */
function placesOf({ allowed }: Domain, item: number, count: number): number {
  let places = 0;
  for (let b = 0; b < count; b++) places += allowed[item * count + b];
  return places;
}

/** Demand as a share of the largest capacity, the greatest over resources. */
function sizeOf({ demand, resources, problem, nodes }: Instance, item: number): number {
  let size = 0;
  for (let k = 0; k < resources; k++) {
    let capacity = 1;
    for (let n = 0; n < nodes; n++) capacity = Math.max(capacity, problem.capacity[n * resources + k]);
    size = Math.max(size, demand[item * resources + k] / capacity);
  }
  return size;
}

/** Splits off a whole placement that is not good enough: one of its movers, not yet fixed, is there or is not. */
export function branchOff(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  { at }: Shares,
): readonly [Decision, Decision] | undefined {
  const count = bins.bins.length;
  let fallback: readonly [Decision, Decision] | undefined;
  for (let i = 0; i < instance.movers; i++) {
    let places = 0;
    let here = -1;
    for (let b = 0; b < count; b++) {
      places += domain.allowed[i * count + b];
      if (at[i * count + b] > 1 - WHOLE && domain.allowed[i * count + b]) here = b;
    }
    if (places < 2 || here < 0) continue;
    const decisions: readonly [Decision, Decision] = [
      [AT, i, here],
      [NOT_AT, i, here],
    ];
    if (!bins.bins[here].own.includes(i)) return decisions;
    fallback ??= decisions;
  }
  return fallback;
}
