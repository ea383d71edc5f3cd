import type { Bins } from './bins.ts';
import { type Domain, togetherIn } from './domain.ts';
import { type Duals, toValues } from './duals.ts';
import type { Instance } from './instance.ts';
import { COARSE, type Contents, type Counter, FINE, type Width } from './knapsack.ts';
import { type Layout, layoutRows } from './layout.ts';
import { type Listing, listPatterns } from './listing.ts';
import { priceBins } from './pricing.ts';
import {
  addColumn,
  basicColumns,
  type Column,
  objective,
  optimise,
  reducedCost,
  type Simplex,
  startSimplex,
} from './simplex.ts';

/** What a bin hosts in the end, and who arrives and leaves early. All ascending. */
export interface Pattern extends Contents {
  readonly bin: number;
}

/** Every pattern met so far, each once; shared by all branches of one kind of plan. */
export interface Pool {
  patterns: Pattern[];
  known: Set<string>;
}

export function addPattern(pool: Pool, bin: number, contents: Contents): Pattern | undefined {
  const sorted = (items: readonly number[]) => [...items].sort((a, b) => a - b);
  const pattern = {
    bin,
    items: sorted(contents.items),
    early: sorted(contents.early),
    leaving: sorted(contents.leaving),
  };
  const key = `${bin}:${pattern.items.join(',')}:${pattern.early.join(',')}:${pattern.leaving.join(',')}`;
  if (pool.known.has(key)) return undefined;
  pool.known.add(key);
  pool.patterns.push(pattern);
  return pattern;
}

export interface Relaxed {
  /** No final placement in the domain has a lower weighted price and moves. An exact integer; Infinity: there is none. */
  bound: number;
  /** The fractional placement, empty when `bound` reached the cutoff first. */
  patterns: { pattern: Pattern; share: number }[];
  /** How many movers are left without a place. */
  missing: number;
  /** Patterns of the final basis, as places in the pool: where a relaxation of a part starts best. */
  basis: readonly number[];
}

/** A bin in use that hosts nothing: where a count of bins asks for more than there is to host. */
const NOTHING: Contents = { items: [], early: [], leaving: [] };

const MAX_ROUNDS = 400;

/** Counted steps after which a relaxation ends as it is: its bound is valid all the same. */
const MAX_STEPS = 6e8;
/** Counted steps of a multiplication, and of looking whether a known pattern is allowed. */
const STEPS_PER_FLOP = 0.5;
const STEPS_PER_PATTERN = 400;

/** Weight of the best duals so far in those that are priced by. */
const SMOOTHING = 0.8;

/**
 * Least cost of a final placement when whole patterns may be taken in shares: the linear relaxation over all patterns,
 * by column generation. The bound is Lagrange's for duals rounded to integers, so no rounding error is in it.
 * @param start patterns that are likely to be in it, as places in the pool
 * @param cutoff the search ends once the bound is at least this
 */
export function relax(
  instance: Instance,
  bins: Bins,
  domain: Domain,
  pool: Pool,
  cutoff: number,
  counter: Counter,
  start: readonly number[],
  maxRounds = MAX_ROUNDS,
): Relaxed {
  const layout = layoutRows(instance, bins, domain);
  const listing = listPatterns(instance, bins, domain, counter);
  // Leaving a mover out by a hundredth already costs more than the best plan.
  const penalty = 100 * Math.max(1, cutoff);
  const simplex = startSimplex(layout.rows, penalty);
  const used: number[] = [];
  const add = (place: number) => {
    addColumn(simplex, layout.columnOf(pool.patterns[place]));
    used.push(place);
  };
  const first = new Set(start);
  counter.steps += pool.patterns.length * STEPS_PER_PATTERN;
  const allows = allowedBy(bins, domain, listing);
  for (const place of start) if (allows(pool.patterns[place])) add(place);
  // A few good columns alone lead to a good basis in few pivots.
  optimise(simplex, 50 * layout.rows.length);
  for (const [place, pattern] of pool.patterns.entries()) {
    if (!first.has(place) && allows(pattern)) add(place);
  }
  const tolerance = 1e-6 * Math.max(1, cutoff * 0.1);
  let bound = 0;
  let centre: Float64Array | undefined;
  let cells: Width = COARSE;
  /** Prices every bin by the duals, adds what it finds, and says whether the relaxation gets lower by it. */
  const price = (dual: Float64Array): boolean => {
    const duals = toValues(instance, layout, dual, cutoff);
    const priced = priceBins(instance, bins, domain, duals.values, duals.floor, cells, listing, counter);
    const proved = boundOf(bins, layout, duals, priced);
    if (priced.some((found) => found?.isCut)) cells = FINE;
    if (proved > bound) {
      bound = proved;
      centre = dual.slice();
    }
    let improves = false;
    for (const [b, found] of priced.entries()) {
      if (!found || (!found.pattern && (listing || duals.floor[b] >= 0))) continue;
      const pattern = addPattern(pool, b, found.pattern ?? NOTHING);
      if (!pattern) continue;
      improves ||= reducedCost(simplex, layout.columnOf(pattern)) < -tolerance;
      add(pool.patterns.length - 1);
    }
    return improves;
  };
  const latest = counter.steps + MAX_STEPS;
  for (let round = 0; round < maxRounds && counter.steps < latest; round++) {
    optimise(simplex, 50 * layout.rows.length);
    counter.steps += simplex.flops * STEPS_PER_FLOP;
    simplex.flops = 0;
    // Duals between the best so far and the newest swing less, and give better bounds earlier.
    const between = centre?.map((dual, r) => SMOOTHING * dual + (1 - SMOOTHING) * simplex.dual[r]);
    const improves = (between && price(between)) || (bound < cutoff && price(simplex.dual));
    if (bound >= cutoff) return { bound, patterns: [], missing: 0, basis: [] };
    // Costs are whole numbers: when rounding up closes the difference, more rounds change nothing.
    if (!improves || bound >= Math.ceil(objective(simplex) + layout.sunk - 1e-4)) break;
  }
  const { columns, missing } = basicColumns(simplex);
  const basis = Array.from(
    simplex.basis.filter((variable) => variable >= 0),
    (c) => used[c],
  ).sort((a, b) => a - b);
  return {
    bound,
    missing,
    basis,
    patterns: columns.map(([c, share]) => ({ pattern: pool.patterns[used[c]], share })),
  };
}

/** Whether the domain allows a pattern; told once about the domain, asked for every pattern. */
function allowedBy(bins: Bins, domain: Domain, listing: Listing | undefined): (pattern: Pattern) => boolean {
  const { state, allowed, apart } = domain;
  const count = bins.bins.length;
  const together = togetherIn(domain).filter(({ length }) => length > 1);
  const keepsPairs = (items: readonly number[]) =>
    apart.every(([a, b]) => !items.includes(a) || !items.includes(b)) &&
    together.every((members) => {
      const here = members.filter((i) => items.includes(i)).length;
      return here === 0 || here === members.length;
    });
  const pairs = apart.length + together.length > 0;
  return ({ bin, items }) =>
    state[bin] !== 'empty' &&
    items.every((i) => allowed[i * count + bin]) &&
    (!pairs || keepsPairs(items)) &&
    (!listing || listing.fills(bin, items));
}

/** Lagrange's bound: what the duals collect, plus what the best pattern of every bin can get back. Rounded up. */
function boundOf(
  bins: Bins,
  layout: Layout,
  duals: Duals,
  priced: readonly ({ bound: number } | undefined)[],
): number {
  let total = duals.collected;
  for (const [b, found] of priced.entries()) {
    if (!found) continue;
    const gain = found.bound - duals.fixed[b];
    if (gain > 0) total -= gain * bins.bins[b].nodes.length;
  }
  return layout.sunk + Math.ceil(total / duals.scale);
}

export type { Column, Simplex };
