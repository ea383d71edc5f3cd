import type { Spot } from '../model/spot.ts';
import type { PlacedPod } from './placed-pod.ts';

/**
 * Whether replicas may arrive on spot nodes: as the annotation `restow.dev/spot` of all their pods, or of their workload, says, else as many as run there now. Nobody who
 * pays for nodes that stay is led to cheap ones that may go.
 */
export function spotOf(pods: readonly PlacedPod[], spotNodes: ReadonlySet<string>): Spot | undefined {
  const said = new Set(pods.map(({ pod, owner }) => pod.mayUseSpot ?? owner.mayUseSpot));
  if (said.has(false)) return undefined;
  if (said.has(true) && said.size === 1) return {};
  const now = pods.filter(({ node }) => spotNodes.has(node)).length;
  if (now === 0) return undefined;
  return now === pods.length ? {} : { maxShare: now };
}
