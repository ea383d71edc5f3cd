import { ANY_ADDRESS, takenPort } from './host-ports.ts';
import { requiredTerms } from './node-selection.ts';
import { byName, sortedRecord } from './placement.ts';
import { podDemands } from './pod-selection.ts';
import type { HostPort, NodeSelectorRequirement, NodeSelectorTerm } from './scheduling.ts';
import type { Node, Workload } from './snapshot.ts';
import { isShared, type Volume } from './volumes.ts';

/** The normal form of what says where replicas may run: sorted, and without what says nothing. */

type NodeRules = Pick<Node, 'labels' | 'taints' | 'unschedulable' | 'ready'>;
type Selection = Pick<Workload, 'nodeSelector' | 'affinity' | 'tolerations'>;

/** Every port with its protocol, and with its address where it has one. */
export function canonicalPorts({ hostPorts = [] }: Pick<Workload, 'hostPorts'>): Pick<Workload, 'hostPorts'> {
  if (hostPorts.length === 0) return {};
  return {
    hostPorts: distinct(
      hostPorts.map((port) => {
        const { hostPort, protocol, hostIP } = takenPort(port);
        return {
          hostPort,
          ...(protocol !== 'TCP' && { protocol }),
          ...(hostIP !== ANY_ADDRESS && { hostIP }),
        };
      }),
    ) as HostPort[],
  };
}

export function canonicalNodeRules({ labels = {}, taints = [], unschedulable, ready }: NodeRules): NodeRules {
  return {
    ...(Object.keys(labels).length > 0 && { labels: sortedRecord(Object.entries(labels)) }),
    ...(taints.length > 0 && {
      taints: distinct(taints.map(({ key, value, effect }) => ({ key, ...(value && { value }), effect }))),
    }),
    ...(unschedulable && { unschedulable }),
    ...(ready === false && { ready }),
  };
}

export function canonicalSelection({ nodeSelector = {}, affinity, tolerations = [] }: Selection): Selection {
  const required = requiredTerms({ affinity });
  const terms = required && canonicalTerms(required);
  return {
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector: sortedRecord(Object.entries(nodeSelector)) }),
    ...(terms && {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
        },
      },
    }),
    ...(tolerations.length > 0 && {
      tolerations: distinct(
        tolerations.map(({ key, operator, value, effect }) => ({
          ...(key !== undefined && { key }),
          ...(operator === 'Exists' && { operator }),
          ...(value && { value }),
          ...(effect && { effect }),
        })),
      ),
    }),
  };
}

/**
 * All that a workload demands of a node by itself. Where two workloads demand the same, the same nodes will do for both, and their
 * spread constraints count the same nodes.
 */
export function demandsOnNodes(workload: Workload): object {
  const { affinityTerms, constraints } = podDemands(workload);
  return {
    ...canonicalSelection(workload),
    near: [...new Set(affinityTerms.map(({ topologyKey }) => topologyKey))].sort(byName),
    spread: distinct(
      constraints.map(({ topologyKey, nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' }) => [
        topologyKey,
        nodeAffinityPolicy,
        nodeTaintsPolicy,
      ]),
    ),
  };
}

/** Without those that all nodes reach and all copies share. */
export function canonicalVolumes(volumes: readonly Volume[]): Volume[] {
  const kept = volumes.flatMap((volume): Volume[] => {
    const { claim, nodeAffinity } = volume;
    if (isShared(volume) && !nodeAffinity) return [];
    return [
      {
        ...(claim !== undefined && !isShared(volume) && { claim }),
        ...(isShared(volume) && { accessModes: ['ReadWriteMany'] }),
        ...(nodeAffinity && {
          nodeAffinity: {
            required: { nodeSelectorTerms: canonicalTerms(nodeAffinity.required.nodeSelectorTerms) },
          },
        }),
      },
    ];
  });
  return distinct(kept);
}

/** Alternatives in the order of their JSON. */
function canonicalTerms(terms: readonly NodeSelectorTerm[]): NodeSelectorTerm[] {
  return distinct(
    terms.map(({ matchExpressions, matchFields }) => ({
      ...(matchExpressions?.length && {
        matchExpressions: distinct(matchExpressions.map(canonicalRequirement)),
      }),
      ...(matchFields?.length && { matchFields: distinct(matchFields.map(canonicalRequirement)) }),
    })),
  );
}

function canonicalRequirement({
  key,
  operator,
  values = [],
}: NodeSelectorRequirement): NodeSelectorRequirement {
  return { key, operator, ...(values.length > 0 && { values: [...new Set(values)].sort(byName) }) };
}

/** In the order of their JSON, each once. */
export function distinct<T>(elements: readonly T[]): T[] {
  const byText = new Map(elements.map((element) => [JSON.stringify(element), element]));
  return [...byText].sort((a, b) => byName(a[0], b[0])).map(([, element]) => element);
}
