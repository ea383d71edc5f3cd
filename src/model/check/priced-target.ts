import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule priced-target: nothing arrives on a closed node, which is one that hosts nothing at the start and has no known
 * price. Excess 1 per node and slot.
 */
export function pricedTarget({ deployment: { nodes }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ to, move: { replica } }): Violation[] => {
      const { name, price, hosted } = nodes[to];
      if (price !== undefined || hosted > 0) return [];
      const message = `${replica} arrives on ${name}, which is empty and has no known price`;
      return [{ rule: 'priced-target', slot: index + 1, subject: name, excess: '1', message }];
    }),
  );
}
