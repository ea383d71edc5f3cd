import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule replicas-per-slot: at most so many replicas move in a slot. Excess in replicas. */
export function replicasPerSlot({ options: { budgets }, replay }: CheckContext): Violation[] {
  const most = budgets?.replicasPerSlot ?? Number.POSITIVE_INFINITY;
  return replay.flatMap(({ carried }, index): Violation[] => {
    const moving = carried.filter(({ last }) => last).length;
    if (moving <= most) return [];
    const slot = index + 1;
    const message = `${moving} replicas move in slot ${slot}, at most ${most} are allowed`;
    return [
      { rule: 'replicas-per-slot', slot, subject: 'replicasPerSlot', excess: String(moving - most), message },
    ];
  });
}
