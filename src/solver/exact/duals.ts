import type { Instance } from './instance.ts';
import type { Layout } from './layout.ts';

/** What each mover is worth in each bin's place as an arrival, and more where it can stay. Exact integers. */
export interface Values {
  /** [place][mover] */
  arriving: readonly Float64Array[];
  /** What staying is worth above arriving: the scaled price of a move. */
  staying: number;
  /** What arriving early is worth above arriving late, and what leaving early costs, [mover]. */
  early: Float64Array;
}

/** Duals as exact integers, in parts of 1 / scale. */
export interface Duals {
  readonly scale: number;
  readonly values: Values;
  /** What a pattern of the bin costs whatever it holds, [bin]. */
  readonly fixed: Float64Array;
  /** That, and the dual of the bin's own row: only patterns worth more improve the relaxation, [bin]. */
  readonly floor: Float64Array;
  /** Σ right side · dual. */
  readonly collected: number;
}

/** What all bins together can be worth in scaled duals stays below this, so that every sum is exact. */
const EXACT = 2 ** 52;
const FINEST = 2 ** 24;

/** Rounded, and clipped to the right sign: any such duals give a valid bound. */
export function toValues(instance: Instance, layout: Layout, dual: Float64Array, cutoff: number): Duals {
  const { movers, weights } = instance;
  const { rows } = layout;
  let size = cutoff + weights.move;
  for (const [r, { right }] of rows.entries()) size += Math.abs(dual[r]) * Math.max(1, right);
  let scale = FINEST;
  while (scale > 1 && scale * size * (instance.nodes + 2) > EXACT) scale /= 2;
  const scaled = Float64Array.from(dual, (value, r) =>
    Math.max(0, Math.round((rows[r].sense === '>=' ? value : -value) * scale)),
  );
  // The rows of the bins are not relaxed: the best pattern of each is looked for instead.
  let collected = 0;
  for (const [r, { sense, right }] of rows.entries()) {
    if (r < layout.binRow || r >= layout.binRow + layout.bins)
      collected += (sense === '>=' ? 1 : -1) * right * scaled[r];
  }
  const move = weights.move * scale + (layout.movesRow >= 0 ? scaled[layout.movesRow] : 0);
  const arriving = Array.from({ length: layout.places }, (_, p) => {
    const worth = new Float64Array(movers);
    for (let i = 0; i < movers; i++) {
      worth[i] = scaled[i] - move;
      for (const r of layout.placeRows[i * layout.places + p]) worth[i] -= scaled[r];
    }
    return worth;
  });
  const fixed = layout.fixedCost(scaled, scale);
  const floor = fixed.map((cost, b) => cost + scaled[layout.binRow + b]);
  const early = new Float64Array(movers);
  if (layout.earlyRow >= 0) early.set(scaled.subarray(layout.earlyRow, layout.earlyRow + movers));
  return { scale, values: { arriving, staying: move, early }, fixed, floor, collected };
}
