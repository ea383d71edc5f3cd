import { canonicalVolumes } from './canonical-selection.ts';
import { sortedRecord } from './placement.ts';
import { formatUnits, resourceUnits } from './quantity.ts';
import type { PlacedReplica, Workload } from './snapshot.ts';

/** What a replica has of its own: requests while it runs where it is, and volumes. */
export type Variant = Pick<PlacedReplica, 'requests' | 'volumes'>;

/** The normal form of what a replica has of its own; undefined where that is nothing. */
export function variantOf(
  workload: Workload,
  { requests, volumes = [] }: PlacedReplica,
): Variant | undefined {
  const own = requests && canonicalRequests(requests);
  const differs = own && JSON.stringify(own) !== JSON.stringify(canonicalRequests(workload.requests));
  const kept = canonicalVolumes(volumes);
  if (!differs && kept.length === 0) return undefined;
  return { ...(differs && { requests: own }), ...(kept.length > 0 && { volumes: kept }) };
}

/** Whether any replica of the workload has something of its own. */
export function hasVariants(workload: Workload): boolean {
  const { replicas } = workload;
  return Array.isArray(replicas) && replicas.some((replica) => variantOf(workload, replica) !== undefined);
}

/** In the order of their JSON, those without one first. */
export function variantText(variant: Variant | undefined): string {
  return variant === undefined ? '' : JSON.stringify(variant);
}

function canonicalRequests(requests: Workload['requests']): Record<string, string> {
  const texts = Object.entries(requests).map(
    ([name, amount]) => [name, formatUnits(name, resourceUnits(name, amount))] as const,
  );
  return sortedRecord(texts.filter(([name, text]) => text !== (name === 'pods' ? '1' : '0')));
}
