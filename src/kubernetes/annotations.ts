/** Annotations and labels by which people and other tools say what may be done. Only these are looked at, and none is ever repeated. */

/** Ours: `"false"` on a pod, its template or its workload keeps it where it is. */
export const MOVABLE = 'restow.dev/movable';
/** Ours: whether the pod may run on nodes that the cloud may take back, `"true"` or `"false"`. */
const SPOT = 'restow.dev/spot';

/** @returns undefined when they say neither */
export function spotSaid(annotations: ReadonlyMap<string, string>): boolean | undefined {
  const text = annotations.get(SPOT);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** Ours, annotation or label of a node: its price per hour in the currency of the snapshot. */
export const PRICE = 'restow.dev/price-per-hour';

/** Static pods have it, whatever its value. */
export const MIRROR = 'kubernetes.io/config.mirror';

/** Karpenter, now and before v1beta1; on a pod or a node. */
export const DO_NOT_DISRUPT = ['karpenter.sh/do-not-disrupt', 'karpenter.sh/do-not-evict'] as const;
export const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
/** Volumes of the pod that may be lost, by name, with commas. */
export const SAFE_TO_EVICT_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
export const SCALE_DOWN_DISABLED = 'cluster-autoscaler.kubernetes.io/scale-down-disabled';
/** Label of what a cloud's addon manager puts back as it was. */
export const ADDON_MODE = 'addonmanager.kubernetes.io/mode';

/** Taints of nodes that are about to go: Cluster Autoscaler, Karpenter v1 and before. */
export const LEAVING_TAINTS: ReadonlySet<string> = new Set([
  'ToBeDeletedByClusterAutoscaler',
  'karpenter.sh/disrupted',
  'karpenter.sh/disruption',
]);

/** The first label that a node has, of names that came one after another. */
export const LABELS = {
  instanceType: ['node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'],
  region: ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'],
  zone: ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'],
} as const;
