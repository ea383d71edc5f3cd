import { byName } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';
import { Budgets, type ResolvedBudgets, resolveBudgets } from './budgets.ts';
import { Headroom, resolveHeadroom } from './headroom.ts';
import { MinimumSaving, type ResolvedMinimumSaving, resolveMinimumSaving } from './minimum-saving.ts';
import { Drain, Keep, type ResolvedNodes } from './node-choice.ts';
import { Openable, type OpenablePool, resolveOpenable } from './openable.ts';
import { IgnorePriorityBelow } from './placeholders.ts';
import { type Pool, Pools, resolvePools } from './pools.ts';

/** Options that are in force only when they are given. */
export const choices = {
  budgets: Budgets.optional(),
  keep: Keep.optional(),
  drain: Drain.optional(),
  headroom: Headroom.optional(),
  pools: Pools.optional(),
  openable: Openable.optional(),
  minimumSaving: MinimumSaving.optional(),
  ignorePriorityBelow: IgnorePriorityBelow.optional(),
};

export interface Choices {
  budgets?: Budgets | undefined;
  keep?: ResolvedNodes | undefined;
  drain?: ResolvedNodes | undefined;
  headroom?: Headroom | undefined;
  pools?: Pool[] | undefined;
  openable?: OpenablePool[] | undefined;
  minimumSaving?: MinimumSaving | undefined;
  ignorePriorityBelow?: number | undefined;
}

/** What is not in force is absent. */
export interface ResolvedChoices {
  budgets?: ResolvedBudgets;
  keep?: ResolvedNodes;
  drain?: ResolvedNodes;
  /** Of each resource a percentage or an amount. */
  headroom?: Record<string, string>;
  pools?: Pool[];
  openable?: OpenablePool[];
  minimumSaving?: ResolvedMinimumSaving;
  ignorePriorityBelow?: number;
}

/** @param movable replicas that may move */
export function resolveChoices(snapshot: Snapshot, given: Choices, movable: number): ResolvedChoices {
  const budgets = resolveBudgets(snapshot, given.budgets ?? {}, movable);
  const headroom = resolveHeadroom(given.headroom ?? {});
  const pools = resolvePools(snapshot, given.pools ?? []);
  const openable = resolveOpenable(given.openable ?? []);
  const keep = chosenNodes(given.keep);
  const drain = chosenNodes(given.drain);
  const minimumSaving = resolveMinimumSaving(snapshot, given.minimumSaving ?? {}, keep?.nodes ?? []);
  return {
    ...(budgets && { budgets }),
    ...(keep && { keep }),
    ...(drain && { drain }),
    ...(headroom && { headroom }),
    ...(pools && { pools }),
    ...(openable && { openable }),
    ...(minimumSaving && { minimumSaving }),
    ...(given.ignorePriorityBelow !== undefined && { ignorePriorityBelow: given.ignorePriorityBelow }),
  };
}

function chosenNodes({ nodes }: ResolvedNodes = { nodes: [] }): ResolvedNodes | undefined {
  return nodes.length > 0 ? { nodes: [...new Set(nodes)].sort(byName) } : undefined;
}
