import { z } from 'zod';
import { Money, Quantity } from '../amounts.ts';
import { canonicalSnapshot } from '../canonical.ts';
import { Labels } from '../labels.ts';
import { LIMITS } from '../limits.ts';
import { LocationName, PlainName, ResourceName } from '../names.ts';
import { byName } from '../placement.ts';
import { Taint } from '../scheduling.ts';
import type { Node, Snapshot } from '../snapshot.ts';
import { CAPACITY_TYPES } from '../spot.ts';

export const OpenablePool = z
  .strictObject({
    name: PlainName.max(240).describe('The new nodes are called `<name>-new-1`, `<name>-new-2`, …'),
    count: z.int().min(1).max(LIMITS.nodes).describe('How many nodes may be opened.'),
    pricePerHour: Money,
    allocatable: z
      .record(ResourceName, Quantity)
      .meta({ maxProperties: LIMITS.resources })
      .describe('Of each node, less what its DaemonSets will take.'),
    location: LocationName.optional().describe('Of all of them. Each by itself when absent.'),
    capacityType: z.enum(CAPACITY_TYPES).optional(),
    labels: Labels.optional(),
    taints: z.array(Taint).meta({ maxItems: LIMITS.selectorTerms }).optional(),
  })
  .meta({
    id: 'OpenablePool',
    description:
      'Nodes that do not exist yet: a plan may open them, at their price, where that saves more elsewhere.',
  });
export type OpenablePool = z.infer<typeof OpenablePool>;

export const Openable = z.array(OpenablePool).meta({ maxItems: LIMITS.pools });

export function openedName(pool: string, index: number): string {
  return `${pool}-new-${index}`;
}

/** The nodes of a pool as if they existed, empty and not paid for. */
function nodesOf({ name, count, ...node }: OpenablePool): Node[] {
  return Array.from({ length: count }, (_, i) => ({
    ...node,
    name: openedName(name, i + 1),
    billedWhenEmpty: false,
  }));
}

/**
 * The snapshot with the nodes that may be opened, as solvers and checker see it, nodes sorted by name. Canonical where the
 * snapshot is, and the pools are resolved.
 */
export function withOpenable(snapshot: Snapshot, openable: readonly OpenablePool[] | undefined): Snapshot {
  if (!openable) return snapshot;
  const opened = openable.flatMap(nodesOf).map((node) => ({ ...node, location: node.location ?? node.name }));
  return { ...snapshot, nodes: [...snapshot.nodes, ...opened].sort((a, b) => byName(a.name, b.name)) };
}

/** Sorted by name, amounts in their canonical form; undefined where nothing may be opened. */
export function resolveOpenable(pools: readonly OpenablePool[]): OpenablePool[] | undefined {
  if (pools.length === 0) return undefined;
  return pools
    .map(({ count, pricePerHour, location, ...pool }) => {
      const { nodes } = canonicalSnapshot({ nodes: [{ ...pool, pricePerHour }], workloads: [] });
      const [{ location: _, pricePerHour: price = '0', ...node }] = nodes;
      return { ...node, pricePerHour: price, ...(location !== undefined && { location }), count };
    })
    .sort((a, b) => byName(a.name, b.name));
}
