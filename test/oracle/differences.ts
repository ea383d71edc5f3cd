import { HOSTNAME, labelled, podDemands, selectorOfTerm, selects } from '../../src/model/pod-selection.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { UNSCHEDULABLE } from './draw-cluster.ts';
import type { Copy } from './states.ts';

/** A pod that is to come to a node while these copies run, by positions in the snapshot. */
export interface Arrival {
  readonly snapshot: Snapshot;
  readonly copies: readonly Copy[];
  readonly workload: number;
  readonly node: number;
}

interface Difference {
  readonly name: string;
  readonly plugin: string;
  /** Whether Restow refuses what the plugin accepts, or leaves to another rule what the plugin refuses as well. */
  readonly weRefuse: boolean;
  applies(arrival: Arrival, refusing: ReadonlySet<string>): boolean;
}

const FIRST_OF_ITS_KIND: Difference = {
  name: 'the first of its kind is the only one there is, not one of several on nodes without the keys',
  plugin: 'InterPodAffinity',
  weRefuse: true,
  applies: isOneOfSeveralOutside,
};

/** Where Restow means to differ from Kubernetes. Everything else has to be equal. */
const DIFFERENCES: readonly Difference[] = [
  FIRST_OF_ITS_KIND,
  {
    name: 'nothing moves to a cordoned node, whatever it tolerates',
    plugin: 'NodeUnschedulable',
    weRefuse: true,
    applies: ({ snapshot: { nodes, workloads }, workload, node }) =>
      nodes[node].unschedulable === true &&
      (workloads[workload].tolerations ?? []).some(
        ({ key, effect }) =>
          (key === undefined || key === UNSCHEDULABLE) && (effect === undefined || effect === 'NoSchedule'),
      ),
  },
  {
    name: 'a node that a policy of a spread constraint leaves out is refused by the rule of that policy alone',
    plugin: 'PodTopologySpread',
    weRefuse: false,
    applies: ({ snapshot: { workloads }, workload }, refusing) =>
      podDemands(workloads[workload]).constraints.some(
        ({ nodeAffinityPolicy, nodeTaintsPolicy }) =>
          (nodeTaintsPolicy === 'Honor' && refusing.has('TaintToleration')) ||
          (nodeAffinityPolicy !== 'Ignore' && refusing.has('NodeAffinity')),
      ),
  },
];

/**
 * What Restow must say where the plugins say `theirs`.
 * @returns the plugins whose rules it must name, and the differences that make them others than `theirs`
 */
export function expectedPlugins(arrival: Arrival, theirs: readonly string[], ours: ReadonlySet<string>) {
  const plugins = new Set(theirs);
  const names: string[] = [];
  for (const { name, plugin, weRefuse, applies } of DIFFERENCES) {
    const isSuch = ours.has(plugin) === weRefuse && plugins.has(plugin) !== weRefuse;
    if (!isSuch || !applies(arrival, plugins)) continue;
    names.push(name);
    if (weRefuse) plugins.add(plugin);
    else plugins.delete(plugin);
  }
  return { names, plugins };
}

/**
 * Which of its two rules InterPodAffinity speaks of: it asks affinity first, and then anti-affinity.
 * @returns the name of the difference, where pod-affinity is broken for us alone; whether all is as expected
 */
export function expectedTerms(
  arrival: Arrival,
  message: string,
  ours: { readonly isAlone: boolean; readonly isRefused: boolean },
): { isSame: boolean; name?: string } {
  if (message.endsWith("didn't match pod affinity rules")) return { isSame: ours.isAlone };
  if (!ours.isAlone || !ours.isRefused) return { isSame: ours.isRefused };
  return { isSame: isOneOfSeveralOutside(arrival), name: FIRST_OF_ITS_KIND.name };
}

/** Kubernetes lets a pod in that matches its own terms where no pod in any domain does. */
function isOneOfSeveralOutside({ snapshot: { nodes, workloads }, copies, workload, node }: Arrival): boolean {
  const { affinityTerms } = podDemands(workloads[workload]);
  const { namespace } = labelled(workloads[workload]);
  const selectors = affinityTerms.map((term) => selectorOfTerm(term, namespace));
  const isCounted = (w: number) => selectors.every((selector) => selects(selector, labelled(workloads[w])));
  const counted = copies.filter((copy) => isCounted(copy.workload));
  const hasKey = (n: number, key: string) => key === HOSTNAME || nodes[n].labels?.[key] !== undefined;
  return (
    affinityTerms.length > 0 &&
    isCounted(workload) &&
    affinityTerms.every(({ topologyKey }) => hasKey(node, topologyKey)) &&
    counted.every((copy) => affinityTerms.every(({ topologyKey }) => !hasKey(copy.node, topologyKey)))
  );
}
