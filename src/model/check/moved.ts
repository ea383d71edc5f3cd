import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { Deployment } from './deployment.ts';
import type { ReplayedMove } from './replay.ts';

/**
 * Rule moved, (6) of the paper: a move names a replica that exists, the node it is on just before the slot, and another
 * node of the snapshot. Excess 1 per replica and slot.
 */
export function moved({ deployment, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ stated }, index) =>
    stated.flatMap((entry): Violation[] => {
      const message = mistake(deployment, entry);
      if (message === undefined) return [];
      const { workload, replica } = entry.move;
      return [{ rule: 'moved', slot: index + 1, subject: `${workload} ${replica}`, excess: '1', message }];
    }),
  );
}

function mistake({ nodes }: Deployment, { move, replica, to }: ReplayedMove): string | undefined {
  if (replica === undefined) return `${move.workload} has no replica ${move.replica}`;
  const here = nodes[replica.at].name;
  if (move.from !== here) return `${move.replica} is on ${here}, not on ${move.from}`;
  if (to === undefined) return `${move.replica} moves to ${move.to}, which is no node of the snapshot`;
  if (to === replica.at) return `${move.replica} is on ${here} already`;
  return undefined;
}
