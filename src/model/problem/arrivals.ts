import { demandsOnNodes } from '../canonical-selection.ts';
import { matchesAnyTerm, requiredTerms, untolerated } from '../node-selection.ts';
import type { ResolvedOptions } from '../options.ts';
import { podDemands, topologyValue } from '../pod-selection.ts';
import type { Problem } from '../problem.ts';
import type { NodeSelectorTerm } from '../scheduling.ts';
import type { Node, Workload } from '../snapshot.ts';
import type { Variant } from '../variants.ts';
import type { Groups, RunningWorkload } from './groups.ts';
import { volumesOf, volumeTerms } from './volumes.ts';

type Arrivals = Pick<Problem, 'arrivalClass' | 'arrivable' | 'open' | 'closed'>;

/**
 * Where replicas may arrive, as far as workload and node alone decide: rules priced-target, node-unschedulable,
 * node-not-ready, excluded, drain, node-affinity, taint-toleration, spot-allowed and volume-node-affinity; of pod-affinity and
 * topology-spread that a node has the topology keys. Groups with the same demands on a node share a class.
 */
export function arrivalsOf(
  nodes: readonly Node[],
  running: readonly RunningWorkload[],
  groups: Groups,
  variants: readonly (Variant | undefined)[],
  { exclude, drain }: ResolvedOptions,
): Arrivals {
  const refused = new Set([...exclude.nodes, ...(drain?.nodes ?? [])]);
  const occupied = new Set(groups.groupNode);
  const takes = nodes.map(
    (node, n) =>
      (node.pricePerHour !== undefined || occupied.has(n)) &&
      !node.unschedulable &&
      node.ready !== false &&
      !refused.has(node.name),
  );
  const facts = nodes.map(({ name, labels = {}, taints = [], capacityType }) => ({
    name,
    isSpot: capacityType === 'spot',
    labels: new Map(Object.entries(labels)),
    taints,
  }));
  const classes = new Map<string, number>();
  const rows: Uint8Array[] = [];
  const classOf = (workload: Workload, variant: Variant | undefined) => {
    const reached = volumeTerms(volumesOf(workload, variant));
    const key = JSON.stringify([demandsOnNodes(workload), workload.spot !== undefined, reached]);
    let index = classes.get(key);
    if (index === undefined) {
      index = rows.length;
      classes.set(key, index);
      rows.push(Uint8Array.from(facts, (node, n) => (takes[n] && isChosen(workload, reached, node) ? 1 : 0)));
    }
    return index;
  };
  const plain = Int32Array.from(running, ({ workload }) => classOf(workload, undefined));
  const arrivalClass = groups.groupWorkload.map((w, group) => {
    const variant = variants[group];
    return variant?.volumes ? classOf(running[w].workload, variant) : plain[w];
  });
  const arrivable = new Uint8Array(rows.length * nodes.length);
  for (const [index, row] of rows.entries()) arrivable.set(row, index * nodes.length);
  const open = Uint8Array.from(nodes, (_, n) => (rows.some((row) => row[n]) ? 1 : 0));
  const closed = open.map((isOpen, n) => (isOpen || occupied.has(n) ? 0 : 1));
  return { arrivalClass, arrivable, open, closed };
}

interface ChosenNode {
  readonly name: string;
  readonly isSpot: boolean;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: NonNullable<Node['taints']>;
}

/** @param reached of each volume that not all nodes reach, the alternatives */
function isChosen(
  workload: Workload,
  reached: readonly (readonly NodeSelectorTerm[])[],
  node: ChosenNode,
): boolean {
  const { nodeSelector = {}, affinity, tolerations = [], spot } = workload;
  if (node.isSpot && !spot) return false;
  if (!reached.every((terms) => matchesAnyTerm(terms, node))) return false;
  if (!Object.entries(nodeSelector).every(([key, value]) => node.labels.get(key) === value)) return false;
  const terms = requiredTerms({ affinity });
  if (terms && !matchesAnyTerm(terms, node)) return false;
  const { affinityTerms, constraints } = podDemands(workload);
  if (
    [...affinityTerms, ...constraints].some(
      ({ topologyKey }) => topologyValue(node, topologyKey) === undefined,
    )
  )
    return false;
  return untolerated(node.taints, tolerations) === undefined;
}
