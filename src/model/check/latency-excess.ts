import type { Violation } from '../plan.ts';
import type { CopyClass } from './copies.ts';
import type { LimitedCall } from './limited-calls.ts';
import type { Network } from './network.ts';

/** By how many microseconds a call is beyond what it may take; 0 when it holds, Infinity when latency is unknown. */

/**
 * Reach `all`: the worst pair of a caller and a callee. The limit of a pair is raised to what it had at the start.
 * Formulas in `docs/model.md`; D unknown is Infinity here.
 */
export function allExcess(
  { delay }: Network,
  { limit }: LimitedCall,
  callers: readonly CopyClass[],
  callees: readonly CopyClass[],
): number {
  let worst = 0;
  for (const caller of callers) {
    for (const callee of callees) {
      // A pair in which both are where they started is as good as it was.
      if (caller.start === caller.now && callee.start === callee.now) continue;
      const allowed = raised(limit, delay(caller.start, callee.start));
      worst = Math.max(worst, delay(caller.now, callee.now) - allowed);
      if (worst === Number.POSITIVE_INFINITY) return worst;
    }
  }
  return worst;
}

/** Reach `nearest`: the worst caller. The limit of a caller is raised to the least it knew at the start. */
export function nearestExcess(
  { least }: Network,
  { limit, calleeStarts }: LimitedCall,
  callers: readonly CopyClass[],
  callees: readonly CopyClass[],
): number {
  const places = new Set(callees.map(({ now }) => now));
  let worst = 0;
  for (const { start, now } of callers) {
    const before = least(start, calleeStarts);
    const unknownAsBefore =
      before === Number.POSITIVE_INFINITY && now === start && !calleeStarts.isDisjointFrom(places);
    if (!unknownAsBefore) worst = Math.max(worst, least(now, places) - raised(limit, before));
  }
  return worst;
}

/** The plain limit d, which excuses nothing: what is inherited, and which calls are kept. */
export function plainExcess(
  { delay, least }: Network,
  { limit, nearest }: LimitedCall,
  callers: ReadonlySet<number>,
  callees: ReadonlySet<number>,
): number {
  let worst = 0;
  for (const caller of callers) {
    if (nearest) {
      worst = Math.max(worst, least(caller, callees) - limit);
      continue;
    }
    for (const callee of callees) {
      worst = Math.max(worst, delay(caller, callee) - limit);
      if (worst === Number.POSITIVE_INFINITY) return worst;
    }
  }
  return worst;
}

function raised(limit: number, before: number): number {
  return before === Number.POSITIVE_INFINITY ? limit : Math.max(limit, before);
}

/** A call that is too slow; excess Infinity stands for unknown. */
export function latencyViolation(slot: number, subject: string, excess: number): Violation {
  const unknown = excess === Number.POSITIVE_INFINITY;
  const message = unknown
    ? `the latency of ${subject} is unknown`
    : `${subject} takes ${excess} µs longer than allowed`;
  return { rule: 'latency', slot, subject, excess: unknown ? 'unknown' : String(excess), message };
}
