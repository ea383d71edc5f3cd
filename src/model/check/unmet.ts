import type { ResolvedOptions } from '../options.ts';
import type { Violation } from '../plan.ts';
import type { Deployment } from './deployment.ts';
import type { Replay } from './replay.ts';

/**
 * Nodes to be drained that host something in the end, sorted by name; the excess is how many replicas are left. No breach:
 * staying always is a plan. Undefined where nothing is to be drained.
 */
export function unmetDemands(
  deployment: Deployment,
  { drain }: Pick<ResolvedOptions, 'drain'>,
  replay: Replay,
): Violation[] | undefined {
  if (!drain) return undefined;
  const hosted = hostedInTheEnd(deployment, replay);
  return drain.nodes.flatMap((name): Violation[] => {
    const left = hosted[deployment.findNode(name) as number];
    if (left === 0) return [];
    const message = `${name} is to be drained, and still hosts ${left} ${left === 1 ? 'replica' : 'replicas'} in the end`;
    return [{ rule: 'drain', slot: replay.length, subject: name, excess: String(left), message }];
  });
}

/** Replicas on every node after the last slot, [node]. */
export function hostedInTheEnd({ nodes }: Deployment, replay: Replay): number[] {
  const hosted = nodes.map((node) => node.hosted);
  for (const { carried } of replay) {
    for (const { from, to, last } of carried) {
      if (!last) continue;
      hosted[from] -= 1;
      hosted[to] += 1;
    }
  }
  return hosted;
}
