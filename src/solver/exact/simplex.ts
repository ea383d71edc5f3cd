/**
 * A primal simplex for column generation: minimise c·x with rows of 0/1 or small integer coefficients, x ≥ 0. Rows are
 * Σ ≥ right side (an artificial of cost `penalty` makes up what is missing) or Σ ≤ right side. Floating point decides
 * which duals come out, never what is proved from them: see `bound.ts`.
 */
export interface Row {
  readonly sense: '>=' | '<=';
  readonly right: number;
}

/** A column's rows: r for a coefficient of 1, ~r for −1, repeated where it is greater. */
export interface Column {
  readonly cost: number;
  readonly rows: Int32Array;
}

export interface Simplex {
  readonly rows: readonly Row[];
  readonly columns: Column[];
  readonly penalty: number;
  /** Inverse of the basis, column by column: inverse[r * m + i] = (B⁻¹)_{i,r}. */
  readonly inverse: Float64Array;
  /** Per basis position: a column ≥ 0, or −1 − r for the slack or surplus of row r, or −1 − m − r for its artificial. */
  readonly basis: Int32Array;
  readonly isBasic: Uint8Array;
  readonly value: Float64Array;
  readonly dual: Float64Array;
  /** Multiplications so far, and how many pivots. */
  flops: number;
  pivots: number;
}

const COST_TOLERANCE = 1e-7;
const PIVOT_TOLERANCE = 1e-7;
/** Entries below this are rounding. */
const ZERO = 1e-12;
/** Right sides are moved apart by about this, which keeps degenerate steps from cycling. */
const PERTURBATION = 1e-6;
const MAX_COLUMNS = 1 << 16;

/** A fixed scatter of 0..1 over row numbers. */
function scatter(row: number): number {
  return ((Math.imul(row + 1, 0x9e3779b1) >>> 8) & 0xffff) / 0xffff;
}

export function startSimplex(rows: readonly Row[], penalty: number): Simplex {
  const m = rows.length;
  const inverse = new Float64Array(m * m);
  const basis = new Int32Array(m);
  const value = new Float64Array(m);
  const dual = new Float64Array(m);
  for (const [r, { sense, right }] of rows.entries()) {
    inverse[r * m + r] = 1;
    const shift = PERTURBATION * (0.5 + scatter(r));
    value[r] = sense === '>=' ? Math.max(0, right - shift) : right + shift;
    basis[r] = sense === '>=' ? -1 - m - r : -1 - r;
    dual[r] = sense === '>=' ? penalty : 0;
  }
  return {
    rows,
    columns: [],
    penalty,
    inverse,
    basis,
    isBasic: new Uint8Array(MAX_COLUMNS),
    value,
    dual,
    flops: 0,
    pivots: 0,
  };
}

export function addColumn(simplex: Simplex, column: Column): number {
  return simplex.columns.push(column) - 1;
}

/** Cost of a column less what its rows' duals pay for it. */
export function reducedCost({ dual }: Simplex, column: Column): number {
  return rateOf(column, dual);
}

export function objective(simplex: Simplex): number {
  let total = 0;
  for (let i = 0; i < simplex.basis.length; i++)
    total += costOf(simplex, simplex.basis[i]) * simplex.value[i];
  return total;
}

function costOf({ rows, columns, penalty }: Simplex, variable: number): number {
  if (variable >= 0) return columns[variable].cost;
  return variable < -rows.length ? penalty : 0;
}

/** Columns that are looked at again after every pivot; all are looked at when none of these improves. */
const SHORT_LIST = 40;

/** Pivots until no known column improves, or the limit. */
export function optimise(simplex: Simplex, maxPivots: number): void {
  const tolerance = COST_TOLERANCE * Math.max(1, simplex.penalty * 1e-3);
  let list: number[] = [];
  for (let pivot = 0; pivot < maxPivots; pivot++) {
    let entering = steepest(simplex, list, tolerance);
    if (entering === undefined) {
      list = shortList(simplex, tolerance);
      entering = steepest(simplex, list, tolerance);
    }
    if (entering === undefined || !enter(simplex, entering)) return;
  }
}

interface Entering {
  variable: number;
  rate: number;
}

/** The columns with the lowest reduced costs, all below 0. */
function shortList(simplex: Simplex, tolerance: number): number[] {
  const { columns, dual, isBasic } = simplex;
  const improving: { c: number; rate: number }[] = [];
  for (let c = 0; c < columns.length; c++) {
    if (isBasic[c]) continue;
    const rate = rateOf(columns[c], dual);
    simplex.flops += columns[c].rows.length + 2;
    if (rate < -tolerance) improving.push({ c, rate });
  }
  return improving
    .sort((a, b) => a.rate - b.rate || a.c - b.c)
    .slice(0, SHORT_LIST)
    .map(({ c }) => c);
}

/** The lowest reduced cost below 0 among the listed columns and all slacks. */
function steepest(simplex: Simplex, list: readonly number[], tolerance: number): Entering | undefined {
  const { columns, rows, dual, isBasic, penalty } = simplex;
  let best = -tolerance;
  let variable: number | undefined;
  for (const c of list) {
    if (isBasic[c]) continue;
    const rate = rateOf(columns[c], dual);
    simplex.flops += columns[c].rows.length;
    if (rate < best) {
      best = rate;
      variable = c;
    }
  }
  for (let r = 0; r < rows.length; r++) {
    const covers = rows[r].sense === '>=';
    const rate = covers ? dual[r] : -dual[r];
    if (rate < best) {
      best = rate;
      variable = -1 - r;
    }
    if (covers && penalty - dual[r] < best) {
      best = penalty - dual[r];
      variable = -1 - rows.length - r;
    }
  }
  simplex.flops += rows.length;
  return variable === undefined ? undefined : { variable, rate: best };
}

function rateOf({ cost, rows }: Column, dual: Float64Array): number {
  let rate = cost;
  for (let at = 0; at < rows.length; at++) {
    const r = rows[at];
    rate -= r >= 0 ? dual[r] : -dual[~r];
  }
  return rate;
}

/** B⁻¹ times the column of a variable. */
function direction({ columns, rows, inverse }: Simplex, variable: number): Float64Array {
  const m = rows.length;
  const out = new Float64Array(m);
  const add = (r: number, factor: number) => {
    const at = r * m;
    for (let i = 0; i < m; i++) out[i] += factor * inverse[at + i];
  };
  if (variable >= 0) for (const r of columns[variable].rows) add(r >= 0 ? r : ~r, r >= 0 ? 1 : -1);
  else if (variable < -m) add(-1 - m - variable, 1);
  else add(-1 - variable, rows[-1 - variable].sense === '>=' ? -1 : 1);
  return out;
}

function enter(simplex: Simplex, { variable, rate }: Entering): boolean {
  const { inverse, basis, value, dual, isBasic, rows } = simplex;
  const m = rows.length;
  const step = direction(simplex, variable);
  let leaving = -1;
  let ratio = Infinity;
  for (let i = 0; i < m; i++) {
    if (step[i] <= PIVOT_TOLERANCE) continue;
    const candidate = Math.max(0, value[i]) / step[i];
    if (candidate < ratio - 1e-12 || (candidate < ratio + 1e-12 && leaving >= 0 && step[i] > step[leaving])) {
      ratio = candidate;
      leaving = i;
    }
  }
  // Unbounded is impossible (costs are ≥ 0): rounding has spoilt the basis.
  if (leaving < 0) return false;
  for (let i = 0; i < m; i++) value[i] -= ratio * step[i];
  value[leaving] = ratio;
  const pivot = step[leaving];
  const touched: number[] = [];
  for (let i = 0; i < m; i++) if (i !== leaving && Math.abs(step[i]) > ZERO) touched.push(i);
  const rowsTouched = Int32Array.from(touched);
  const factors = Float64Array.from(touched, (i) => step[i]);
  const count = rowsTouched.length;
  for (let r = 0; r < m; r++) {
    const at = r * m;
    const scaled = inverse[at + leaving] / pivot;
    if (scaled === 0) continue;
    for (let t = 0; t < count; t++) inverse[at + rowsTouched[t]] -= scaled * factors[t];
    inverse[at + leaving] = scaled;
    dual[r] += rate * scaled;
    simplex.flops += count;
  }
  if (basis[leaving] >= 0) isBasic[basis[leaving]] = 0;
  basis[leaving] = variable;
  if (variable >= 0) isBasic[variable] = 1;
  simplex.pivots += 1;
  // Lists that are made anew with every pivot, and what goes through all rows.
  simplex.flops += 50 * m;
  return true;
}

/** Values of the basic columns above a trifle, and the sum of what artificials make up. */
export function basicColumns({ basis, value, rows }: Simplex): {
  columns: [column: number, value: number][];
  missing: number;
} {
  const columns: [number, number][] = [];
  let missing = 0;
  for (let i = 0; i < basis.length; i++) {
    if (basis[i] >= 0 && value[i] > 1e-5) columns.push([basis[i], value[i]]);
    if (basis[i] < -rows.length && value[i] > 1e-5) missing += value[i];
  }
  columns.sort((a, b) => a[0] - b[0]);
  return { columns, missing };
}
