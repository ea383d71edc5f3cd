import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { overCapacity } from './over-capacity.ts';
import { arrivalCells, walkUse } from './use.ts';

/**
 * Rule node-capacity, (3) of the paper: in the end, for every node and resource of which a replica that arrived there
 * requests some, use ≤ allocatable. Reported for the last slot; excess in units of the resource.
 */
export function nodeCapacity({ deployment, replay }: CheckContext): Violation[] {
  const walk = walkUse(deployment);
  const arrived = new Set<number>();
  for (const slot of replay) {
    for (const cell of arrivalCells(deployment, slot)) arrived.add(cell);
    walk.enter(slot);
    walk.leave(slot);
  }
  return overCapacity(deployment, walk.use, arrived, {
    rule: 'node-capacity',
    slot: replay.length,
    verb: 'ends with',
  });
}
