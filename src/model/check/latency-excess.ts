import type { Violation } from '../plan.ts';
import type { CopyClass } from './copies.ts';
import type { LimitedCall } from './limited-calls.ts';
import type { Network } from './network.ts';

/** By how many microseconds a call is beyond what it may take; 0 when it holds, Infinity when latency is unknown. */

/**
 * Rule latency for callers and callees at given places, with the limit raised to what a pair (`all`) or a caller
 * (`nearest`) had at the start. Formulas in `docs/model.md`; D unknown is Infinity here.
 */
export function latencyExcess(
  network: Network,
  call: LimitedCall,
  callers: readonly CopyClass[],
  callees: readonly CopyClass[],
): number {
  return call.nearest
    ? nearestExcess(network, call, callers, callees)
    : allExcess(network, call, callers, callees);
}

function allExcess(
  { delay }: Network,
  { limit }: LimitedCall,
  callers: readonly CopyClass[],
  callees: readonly CopyClass[],
): number {
  const strayed = callees.filter(({ start, now }) => start !== now);
  let worst = 0;
  for (const caller of callers) {
    // A pair in which both are where they started is as good as it was.
    for (const callee of caller.start === caller.now ? strayed : callees) {
      const allowed = raised(limit, delay(caller.start, callee.start));
      worst = Math.max(worst, delay(caller.now, callee.now) - allowed);
      if (worst === Number.POSITIVE_INFINITY) return worst;
    }
  }
  return worst;
}

function nearestExcess(
  { delay }: Network,
  { limit, calleeStarts }: LimitedCall,
  callers: readonly CopyClass[],
  callees: readonly CopyClass[],
): number {
  const places = new Set(callees.map(({ now }) => now));
  let worst = 0;
  for (const { start, now } of callers) {
    const before = least(calleeStarts, (place) => delay(start, place));
    const unknownAsBefore =
      before === Number.POSITIVE_INFINITY && now === start && calleeStarts.some((place) => places.has(place));
    if (unknownAsBefore) continue;
    worst = Math.max(worst, least(places, (place) => delay(now, place)) - raised(limit, before));
  }
  return worst;
}

/** The plain limit d, which excuses nothing: what is inherited, and which calls are kept. */
export function plainExcess(
  { delay }: Network,
  { limit, nearest }: LimitedCall,
  callers: Iterable<number>,
  callees: readonly number[],
): number {
  let worst = 0;
  for (const caller of callers) {
    if (nearest) {
      worst = Math.max(worst, least(callees, (callee) => delay(caller, callee)) - limit);
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

function least(places: Iterable<number>, delayTo: (place: number) => number): number {
  let best = Number.POSITIVE_INFINITY;
  for (const place of places) best = Math.min(best, delayTo(place));
  return best;
}

/** A call that is too slow; excess Infinity stands for unknown. */
export function latencyViolation(slot: number, subject: string, excess: number): Violation {
  const unknown = excess === Number.POSITIVE_INFINITY;
  const message = unknown
    ? `the latency of ${subject} is unknown`
    : `${subject} takes ${excess} µs longer than allowed`;
  return { rule: 'latency', slot, subject, excess: unknown ? 'unknown' : String(excess), message };
}
