import type { DomainFacts } from './domain-rules.ts';
import type { AtMost } from './side-rules.ts';
import type { Topology } from './topologies.ts';

/**
 * Rule keep-spread: after a slot in which a replica of the workload arrives in a domain, at most all but one are there. That is the
 * whole rule: a slot that leaves all of them in one domain, when they were in several, brings at least one there. Domains are
 * nodes and zones, for workloads that are in several of them at the start.
 */
export function keepSpreadRules(facts: DomainFacts): AtMost[] {
  const { groups, topologies, running } = facts;
  const kinds = new Set([topologies.ofNodes(), topologies.ofZones()]);
  return facts.movable([...running.keys()]).flatMap((w) =>
    [...kinds]
      .filter((topology) => canGather(w, topology, facts))
      .map((topology) => ({
        rule: 'keep-spread',
        form: 'at-most',
        when: 'after',
        most: groups.replicas[w] - 1,
        ...topology,
        counted: [w],
        subjects: [w],
      })),
  );
}

/** Whether the replicas are in several domains, and those that stay are not. */
function canGather(w: number, { domainOf }: Topology, { groups }: DomainFacts): boolean {
  const { groupStart, groupNode, groupMovable } = groups;
  const [all, staying] = [new Set<number>(), new Set<number>()];
  for (let group = groupStart[w]; group < groupStart[w + 1]; group++) {
    all.add(domainOf[groupNode[group]]);
    if (!groupMovable[group]) staying.add(domainOf[groupNode[group]]);
  }
  return all.size > 1 && staying.size < 2;
}
