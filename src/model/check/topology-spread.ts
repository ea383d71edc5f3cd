import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { Spread } from './pod-facts.ts';
import type { CarriedMove } from './replay.ts';
import { Tallies } from './tally.ts';

/**
 * Rule topology-spread: a replica arrives only on a node that has the topology key of each of its constraints DoNotSchedule, and where,
 * whatever the order of the slot, the domain then has at most maxSkew more of the counted replicas than any other (Kubernetes:
 * plugin PodTopologySpread). Arrivals on a node that a policy leaves out are refused by the policy's own rule. Excess: how
 * many too many, 1 where the key is missing; per workload, node and slot.
 */
export function topologySpread({ deployment, replay }: CheckContext): Violation[] {
  const { nodes, workloads, pods } = deployment;
  const tallies = new Tallies(deployment);
  const found = tallies.judge(
    replay,
    (workload) => pods.spread[workload].length > 0,
    (workload) => {
      for (const { counted, map } of pods.spread[workload]) tallies.of(counted, map);
    },
    (move, slot) => {
      const { workload, to, move: stated } = move;
      const subject = `${workloads[workload].key} ${nodes[to].name}`;
      const worst = { excess: 0, key: '' };
      for (const spread of pods.spread[workload]) {
        const key = spread.constraint.topologyKey;
        const isMissing = pods.domains.ofKey(key).of[to] < 0;
        const excess = isMissing ? 1 : excessOf(spread, tallies, move);
        if (excess > worst.excess) Object.assign(worst, { excess, key });
      }
      return worst.excess > 0 ? [{ slot, subject, replica: stated.replica, ...worst }] : [];
    },
  );
  // The same workload and node may be judged differently by where the replicas come from.
  found.sort((a, b) => b.excess - a.excess);
  return found.map(({ slot, subject, replica, excess, key }): Violation => {
    const message = `${replica} arrives where ${key} may then have ${excess} more than its spread constraint allows`;
    return { rule: 'topology-spread', slot, subject, excess: String(excess), message };
  });
}

function excessOf(
  { constraint: { maxSkew, minDomains = 1 }, map, counted }: Spread,
  tallies: Tallies,
  { workload, from, to, move }: CarriedMove,
): number {
  const domain = map.of[to];
  if (domain < 0) return 0;
  const tally = tallies.of(counted, map);
  const source = map.of[from];
  // Of the other domains; that of the old copy still has it when the new one comes.
  let least = tally.leastBut(domain, source) ?? Number.POSITIVE_INFINITY;
  if (source >= 0 && source !== domain) {
    const isThere = counted.has(workload) && move.mode !== 'recreate';
    least = Math.min(least, tally.fewest(source) + Number(isThere));
  }
  if (map.domains < minDomains) least = 0;
  return tally.most(domain) - least - maxSkew;
}
