import type { Violation } from '../plan.ts';
import { mostOnSpot } from '../spot.ts';
import type { CheckContext } from './context.ts';

/**
 * Rule spot-share: after a slot in which a replica of a workload arrives on a spot node, at most its maximum share of its
 * replicas is on spot nodes. Excess in replicas, per workload and slot.
 */
export function spotShare({ deployment: { nodes, workloads }, replay }: CheckContext): Violation[] {
  const onSpot = workloads.map(({ counts }) =>
    counts.reduce((sum, { node, count }) => sum + (nodes[node].isSpot ? count : 0), 0),
  );
  return replay.flatMap(({ carried }, index) => {
    const arriving = new Set<number>();
    for (const { workload, from, to, last } of carried) {
      if (nodes[to].isSpot) arriving.add(workload);
      if (last) onSpot[workload] += Number(nodes[to].isSpot) - Number(nodes[from].isSpot);
    }
    return [...arriving].flatMap((w): Violation[] => {
      const { key, spot, counts } = workloads[w];
      const replicas = counts.reduce((sum, { count }) => sum + count, 0);
      const most = mostOnSpot(spot, replicas);
      if (onSpot[w] <= most) return [];
      const slot = index + 1;
      const message = `${onSpot[w]} of the ${replicas} replicas of ${key} are on spot nodes after slot ${slot}, at most ${most} are allowed`;
      return [{ rule: 'spot-share', slot, subject: key, excess: String(onSpot[w] - most), message }];
    });
  });
}
