import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { replicaId } from './replay.ts';

/**
 * Rule one-move, (8) of the paper: no replica moves twice. Reported once per replica, for the slot of its second move;
 * excess is the number of further moves.
 */
export function oneMove({ deployment, replay }: CheckContext): Violation[] {
  const moves = new Map<string, { subject: string; slots: number[] }>();
  for (const [index, { carried }] of replay.entries()) {
    for (const { workload, move } of carried) {
      const id = replicaId(workload, move);
      const entry = moves.get(id) ?? {
        subject: `${deployment.workloads[workload].key} ${move.replica}`,
        slots: [],
      };
      entry.slots.push(index + 1);
      moves.set(id, entry);
    }
  }
  return [...moves.values()].flatMap(({ subject, slots }): Violation[] => {
    if (slots.length < 2) return [];
    const message = `${subject} moves ${slots.length} times`;
    return [{ rule: 'one-move', slot: slots[1], subject, excess: String(slots.length - 1), message }];
  });
}
