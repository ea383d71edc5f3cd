import type { MipResult } from '../highs.ts';
import type { Mip } from '../mip.ts';
import type { Model } from './model.ts';

/**
 * How far a bound of HiGHS may be off, in units of the program's objective (all its coefficients are whole numbers).
 *
 * HiGHS bounds a node of its search by the duals of a linear program. The reduced cost of a column may have the wrong
 * sign by the dual feasibility tolerance, 1e-9 (`highs.ts`), absolutely or of its cost when that is larger, because
 * costs are scaled; each unit of the column's range then shifts the bound by as much. Adding up a few thousand
 * doubles is exact to better than 1e-12 of their sum, which the second term covers with room to spare. 1e-6 is added
 * for the tolerance at which HiGHS gives up nodes.
 */
export function margin({ cost, lower, upper }: Mip): number {
  let ranges = 0;
  for (let column = 0; column < cost.length; column++)
    ranges += (upper[column] - lower[column]) * (1 + cost[column]);
  return 1e-6 + 1e-9 * ranges;
}

/**
 * What a result proves about the value of the phase: no solution of the model is below it. −Infinity when it
 * proves nothing.
 *
 * The objective only takes whole values, so a bound less its margin can be rounded up to one. With a margin of more
 * than half a unit the next whole value is out of reach of the arithmetic: it is rounded down, and nothing is
 * ever proved optimal.
 */
export function provenValue({ mip, unit, constant }: Model, { status, bound }: MipResult): number {
  if (status !== 'optimal' && status !== 'limit') return Number.NEGATIVE_INFINITY;
  if (!Number.isFinite(bound)) return Number.NEGATIVE_INFINITY;
  const slack = margin(mip);
  return constant + unit * (slack > 0.5 ? Math.floor(bound - slack) : Math.ceil(bound - slack));
}
