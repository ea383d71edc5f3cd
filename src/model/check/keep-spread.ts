import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { Tallies } from './tally.ts';

/**
 * Rule keep-spread (option `keepSpread`): no slot leaves all replicas of a workload, of which there are several, on one node when they were on
 * more at the start, nor in one zone when they were in more. A zone is a value of `topology.kubernetes.io/zone`; all nodes
 * without that label are one. Excess 1 per workload, kind and slot.
 */
export function keepSpread({ deployment, options, replay }: CheckContext): Violation[] {
  if (!options.keepSpread) return [];
  const { workloads, pods } = deployment;
  const kinds = [
    { kind: 'nodes', one: 'node', map: pods.domains.eachNode() },
    { kind: 'zones', one: 'zone', map: pods.domains.zones() },
  ];
  const alone = workloads.map((_, w) => new Set([w]));
  const spreadOver = (workload: number) =>
    kinds.filter(({ map }) => new Set(workloads[workload].counts.map(({ node }) => map.of[node])).size > 1);
  const tallies = new Tallies(deployment);
  return tallies.judge(
    replay,
    (workload) => workloads[workload].counts.length > 1,
    (workload) => {
      for (const { map } of spreadOver(workload)) tallies.of(alone[workload], map);
    },
    ({ workload, to }, slot) =>
      spreadOver(workload).flatMap(({ kind, one, map }): Violation[] => {
        const { key, counts } = workloads[workload];
        const replicas = counts.reduce((sum, { count }) => sum + count, 0);
        if (tallies.of(alone[workload], map).after(map.of[to]) < replicas) return [];
        const message = `the slot leaves all ${replicas} replicas of ${key} on one ${one}, which were on several`;
        return [{ rule: 'keep-spread', slot, subject: `${key} ${kind}`, excess: '1', message }];
      }),
  );
}
