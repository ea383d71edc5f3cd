import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule node-not-ready: nothing arrives on a node that is not ready, and nothing leaves it: its kubelet confirms no
 * deletion and detaches no volume. Excess 1 per node and slot.
 */
export function nodeNotReady({ deployment: { nodes }, replay }: CheckContext): Violation[] {
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ from, to, move: { replica } }) =>
      [
        { node: nodes[from], verb: 'leaves' },
        { node: nodes[to], verb: 'arrives on' },
      ]
        .filter(({ node }) => !node.ready)
        .map(({ node: { name }, verb }): Violation => {
          const message = `${replica} ${verb} ${name}, which is not ready`;
          return { rule: 'node-not-ready', slot: index + 1, subject: name, excess: '1', message };
        }),
    ),
  );
}
