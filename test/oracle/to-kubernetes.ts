import type { Container, Node as KubernetesNode, Namespace, Pod, Taint } from 'kubernetes-types/core/v1';
import type { Node, Snapshot, Workload } from '../../src/model/snapshot.ts';

/** The objects of Kubernetes' API that a snapshot speaks of. Its shapes are theirs already; this only puts them in place. */
export interface KubernetesObjects {
  readonly nodes: KubernetesNode[];
  /** One per workload, not placed. */
  readonly pods: Pod[];
  readonly namespaces: Namespace[];
}

export function toKubernetes({ nodes, workloads }: Snapshot): KubernetesObjects {
  return { nodes: nodes.map(nodeOf), pods: workloads.map(podOf), namespaces: [] };
}

/** More than any node of a test hosts. */
const PODS_WITHOUT_LIMIT = 1_000_000;

function nodeOf({ name, labels, taints, unschedulable, allocatable }: Node): KubernetesNode {
  // In Kubernetes a node that does not name pods takes none; in a snapshot it has no limit.
  const amounts = texts({ pods: PODS_WITHOUT_LIMIT, ...allocatable });
  return {
    metadata: { name, labels: labels ?? {} },
    spec: { taints: (taints ?? []) as Taint[], unschedulable: unschedulable ?? false },
    status: { allocatable: amounts, capacity: amounts },
  };
}

function podOf(workload: Workload): Pod {
  const { namespace = 'default', requests, nodeSelector, affinity, tolerations, hostPorts = [] } = workload;
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
    metadata: { namespace, name: workload.name },
    spec: {
      containers: [container],
      ...(nodeSelector && { nodeSelector }),
      ...(affinity && { affinity: affinity as NonNullable<Pod['spec']>['affinity'] }),
      ...(tolerations && { tolerations }),
    } as NonNullable<Pod['spec']>,
  };
}

function texts(amounts: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}
