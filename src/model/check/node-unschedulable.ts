import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule node-unschedulable: nothing arrives on a node that is cordoned or about to go. Stricter than Kubernetes' plugin
 * NodeUnschedulable, which a toleration switches off. Excess 1 per node and slot.
 */
export function nodeUnschedulable({ deployment: { nodes }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ to, move: { replica } }): Violation[] => {
      const { name, unschedulable } = nodes[to];
      if (!unschedulable) return [];
      const message = `${replica} arrives on ${name}, which is unschedulable`;
      return [{ rule: 'node-unschedulable', slot: index + 1, subject: name, excess: '1', message }];
    }),
  );
}
