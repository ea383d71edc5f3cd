import { z } from 'zod';
import { percentOf, Share } from './options/share.ts';

/** Nodes that the cloud may take back at short notice, and who may run there. */

export const CAPACITY_TYPES = ['on-demand', 'spot', 'reserved'] as const;

export const Spot = z
  .strictObject({
    maxShare: Share.optional().describe(
      'Most of its replicas that may be on spot nodes; a percentage is rounded down. Default: all.',
    ),
  })
  .meta({
    id: 'Spot',
    description: 'That replicas may arrive on nodes of capacity type `spot`. Absent: they do not.',
  });
export type Spot = z.infer<typeof Spot>;

/** Of so many replicas. A share is not exceeded by a part of a replica, so a percentage is rounded down here. */
export function mostOnSpot(spot: Spot | undefined, replicas: number): number {
  const share = spot?.maxShare;
  if (share === undefined) return replicas;
  const percent = percentOf(share);
  return percent === undefined ? Number(share) : Number((percent * BigInt(replicas)) / 100n);
}
