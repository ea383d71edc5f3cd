import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/** Rule nodes-per-slot: replicas leave at most so many different nodes in a slot. Excess in nodes. */
export function nodesPerSlot({ options: { budgets }, replay }: CheckContext): Violation[] {
  const most = budgets?.nodesPerSlot ?? Number.POSITIVE_INFINITY;
  return replay.flatMap(({ carried }, index): Violation[] => {
    const sources = new Set(carried.map(({ from }) => from)).size;
    if (sources <= most) return [];
    const slot = index + 1;
    const message = `replicas leave ${sources} nodes in slot ${slot}, at most ${most} are allowed`;
    return [
      { rule: 'nodes-per-slot', slot, subject: 'nodesPerSlot', excess: String(sources - most), message },
    ];
  });
}
