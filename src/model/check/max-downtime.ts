import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { ReplayedSlot } from './replay.ts';

/**
 * Rule max-downtime: where downtime is allowed at all (rule surge), at most `maxDowntime` moves of mode recreate, as stated.
 * Excess in replicas, for the plan as a whole.
 */
export function maxDowntime({
  options: { allowRecreate, maxDowntime: limit },
  replay,
}: CheckContext): Violation[] {
  const down = replay.reduce((sum, slot) => sum + downtimeIn(slot), 0);
  if (!allowRecreate || down <= limit) return [];
  const message = `${down} replicas are down once, at most ${limit} may be`;
  return [{ rule: 'max-downtime', slot: 0, subject: 'maxDowntime', excess: String(down - limit), message }];
}

/** Replicas that are down once in a slot. */
export function downtimeIn({ stated }: Pick<ReplayedSlot, 'stated'>): number {
  return stated.filter(({ move }) => move.mode === 'recreate').length;
}
