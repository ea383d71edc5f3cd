import type { Bins } from './bins.ts';
import { slackOf, tightest } from './cover.ts';
import {
  APART,
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
  TOGETHER,
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

/** Sets of decisions of which every placement keeps exactly one. */
export type Parts = readonly (readonly Decision[])[];

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

/** Parts of what is left, by what is most undecided about it; undefined when the placement is whole. */
export function branchOn(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  shares: Shares,
  relaxed: Relaxed,
): Parts | undefined {
  return (
    branchOnCount(bins, domain, shares) ??
    heaviest(binChoices(bins, domain, shares)) ??
    branchOnUse(instance, bins, domain, shares) ??
    heaviest(locationChoices(instance, bins, domain, shares)) ??
    heaviest(pairChoices(instance, bins, domain, relaxed)) ??
    heaviest(moverChoices(instance, bins, domain, shares))
  );
}

type Choice = readonly [weight: number, parts: Parts];

/** The first of those with the greatest weight. */
function heaviest(choices: Iterable<Choice>): Parts | undefined {
  let best = 0;
  let chosen: Parts | undefined;
  for (const [weight, parts] of choices) {
    if (weight <= best) continue;
    best = weight;
    chosen = parts;
  }
  return chosen;
}

function branchOnCount(bins: Bins, domain: Domain, { used }: Shares): Parts | undefined {
  for (let g = bins.groups.length - 1; g >= 0; g--) {
    let kept = 0;
    let open = 0;
    for (const b of bins.groups[g]) {
      if (domain.state[b] === 'kept') kept += 1;
      else open += used[b];
    }
    const [low, high] = [kept + Math.floor(open), kept + Math.ceil(open)];
    // A relaxation that ended early may not keep what has been decided.
    if (isWhole(open) || high <= domain.least[g] || low >= domain.most[g]) continue;
    return [[[AT_LEAST, g, high]], [[AT_MOST, g, low]]];
  }
  return undefined;
}

function* binChoices(bins: Bins, domain: Domain, { used }: Shares): Generator<Choice> {
  for (const [b, { nodes, price }] of bins.bins.entries()) {
    if (domain.state[b] !== 'open' || nodes.length > 1 || isWhole(used[b])) continue;
    const parts: Parts = [[[KEPT, b, 0]], [[EMPTY, b, 0]]];
    yield [Math.min(used[b], 1 - used[b]) * (1 + price), parts];
  }
}

/**
 * Where the bins in use have hardly any room to spare: these bins and no others, or one of them differs. Once they are
 * settled, patterns can be listed.
 */
function branchOnUse(
  instance: Instance,
  bins: Bins,
  { state, most }: Domain,
  { used }: Shares,
): Parts | undefined {
  const next = state.slice();
  const settled: Decision[] = [];
  const others: Decision[] = [];
  for (const [b, { nodes }] of bins.bins.entries()) {
    const isEmpty = used[b] < WHOLE;
    if (state[b] !== 'open' || (nodes.length > 1 && !isEmpty)) continue;
    next[b] = isEmpty ? 'empty' : 'kept';
    settled.push([isEmpty ? EMPTY : KEPT, b, 0]);
    others.push([isEmpty ? KEPT : EMPTY, b, 0]);
  }
  if (settled.length === 0) return undefined;
  const left = slackOf(instance, bins, { state: next, most });
  if (!tightest(instance, left).isTight || bins.bins.some(({ nodes }) => nodes.length > 1)) return undefined;
  return [settled, ...others.map((other, j) => [...settled.slice(0, j), other])];
}

function* locationChoices(instance: Instance, bins: Bins, domain: Domain, { at }: Shares): Generator<Choice> {
  const { locations } = instance.problem;
  if (locations === 1 || instance.latency.conflicts.length === 0) return;
  const count = bins.bins.length;
  const here = new Float64Array(locations);
  for (const i of undecided(instance, bins, domain)) {
    here.fill(0);
    for (let b = 0; b < count; b++) here[bins.bins[b].location] += at[i * count + b];
    for (let g = 0; g < locations; g++) {
      const split = Math.min(here[g], 1 - here[g]);
      const parts: Parts = [[[IN, i, g]], [[NOT_IN, i, g]]];
      if (split > WHOLE) yield [split, parts];
    }
  }
}

/** Ryan and Foster's: large movers that are partly together, where bins stand for several nodes and nobody has a home. */
function* pairChoices(
  instance: Instance,
  bins: Bins,
  { first }: Domain,
  { patterns }: Relaxed,
): Generator<Choice> {
  if (!bins.anonymous) return;
  const { movers } = instance;
  const size = Float64Array.from({ length: movers }, (_, i) => sizeOf(instance, i));
  const together = new Float64Array(movers * movers);
  for (const { pattern, share } of patterns) {
    const heads = pattern.items.filter((i) => first[i] === i);
    for (const a of heads) for (const b of heads) if (a < b) together[a * movers + b] += share;
  }
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < movers; b++) {
      const share = together[a * movers + b];
      const split = Math.min(share, 1 - share);
      const parts: Parts = [[[TOGETHER, a, b]], [[APART, a, b]]];
      if (split > WHOLE) yield [split + 0.3 * (size[a] + size[b]), parts];
    }
  }
}

/** Largest first among the most undecided: whether it stays, then where it is. */
function* moverChoices(instance: Instance, bins: Bins, domain: Domain, { at }: Shares): Generator<Choice> {
  const count = bins.bins.length;
  for (const i of undecided(instance, bins, domain)) {
    for (let b = 0; b < count; b++) {
      const share = at[i * count + b];
      const split = Math.min(share, 1 - share);
      if (split <= WHOLE) continue;
      const stays = bins.bins[b].own.includes(i) ? 1 : 0;
      yield [split + stays + 0.1 * sizeOf(instance, i), whereIs(i, b)];
    }
  }
}

const whereIs = (i: number, b: number): Parts => [[[AT, i, b]], [[NOT_AT, i, b]]];

/** Movers that may still end in several bins. */
function undecided({ movers }: Instance, { bins }: Bins, { allowed }: Domain): number[] {
  const found: number[] = [];
  for (let i = 0; i < movers; i++) {
    let places = 0;
    for (let b = 0; b < bins.length; b++) places += allowed[i * bins.length + b];
    if (places > 1) found.push(i);
  }
  return found;
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
export function branchOff(instance: Instance, bins: Bins, domain: Domain, { at }: Shares): Parts | undefined {
  const count = bins.bins.length;
  let fallback: Parts | undefined;
  for (const i of undecided(instance, bins, domain)) {
    let here = -1;
    for (let b = 0; b < count; b++)
      if (at[i * count + b] > 1 - WHOLE && domain.allowed[i * count + b]) here = b;
    if (here < 0) continue;
    if (!bins.bins[here].own.includes(i)) return whereIs(i, here);
    fallback ??= whereIs(i, here);
  }
  return fallback;
}
