import { withoutHeadroom } from '../options/headroom.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { overCapacity } from './over-capacity.ts';
import { arrivalCells, walkUse } from './use.ts';

/**
 * Rule headroom: in every slot, for every node and resource of which a replica that arrives there in this slot requests
 * some, use during the slot, both copies counted, ≤ allocatable less what the options keep free. Excess in units of the
 * resource. What keeps this in every slot keeps it in the end.
 */
export function headroom({ deployment, options, replay }: CheckContext): Violation[] {
  const rooms = new Map(Object.entries(options.headroom ?? {}));
  if (rooms.size === 0) return [];
  const { resources } = deployment;
  const allocatable = deployment.allocatable.map((amount, cell) => {
    const resource = resources[cell % resources.length];
    const room = rooms.get(resource);
    if (amount === undefined || room === undefined) return amount;
    const left = withoutHeadroom(resource, amount, room);
    return left > 0n ? left : 0n;
  });
  const walk = walkUse(deployment);
  return replay.flatMap((slot, index) => {
    walk.enter(slot);
    const cells = [...arrivalCells(deployment, slot)].filter((cell) =>
      rooms.has(resources[cell % resources.length]),
    );
    const over = overCapacity({ ...deployment, allocatable }, walk.use, cells, {
      rule: 'headroom',
      slot: index + 1,
      verb: 'has',
    });
    walk.leave(slot);
    return over;
  });
}
