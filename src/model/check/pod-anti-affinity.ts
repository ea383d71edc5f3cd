import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { Apart } from './pod-facts.ts';
import { Tallies } from './tally.ts';

/**
 * Rule pod-anti-affinity: whatever the order of the slot, a replica arrives only where the domain of each of its required terms has no
 * other copy that the term matches, and the domain of each term of another copy that matches it does not have that copy
 * (Kubernetes: plugin InterPodAffinity). A node without the topology key is in no domain. Excess 1 per workload, node and slot.
 */
export function podAntiAffinity({ deployment, replay }: CheckContext): Violation[] {
  const { nodes, workloads, pods } = deployment;
  const tallies = new Tallies(deployment);
  return tallies.judge(
    replay,
    (workload) => pods.antiAffinity[workload].length > 0,
    (workload) => {
      for (const term of pods.antiAffinity[workload]) tallies.of(keptAway(term, workload), term.map);
    },
    ({ workload, to, move: { replica } }, slot): Violation[] => {
      const broken = pods.antiAffinity[workload].find((term) => {
        const counted = keptAway(term, workload);
        const domain = term.map.of[to];
        // The replica itself is one of the copies where it is counted.
        return domain >= 0 && tallies.of(counted, term.map).most(domain) > Number(counted.has(workload));
      });
      if (!broken) return [];
      const { key } = workloads[workload];
      const { name } = nodes[to];
      const message = `${replica} arrives on ${name}, but a required anti-affinity for ${broken.topologyKey} keeps it apart from a copy that may be there`;
      return [{ rule: 'pod-anti-affinity', slot, subject: `${key} ${name}`, excess: '1', message }];
    },
  );
}

/** Whose copies the term keeps a workload from. */
function keptAway({ matched, holders, both }: Apart, workload: number): ReadonlySet<number> {
  if (!holders.has(workload)) return holders;
  return matched.has(workload) ? both : matched;
}
