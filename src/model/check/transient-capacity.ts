import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { overCapacity } from './over-capacity.ts';
import { arrivalCells, walkUse } from './use.ts';

/**
 * Rule transient-capacity, (5) of the paper: in every slot, for every node and resource of which a replica that arrives
 * there in this slot requests some, use during the slot, both copies counted, ≤ allocatable. Excess in units of
 * the resource.
 */
export function transientCapacity({ deployment, replay }: CheckContext): Violation[] {
  const walk = walkUse(deployment);
  return replay.flatMap((slot, index) => {
    walk.enter(slot);
    const cells = arrivalCells(deployment, slot);
    const over = overCapacity(deployment, walk.use, cells, {
      rule: 'transient-capacity',
      slot: index + 1,
      verb: 'has',
    });
    walk.leave(slot);
    return over;
  });
}
