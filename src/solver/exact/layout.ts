import { type Bins, TWO_SLOTS } from './bins.ts';
import { type Domain, placesLeft } from './domain.ts';
import type { Instance } from './instance.ts';
import type { Pattern } from './relax.ts';
import type { Column, Row } from './simplex.ts';

/** Rows of the relaxation in one domain, and how a pattern becomes a column. */
export interface Layout {
  readonly rows: readonly Row[];
  /** Weighted price of what stays in use in the whole domain. */
  readonly sunk: number;
  /** First of the rows "a bin takes at most as many patterns as it has nodes". */
  readonly binRow: number;
  readonly bins: number;
  readonly places: number;
  /** Rows of latency and of limits that count mover i in place p, [i * places + p]. */
  readonly placeRows: readonly (readonly number[])[];
  /** Row of maxMoves, −1 when it does not bind. */
  readonly movesRow: number;
  /** First of the rows "who leaves early arrives early", −1 when slots are not told apart. */
  readonly earlyRow: number;
  columnOf(pattern: Pattern): Column;
  /** What a pattern of each bin costs whatever it holds, from the scaled duals of the count rows. */
  fixedCost(scaled: Float64Array, scale: number): Float64Array;
}

/** More latency rows than this are left out, dearest memory first: the bound stays valid. */
const MAX_LATENCY_ROWS = 600;

export function layoutRows(instance: Instance, bins: Bins, domain: Domain): Layout {
  const { movers, problem, weights } = instance;
  const rows: Row[] = [];
  for (let i = 0; i < movers; i++) rows.push({ sense: '>=', right: 1 });
  const binRow = rows.length;
  for (const { nodes } of bins.bins) rows.push({ sense: '<=', right: nodes.length });
  const countRows: number[][] = bins.bins.map(() => []);
  for (const [g, group] of bins.groups.entries()) addCountRows(rows, countRows, bins, domain, g, group);
  let sunk = bins.sunk;
  for (const [b, bin] of bins.bins.entries()) if (domain.state[b] === 'kept') sunk += bin.price;
  let movesRow = -1;
  if (problem.maxMoves < problem.movableReplicas && bins.bins.some(({ own }) => own.length > 0)) {
    movesRow = rows.length;
    rows.push({ sense: '<=', right: problem.maxMoves });
  }
  const placeRows = addPlaceRows(instance, bins, domain, rows);
  // Who leaves early must arrive early.
  const earlyRow = bins.kind === TWO_SLOTS ? rows.length : -1;
  if (earlyRow >= 0) for (let i = 0; i < movers; i++) rows.push({ sense: '<=', right: 0 });
  const columnOf = ({ bin, items, early, leaving }: Pattern): Column => {
    const { own, price, place } = bins.bins[bin];
    const list: number[] = [binRow + bin, ...countRows[bin]];
    let cost = domain.state[bin] === 'kept' ? 0 : price;
    for (const i of items) {
      list.push(i, ...placeRows[i * bins.places.length + place]);
      if (own.includes(i)) continue;
      cost += weights.move;
      if (movesRow >= 0) list.push(movesRow);
    }
    for (const i of early) list.push(~(earlyRow + i));
    for (const i of leaving) list.push(earlyRow + i);
    return { cost, rows: Int32Array.from(list) };
  };
  const fixedCost = (scaled: Float64Array, scale: number) =>
    Float64Array.from(bins.bins, ({ price }, b) => {
      let fixed = domain.state[b] === 'kept' ? 0 : price * scale;
      for (const r of countRows[b]) fixed += rows[r].sense === '>=' ? -scaled[r] : scaled[r];
      return fixed;
    });
  const [count, places] = [bins.bins.length, bins.places.length];
  return { rows, sunk, binRow, bins: count, places, placeRows, movesRow, earlyRow, columnOf, fixedCost };
}

function addCountRows(
  rows: Row[],
  countRows: number[][],
  bins: Bins,
  domain: Domain,
  g: number,
  group: readonly number[],
): void {
  const kept = group.filter((b) => domain.state[b] === 'kept').length;
  const open = group.filter((b) => domain.state[b] === 'open');
  const size = open.reduce((sum, b) => sum + bins.bins[b].nodes.length, 0);
  const count = (row: Row) => {
    for (const b of open) countRows[b].push(rows.length);
    rows.push(row);
  };
  if (domain.least[g] > kept) count({ sense: '>=', right: domain.least[g] - kept });
  if (domain.most[g] - kept < size) count({ sense: '<=', right: Math.max(0, domain.most[g] - kept) });
}

/** The rows of latency, by location, and those of the limits, as each place sees them. */
function addPlaceRows(instance: Instance, bins: Bins, domain: Domain, rows: Row[]): number[][] {
  const { movers, problem, limits } = instance;
  const latencyRows = addLatencyRows(instance, bins, domain, rows);
  const firstLimit = rows.length;
  for (const { most } of limits) rows.push({ sense: '<=', right: Math.max(0, most) });
  const counts = limits.map(({ movers: members }) => new Set(members));
  const counted: number[][] = [];
  for (let i = 0; i < movers; i++) {
    for (const { location, limits: here } of bins.places) {
      const own = here.filter((l) => counts[l].has(i)).map((l) => firstLimit + l);
      counted.push([...latencyRows[i * problem.locations + location], ...own]);
    }
  }
  return counted;
}

/** For movers u, v of a limited call: u at g and v at a location it may not be at together count at most 1. */
function addLatencyRows(instance: Instance, bins: Bins, domain: Domain, rows: Row[]): number[][] {
  const { movers, latency, problem } = instance;
  const { locations } = problem;
  const counted: number[][] = Array.from({ length: movers * locations }, () => []);
  const places = placesLeft(instance, bins, domain.allowed);
  const everywhere = Array.from({ length: locations }, (_, h) => h);
  const from = rows.length;
  const seen = new Set<string>();
  for (const { u, v, bad } of latency.conflicts) {
    for (let g = 0; g < locations; g++) {
      if (!places[u * locations + g]) continue;
      const hits = everywhere.filter((h) => bad[g * locations + h] && places[v * locations + h]);
      const key = `${u} ${v} ${g} ${hits.join(' ')}`;
      if (hits.length === 0 || seen.has(key) || rows.length - from >= MAX_LATENCY_ROWS) continue;
      seen.add(key);
      counted[u * locations + g].push(rows.length);
      for (const h of hits) counted[v * locations + h].push(rows.length);
      rows.push({ sense: '<=', right: 1 });
    }
  }
  return counted;
}
