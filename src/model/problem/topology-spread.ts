import { demandsOnNodes } from '../canonical-selection.ts';
import { matchesAnyTerm, requiredTerms, untolerated } from '../node-selection.ts';
import { byName } from '../placement.ts';
import type { TopologySpreadConstraint } from '../pod-scheduling.ts';
import { selectorOfSpread, topologyValue } from '../pod-selection.ts';
import type { DomainFacts } from './domain-rules.ts';
import type { Skew } from './side-rules.ts';
import type { Topology } from './topologies.ts';

/**
 * Rule topology-spread: one form for each constraint DoNotSchedule, shared by those that count the same replicas on the same nodes.
 * That a node must have the keys is in `arrivals.ts`.
 */
export function topologySpreadRules(facts: DomainFacts): Skew[] {
  const found = new Map<Topology, Map<string, Skew & { subjects: number[] }>>();
  for (const w of facts.movable([...facts.demands.keys()])) {
    const { constraints } = facts.demands[w];
    const demands = constraints.length > 0 ? JSON.stringify(demandsOnNodes(facts.running[w].workload)) : '';
    for (const constraint of constraints.toSorted((a, b) => byName(a.topologyKey, b.topologyKey))) {
      const topology = countedNodes(w, constraint, demands, facts);
      const rules = found.get(topology) ?? new Map<string, Skew & { subjects: number[] }>();
      found.set(topology, rules);
      add(w, constraint, topology, rules, facts);
    }
  }
  return [...found.values()].flatMap((rules) => [...rules.values()]);
}

function add(
  w: number,
  constraint: TopologySpreadConstraint,
  topology: Topology,
  rules: Map<string, Skew & { subjects: number[] }>,
  { namespaces, select }: DomainFacts,
): void {
  const { maxSkew, minDomains = 1 } = constraint;
  const selector = selectorOfSpread(constraint, namespaces[w]);
  const counted = select(selector);
  const isLow = topology.domains < minDomains;
  // Against a single domain nothing is asked.
  if (counted.length === 0 || (topology.domains < 2 && !isLow)) return;
  const text = JSON.stringify([selector.key, maxSkew, isLow]);
  const known = rules.get(text);
  if (!known) {
    const form = { rule: 'topology-spread', form: 'skew', maxSkew, isLow } as const;
    rules.set(text, { ...form, ...topology, counted, subjects: [w] });
  } else if (known.subjects.at(-1) !== w) known.subjects.push(w);
}

/** Nodes that have the keys of all constraints of the workload, and that the policies of this one let count. */
function countedNodes(
  w: number,
  { topologyKey, nodeAffinityPolicy, nodeTaintsPolicy }: TopologySpreadConstraint,
  demands: string,
  { nodes, running, demands: all, topologies }: DomainFacts,
): Topology {
  const keys = all[w].constraints.map((constraint) => constraint.topologyKey);
  const { nodeSelector = {}, affinity, tolerations = [] } = running[w].workload;
  const selected = Object.entries(nodeSelector);
  const terms = requiredTerms({ affinity });
  const name = `${topologyKey} ${nodeAffinityPolicy} ${nodeTaintsPolicy} ${demands}`;
  return topologies.of(name, (node, index) => {
    if (keys.some((key) => topologyValue(node, key) === undefined)) return undefined;
    if (nodeAffinityPolicy !== 'Ignore') {
      if (selected.some(([key, value]) => node.labels.get(key) !== value)) return undefined;
      if (terms && !matchesAnyTerm(terms, node)) return undefined;
    }
    if (nodeTaintsPolicy === 'Honor' && untolerated(nodes[index].taints ?? [], tolerations)) return undefined;
    return topologyValue(node, topologyKey);
  });
}
