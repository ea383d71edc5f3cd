import type { Snapshot } from '../snapshot.ts';
import { type OpenablePool, withOpenable } from './openable.ts';
import { withoutPlaceholders } from './placeholders.ts';

/** The snapshot that solvers and checker see: with the nodes that may be opened, without what is ignored. */
export function inForce(
  snapshot: Snapshot,
  {
    openable,
    ignorePriorityBelow,
  }: { openable?: OpenablePool[] | undefined; ignorePriorityBelow?: number | undefined },
): Snapshot {
  return withOpenable(withoutPlaceholders(snapshot, ignorePriorityBelow), openable);
}
