/**
 * How a node is paid for, by the labels of the clouds: `on-demand`, `spot`, `reserved`, or what the label says in lower case. A node
 * without any such label is paid for on demand.
 */
export function capacityTypeOf(labels: ReadonlyMap<string, string>): string {
  const karpenter = labels.get('karpenter.sh/capacity-type') ?? labels.get('eks.amazonaws.com/capacityType');
  if (karpenter !== undefined) return karpenter.toLowerCase().replaceAll('_', '-');
  const isSpot =
    labels.get('cloud.google.com/gke-spot') === 'true' ||
    labels.get('cloud.google.com/gke-preemptible') === 'true' ||
    ['spot', 'preemptible'].includes(labels.get('cloud.google.com/gke-provisioning') ?? '') ||
    labels.get('kubernetes.azure.com/scalesetpriority') === 'spot';
  return isSpot ? 'spot' : 'on-demand';
}
