import type { Container, Node as KubernetesNode, Namespace, Pod, Taint } from 'kubernetes-types/core/v1';
import { HOSTNAME } from '../../src/model/pod-selection.ts';
import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';

/** The objects of Kubernetes' API that a snapshot speaks of. Its shapes are theirs already; this only puts them in place. */
export interface KubernetesObjects {
  readonly nodes: KubernetesNode[];
  /** One per workload, as its template makes them, and then those that are given; not placed. */
  readonly pods: Pod[];
  readonly namespaces: Namespace[];
}

/** @param others pods that request something else than their workload says */
export function toKubernetes({ nodes, workloads }: Snapshot, others: readonly Workload[]): KubernetesObjects {
  const names = new Set(workloads.map(({ namespace = 'default' }) => namespace));
  return {
    nodes: nodes.map(nodeOf),
    pods: [...workloads, ...others].map(podOf),
    namespaces: [...names].map((name) => ({ metadata: { name } })),
  };
}

/** More than any node of a test hosts. */
const PODS_WITHOUT_LIMIT = 1_000_000;

function nodeOf({ name, labels, taints, unschedulable, allocatable }: Node): KubernetesNode {
  // In Kubernetes a node that does not name pods takes none; in a snapshot it has no limit.
  const amounts = texts({ pods: PODS_WITHOUT_LIMIT, ...allocatable });
  return {
    // Kubernetes gives every node this label; to a snapshot that leaves it out it is the node's name, too.
    metadata: { name, labels: { [HOSTNAME]: name, ...labels } },
    spec: { taints: (taints ?? []) as Taint[], unschedulable: unschedulable ?? false },
    status: { allocatable: amounts, capacity: amounts },
  };
}

function podOf(workload: Workload): Pod {
  const { namespace = 'default', name, labels = {}, requests, hostPorts = [] } = workload;
  const { nodeSelector, affinity, tolerations, topologySpreadConstraints } = workload;
  const container: Container = {
    name: 'main',
    resources: { requests: texts(requests) },
    ports: hostPorts.map(({ hostPort, protocol, hostIP }) => ({
      containerPort: hostPort,
      hostPort,
      ...(protocol !== undefined && { protocol }),
      ...(hostIP !== undefined && { hostIP }),
    })),
  };
  return {
    metadata: { namespace, name, labels },
    spec: {
      containers: [container],
      ...(nodeSelector && { nodeSelector }),
      ...(affinity && { affinity: affinity as NonNullable<Pod['spec']>['affinity'] }),
      ...(tolerations && { tolerations }),
      ...(topologySpreadConstraints && { topologySpreadConstraints }),
    } as NonNullable<Pod['spec']>,
  };
}

function texts(amounts: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}
