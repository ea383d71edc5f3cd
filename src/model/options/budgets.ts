import { z } from 'zod';
import { occupiedNodes } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';
import { canonicalShare, countOfShare, Share } from './share.ts';

/** How much a slot may disrupt: rules nodes-per-slot, replicas-per-slot and workload-per-slot. */
export const Budgets = z
  .strictObject({
    nodesPerSlot: Share.optional().describe(
      'Most nodes that replicas leave in one slot; a percentage is of the nodes in use now.',
    ),
    replicasPerSlot: Share.optional().describe(
      'Most replicas that move in one slot; a percentage is of the replicas that may move.',
    ),
    workloadPerSlot: Share.optional().describe(
      'Most replicas of each workload that move in one slot; a percentage is of its replicas.',
    ),
  })
  .meta({
    id: 'Budgets',
    description:
      'Disruption budgets, per slot: the next slot has them anew. Percentages are rounded up (20 % of 19 nodes are 4). 0 lets nothing move.',
  });
export type Budgets = z.infer<typeof Budgets>;

export const ResolvedBudgets = z
  .strictObject({
    nodesPerSlot: z.int().optional(),
    replicasPerSlot: z.int().optional(),
    workloadPerSlot: Share.optional().describe('As given: it differs by workload.'),
  })
  .meta({ id: 'ResolvedBudgets', description: 'The budgets in force, as numbers.' });
export type ResolvedBudgets = z.infer<typeof ResolvedBudgets>;

/**
 * @param movable replicas that may move
 * @returns undefined where there is none
 */
export function resolveBudgets(
  snapshot: Snapshot,
  { nodesPerSlot, replicasPerSlot, workloadPerSlot }: Budgets,
  movable: number,
): ResolvedBudgets | undefined {
  const budgets = {
    ...(nodesPerSlot !== undefined && {
      nodesPerSlot: countOfShare(nodesPerSlot, occupiedNodes(snapshot).size),
    }),
    ...(replicasPerSlot !== undefined && { replicasPerSlot: countOfShare(replicasPerSlot, movable) }),
    ...(workloadPerSlot !== undefined && { workloadPerSlot: canonicalShare(workloadPerSlot) }),
  };
  return Object.keys(budgets).length > 0 ? budgets : undefined;
}
