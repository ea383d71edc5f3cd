import type { Spot } from '../model/spot.ts';
import type { PlacedPod } from './placed-pod.ts';

/**
 * Whether replicas may arrive on spot nodes: as the annotation `restow.dev/spot` of their pods says, else as many as run there now. Nobody who
 * pays for nodes that stay is led to cheap ones that may go.
 */
export function spotOf(pods: readonly PlacedPod[], spotNodes: ReadonlySet<string>): Spot | undefined {
  const said = pods.map(({ pod }) => pod.mayUseSpot);
  if (said.includes(false)) return undefined;
  if (said.includes(true)) return {};
  const now = pods.filter(({ node }) => spotNodes.has(node)).length;
  if (now === 0) return undefined;
  return now === pods.length ? {} : { maxShare: now };
}
