/** What a mixed-integer program is, and arithmetic on one that needs no solver. */

/**
 * Row-wise sparse program: minimise cost·x, rowLower ≤ A x ≤ rowUpper, lower ≤ x ≤ upper. Missing bounds are
 * ±Infinity. The engine reads the arrays and keeps none of them.
 *
 * HiGHS's tolerances are absolute (1e-9 here), so scale rows to small integers: memory in bytes does not belong in a
 * coefficient.
 */
export interface Mip {
  columns: number;
  rows: number;
  /** The four column arrays have `columns` entries. */
  cost: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  /** 1 = integer, 0 = continuous. Without any 1 the program is solved as an LP. */
  integer: Uint8Array;
  rowLower: Float64Array;
  rowUpper: Float64Array;
  /** `rows + 1` entries; row r holds the entries rowStart[r] … rowStart[r + 1] − 1 of `index` and `value`. */
  rowStart: Int32Array;
  /** Column of each entry. No column may come twice in a row. */
  index: Int32Array;
  value: Float64Array;
  /** A known feasible point. It is never lost: `values` is at least as good, whatever limit is hit. LPs ignore it. */
  start?: Float64Array;
  /** Only solutions with cost·x ≤ objectiveCutoff are wanted. Without one, the status is `infeasible`. */
  objectiveCutoff?: number;
}

/** Room for rounding when a number of this size is compared. */
export function tolerance(size: number): number {
  return 1e-9 * Math.max(1, Math.abs(size));
}

export function objectiveOf(mip: Mip, values: Float64Array): number {
  let objective = 0;
  for (let column = 0; column < mip.columns; column++) objective += mip.cost[column] * values[column];
  return objective;
}

export function rounded(mip: Mip, values: Float64Array): Float64Array {
  // + 0 turns −0 into 0.
  return values.map((value, column) => (mip.integer[column] === 1 ? Math.round(value) + 0 : value));
}

export function better(
  mip: Mip,
  found: Float64Array | null,
  start: Float64Array | null,
): Float64Array | null {
  if (!found || !start) return found ?? start?.slice() ?? null;
  return objectiveOf(mip, found) <= objectiveOf(mip, start) ? found : start.slice();
}

/** Whether no point within the column bounds can cost arbitrarily little. */
export function isBounded(mip: Mip): boolean {
  return mip.cost.every(
    (cost, column) => cost === 0 || Number.isFinite((cost > 0 ? mip.lower : mip.upper)[column]),
  );
}

/** The first bound, integrality or row that a point breaks, in words; null when it satisfies them all. */
export function firstFault(mip: Mip, point: Float64Array): string | null {
  for (let column = 0; column < mip.columns; column++) {
    const value = point[column];
    if (isOutside(value, mip.lower[column], mip.upper[column])) return `column ${column} is ${value}`;
    if (mip.integer[column] === 1 && !Number.isInteger(value)) return `column ${column} is ${value}`;
  }
  for (let row = 0; row < mip.rows; row++) {
    let activity = 0;
    for (let k = mip.rowStart[row]; k < mip.rowStart[row + 1]; k++)
      activity += mip.value[k] * point[mip.index[k]];
    if (isOutside(activity, mip.rowLower[row], mip.rowUpper[row])) return `row ${row} is ${activity}`;
  }
  return null;
}

/** True for NaN too. */
function isOutside(value: number, lower: number, upper: number): boolean {
  return !(value >= lower - tolerance(lower) && value <= upper + tolerance(upper));
}

/**
 * The bound that row duals prove for an LP: Σ_i min over [rowLower, rowUpper] of y_i·r_i + Σ_j min over
 * [lower, upper] of (c − Aᵀy)_j·x_j. Any y gives one; optimal duals give the optimum.
 */
export function dualBound(mip: Mip, rowDual: Float64Array): number {
  const reduced = mip.cost.slice();
  let bound = 0;
  for (let row = 0; row < mip.rows; row++) {
    const dual = rowDual[row];
    const side = dual > 0 ? mip.rowLower[row] : mip.rowUpper[row];
    // A dual of the wrong sign is rounding; 0 is as valid.
    if (dual === 0 || !Number.isFinite(side)) continue;
    bound += dual * side;
    for (let k = mip.rowStart[row]; k < mip.rowStart[row + 1]; k++)
      reduced[mip.index[k]] -= dual * mip.value[k];
  }
  for (let column = 0; column < mip.columns; column++) {
    const rate = reduced[column];
    const side = (rate > 0 ? mip.lower : mip.upper)[column];
    // Within HiGHS's own tolerance of 0, or one rounding error would cost the whole bound.
    if (Number.isFinite(side) || Math.abs(rate) > 1e-9) bound += rate * side;
  }
  return bound;
}

/** HiGHS prunes at the cutoff, give or take its rounding. Too wide a margin costs work but proves no less. */
export function cutoffMargin(cutoff: number): number {
  return 1e-6 * Math.max(1, Math.abs(cutoff));
}

/** The largest count that HiGHS takes stands for none. */
export function int32(count: number): number {
  return Math.min(Math.floor(count), 2 ** 31 - 1);
}
