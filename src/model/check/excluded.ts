import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule excluded: no replica of a workload that the options exclude moves, and nothing leaves, or arrives on, a node that
 * they exclude. Excess 1 per workload or node, and slot.
 */
export function excluded({ deployment, options: { exclude }, replay }: CheckContext): Violation[] {
  const nodes = new Set(exclude.nodes);
  const workloads = new Set(exclude.workloads);
  return replay.flatMap(({ carried }, index) =>
    carried.flatMap(({ workload, from, to, move: { replica } }) =>
      [
        { subject: deployment.workloads[workload].key, isOut: workloads },
        { subject: deployment.nodes[from].name, isOut: nodes },
        { subject: deployment.nodes[to].name, isOut: nodes },
      ]
        .filter(({ subject, isOut }) => isOut.has(subject))
        .map(({ subject }): Violation => {
          const message = `${replica} moves, but ${subject} is excluded`;
          return { rule: 'excluded', slot: index + 1, subject, excess: '1', message };
        }),
    ),
  );
}
