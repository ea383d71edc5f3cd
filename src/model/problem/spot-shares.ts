import type { Node } from '../snapshot.ts';
import { mostOnSpot } from '../spot.ts';
import type { RunningWorkload } from './groups.ts';
import type { AtMost } from './side-rules.ts';

/** Rule spot-share, of the workloads whose share of spot nodes is limited: all of these nodes are one domain. */
export function spotShares(nodes: readonly Node[], running: readonly RunningWorkload[]): AtMost[] {
  const domainOf = Int32Array.from(nodes, ({ capacityType }) => (capacityType === 'spot' ? 0 : -1));
  if (!domainOf.includes(0)) return [];
  return running.flatMap(({ workload: { spot }, counts }, w): AtMost[] => {
    let replicas = 0;
    for (const count of counts.values()) replicas += count;
    const most = mostOnSpot(spot, replicas);
    if (!spot || most >= replicas) return [];
    return [
      {
        rule: 'spot-share',
        form: 'at-most',
        when: 'after',
        domainOf,
        domains: 1,
        counted: [w],
        subjects: [w],
        most,
      },
    ];
  });
}
