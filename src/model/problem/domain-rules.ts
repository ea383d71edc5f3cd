import type { ResolvedOptions } from '../options.ts';
import { PodIndex } from '../pod-index.ts';
import { labelled, type PodSelector, podDemands } from '../pod-selection.ts';
import type { Node } from '../snapshot.ts';
import type { Groups, RunningWorkload } from './groups.ts';
import { keepSpreadRules } from './keep-spread.ts';
import { podAffinityRules } from './pod-affinity.ts';
import { podAntiAffinityRules } from './pod-anti-affinity.ts';
import type { DomainRule } from './side-rules.ts';
import { Topologies } from './topologies.ts';
import { topologySpreadRules } from './topology-spread.ts';

/** What the domain rules are made from. Workloads are those that run, by position. */
export interface DomainFacts {
  readonly nodes: readonly Node[];
  readonly running: readonly RunningWorkload[];
  readonly groups: Groups;
  /** 1 where the old copy goes before the new one comes, [workload]. */
  readonly recreate: Uint8Array;
  /** What each demands of others, [workload]. */
  readonly demands: readonly ReturnType<typeof podDemands>[];
  readonly namespaces: readonly string[];
  readonly topologies: Topologies;
  /** Sorted workloads; the same list for equal selectors. */
  select(selector: PodSelector): readonly number[];
  /** Those of them of which a replica may move. */
  movable(workloads: readonly number[]): number[];
}

/**
 * Rules pod-affinity, pod-anti-affinity, topology-spread and keep-spread. Rules that no move can break are left out, and workloads
 * none of whose replicas may move are no subjects.
 */
export function domainRulesOf(
  nodes: readonly Node[],
  running: readonly RunningWorkload[],
  groups: Groups,
  recreate: Uint8Array,
  { keepSpread }: ResolvedOptions,
): DomainRule[] {
  const demands = running.map(({ workload }) => podDemands(workload));
  const isAsked = demands.some((demand) => Object.values(demand).some((list) => list.length > 0));
  if (!isAsked && !keepSpread) return [];
  const pods = running.map(({ workload }) => labelled(workload));
  const index = new PodIndex(isAsked ? pods : []);
  const selected = new Map<string, readonly number[]>();
  const mayMove = new Uint8Array(running.length);
  for (const [group, workload] of groups.groupWorkload.entries())
    if (groups.groupMovable[group]) mayMove[workload] = 1;
  const facts: DomainFacts = {
    nodes,
    running,
    groups,
    recreate,
    demands,
    namespaces: pods.map(({ namespace }) => namespace),
    topologies: new Topologies(nodes),
    select: (selector) => {
      const list = selected.get(selector.key) ?? index.matching(selector);
      selected.set(selector.key, list);
      return list;
    },
    movable: (workloads) => workloads.filter((w) => mayMove[w]),
  };
  return [
    ...podAffinityRules(facts),
    ...podAntiAffinityRules(facts),
    ...topologySpreadRules(facts),
    ...(keepSpread ? keepSpreadRules(facts) : []),
  ];
}
