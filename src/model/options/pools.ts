import { z } from 'zod';
import { Labels } from '../labels.ts';
import { LIMITS } from '../limits.ts';
import { PlainName } from '../names.ts';
import { byName, occupiedNodes, sortedRecord } from '../placement.ts';
import type { Node, Snapshot } from '../snapshot.ts';

/** Rule pool-minimum. */
export const Pool = z
  .strictObject({
    name: PlainName,
    selector: Labels.describe('The nodes of the pool are those with all of these labels.'),
    minimum: z
      .int()
      .min(0)
      .max(LIMITS.nodes)
      .describe('Nodes of the pool that host something in the end, at least: or as many as do now.'),
  })
  .meta({
    id: 'Pool',
    description:
      'A node pool that can not be smaller than its minimum: emptying one node more saves nothing.',
  });
export type Pool = z.infer<typeof Pool>;

export const Pools = z.array(Pool).meta({ maxItems: LIMITS.pools });

/** @returns sorted by name, each minimum at most the nodes of the pool in use now; undefined where none binds */
export function resolvePools(snapshot: Snapshot, pools: readonly Pool[]): Pool[] | undefined {
  const occupied = occupiedNodes(snapshot);
  const inUse = snapshot.nodes.filter(({ name }) => occupied.has(name));
  const resolved = pools
    .map(({ name, selector, minimum }) => ({
      name,
      selector: sortedRecord(Object.entries(selector)),
      minimum: Math.min(minimum, inUse.filter((node) => isInPool(selector, node)).length),
    }))
    .filter(({ minimum }) => minimum > 0)
    .sort((a, b) => byName(a.name, b.name));
  return resolved.length > 0 ? resolved : undefined;
}

export function isInPool(selector: Pool['selector'], { labels = {} }: Pick<Node, 'labels'>): boolean {
  const given = new Map(Object.entries(labels));
  return Object.entries(selector).every(([key, value]) => given.get(key) === value);
}
