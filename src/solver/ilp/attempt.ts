import type { Schedule } from '../../model/problem.ts';
import type { Engine, MipResult } from '../highs.ts';
import { objectiveOf } from '../mip.ts';
import type { Model } from './model.ts';
import { TooLarge } from './program.ts';
import { provenValue } from './proof.ts';
import { isLarge, limitsOf, WORK_OF_BUILDING, workOf } from './work.ts';

/** What became of one HiGHS call on a model. */
export interface Attempt {
  /** `limit`: more work may help. `stuck`: it would not (too large, out of memory, a fault of HiGHS). */
  readonly ended: 'solved' | 'limit' | 'stuck';
  /** No solution of the model has a lower value; −Infinity when nothing is proved. */
  readonly proven: number;
  /** The best solution, replayed in whole numbers; null when there is none that keeps every row. */
  readonly schedule: Schedule | null;
  readonly work: number;
  /** What HiGHS did wrong. */
  readonly fault?: string;
}

/**
 * Builds and solves a model from a schedule that is known to be a solution. So HiGHS can be caught out: a model without
 * solutions, or a bound above the value of that schedule, are its faults and prove nothing.
 *
 * @param failures earlier attempts at the same model
 */
export async function attempt(
  engine: Engine,
  build: () => Model,
  known: Schedule,
  failures: number,
): Promise<Attempt> {
  const model = unlessTooLarge(build);
  if (!model)
    return { ended: 'stuck', proven: Number.NEGATIVE_INFINITY, schedule: null, work: WORK_OF_BUILDING };
  const start = model.point(known);
  const mip = start ? { ...model.mip, start } : model.mip;
  const limits = limitsOf(mip, failures);
  const large = isLarge(mip, failures);
  if (large) engine.reset();
  const result = await engine.solve(mip, limits);
  if (large) engine.reset();

  const proven = provenValue(model, result);
  const knownValue = start ? model.constant + model.unit * objectiveOf(mip, start) : Number.POSITIVE_INFINITY;
  const fault = faultOf(result) ?? (proven > knownValue ? 'a bound above a known solution' : undefined);
  const work = workOf(mip, result);
  if (fault !== undefined) {
    return {
      ended: 'stuck',
      proven: Number.NEGATIVE_INFINITY,
      schedule: solutionOf(model, result),
      work,
      fault,
    };
  }
  const isFull = result.heapBytes > limits.heapBytes;
  const ended = result.status === 'optimal' ? 'solved' : isFull ? 'stuck' : 'limit';
  return { ended, proven, schedule: solutionOf(model, result), work };
}

/** Null where the model would be too large. */
export function unlessTooLarge(build: () => Model): Model | null {
  try {
    return build();
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

function faultOf({ status, message }: MipResult): string | undefined {
  if (status === 'infeasible') return 'a program called infeasible that has a solution';
  if (status === 'failed' || status === 'too-large') return message ?? status;
  return undefined;
}

/** The moves of a result, if with everything that follows from them they keep every row exactly. */
function solutionOf(model: Model, { values }: MipResult): Schedule | null {
  const schedule = values && model.schedule(values);
  return schedule && model.point(schedule) ? schedule : null;
}
