import type { Mip } from '../mip.ts';
import { Sum } from './sum.ts';

/** Rows with larger coefficients are scaled down by a power of two (exactly): HiGHS's tolerances are absolute. */
const LARGEST_COEFFICIENT = 1024;
const NO_COLUMN = -1;

/** Steps of building, looks at a pair of locations or at a route, for each non-zero that a program may have. */
const STEPS_PER_NON_ZERO = 50;

/** A program got larger than it may be; it was not built any further. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * A program under construction: integer columns from 0 up to a bound, rows Σ ≤ limit with whole coefficients.
 *
 * Every column that is no move is *derived*: 0/1, and 1 just when one of the rows of `indicate` asks for it. So the
 * moves alone give the whole point ({@link complete}), and of a point that HiGHS returns only the moves are believed.
 */
export class Program {
  readonly #nonZeros: number;
  readonly #upper: number[] = [];
  readonly #rowStart = [0];
  readonly #rowUpper: number[] = [];
  /** The column that a row derives, or NO_COLUMN, [row]. */
  readonly #derives: number[] = [];
  readonly #index: number[] = [];
  readonly #value: number[] = [];
  #steps = 0;

  /** @param nonZeros going beyond this many throws {@link TooLarge} */
  constructor(nonZeros: number) {
    this.#nonZeros = nonZeros;
  }

  /** Counts steps of building that may add nothing, so that not even looking takes for ever. */
  effort(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#nonZeros * STEPS_PER_NON_ZERO)
      throw new TooLarge(`over ${this.#steps} steps to build`);
  }

  get columns(): number {
    return this.#upper.length;
  }

  get nonZeros(): number {
    return this.#index.length;
  }

  /** A new column. */
  column(upper: number): number {
    if (this.columns >= this.#nonZeros) throw new TooLarge(`over ${this.#nonZeros} columns`);
    return this.#upper.push(upper) - 1;
  }

  /** The largest value that the column bounds allow a sum. */
  most(sum: Sum): number {
    let most = sum.constant;
    for (const [column, coefficient] of sum.terms)
      if (coefficient > 0) most += coefficient * this.#upper[column];
    return most;
  }

  /** The row sum ≤ limit, unless the column bounds say so already. */
  atMost(sum: Sum, limit: number): void {
    this.#row(sum, limit, NO_COLUMN);
  }

  /**
   * Makes a 0/1 column 1 when a sum is above 0: the row sum ≤ most · column.
   * @param most what the sum is at most in any solution; a smaller one makes the relaxation tighter
   */
  indicate(sum: Sum, most: number, column: number): void {
    this.#row(new Sum().addSum(sum, 1).add(column, -most), 0, column);
  }

  #row(sum: Sum, limit: number, derives: number): void {
    if (this.most(sum) <= limit) return;
    if (this.#index.length + sum.terms.size > this.#nonZeros)
      throw new TooLarge(`over ${this.#nonZeros} non-zeros`);
    const factor = sum.commonFactor();
    const scale = scaleFor(sum.largest() / factor);
    for (const [column, coefficient] of sum.terms) {
      this.#index.push(column);
      this.#value.push((coefficient / factor) * scale);
    }
    this.#rowStart.push(this.#index.length);
    // The sum without its constant is a multiple of the factor, so the limit can be rounded down to one.
    this.#rowUpper.push(Math.floor((limit - sum.constant) / factor) * scale);
    this.#derives.push(derives);
  }

  /** The program that minimises a sum of coefficients ≥ 0, divided by their common factor and without its constant. */
  minimise(cost: Sum): Mip {
    const rows = this.#rowUpper.length;
    const unit = cost.commonFactor();
    const mip: Mip = {
      columns: this.columns,
      rows,
      cost: new Float64Array(this.columns),
      lower: new Float64Array(this.columns),
      upper: Float64Array.from(this.#upper),
      integer: new Uint8Array(this.columns).fill(1),
      rowLower: new Float64Array(rows).fill(Number.NEGATIVE_INFINITY),
      rowUpper: Float64Array.from(this.#rowUpper),
      rowStart: Int32Array.from(this.#rowStart),
      index: Int32Array.from(this.#index),
      value: Float64Array.from(this.#value),
    };
    for (const [column, coefficient] of cost.terms) mip.cost[column] = coefficient / unit;
    return mip;
  }

  /**
   * The whole point that moves lead to, or null when it breaks a row. Whole numbers only: every coefficient is a
   * whole number times one power of two a row, and every sum stays below 2^53 of them, so nothing is rounded.
   * @param point values of the move columns, 0 elsewhere; it is filled in
   */
  complete(point: Float64Array): Float64Array | null {
    const rows = this.#rowUpper.length;
    for (let row = 0; row < rows; row++) {
      const derived = this.#derives[row];
      if (derived !== NO_COLUMN && this.#activity(row, point) > this.#rowUpper[row]) point[derived] = 1;
    }
    for (let column = 0; column < this.columns; column++)
      if (point[column] > this.#upper[column]) return null;
    for (let row = 0; row < rows; row++) if (this.#activity(row, point) > this.#rowUpper[row]) return null;
    return point;
  }

  #activity(row: number, point: Float64Array): number {
    let activity = 0;
    for (let at = this.#rowStart[row]; at < this.#rowStart[row + 1]; at++) {
      activity += this.#value[at] * point[this.#index[at]];
    }
    return activity;
  }
}

/** The largest power of two up to 1 that takes a coefficient below the limit. */
function scaleFor(largest: number): number {
  let scale = 1;
  while (largest * scale > LARGEST_COEFFICIENT) scale /= 2;
  return scale;
}
