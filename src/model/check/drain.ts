import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule drain: nothing arrives on a node that the options drain. (What is left on it in the end is no breach: see
 * `unmet.ts`.) Excess 1 per node and slot.
 */
export function drain({ deployment: { nodes }, options, replay }: CheckContext): Violation[] {
  const drained = new Set(options.drain?.nodes);
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ to, move: { replica } }): Violation[] => {
      const { name } = nodes[to];
      if (!drained.has(name)) return [];
      const message = `${replica} arrives on ${name}, which is to be drained`;
      return [{ rule: 'drain', slot: index + 1, subject: name, excess: '1', message }];
    }),
  );
}
