import type { ResolvedOptions } from '../options.ts';
import type { Rule } from '../plan.ts';
import type { Node } from '../snapshot.ts';
import { bindingBudgets } from './budgets.ts';
import { domainRulesOf } from './domain-rules.ts';
import { downtimeBudget } from './downtime.ts';
import type { Groups, RunningWorkload } from './groups.ts';
import { poolMinimums } from './pool-minimums.ts';
import { slotBudgets } from './slot-budgets.ts';
import { spotShares } from './spot-shares.ts';

/**
 * Rules about more than one replica and one node, as the solvers see them. Every rule of that kind is one of these few
 * forms, so a solver that holds the forms holds the rules. They only forbid plans: a bound that leaves them out is a bound.
 *
 * Copies of workloads are counted per *domain*, a set of nodes (a zone, a node, all spot nodes). Moves of a slot run at once,
 * in any order, each one's new copy before its old one goes (mode `recreate`: after). Of a slot, in a domain d:
 *
 * - U(d): most copies that can be there at once. A replica that is there before or after the slot counts 1; one that moves
 *   within d counts 2 with mode surge, 1 with recreate.
 * - L(d): fewest. A replica that is there before and after the slot counts 1, but for one that moves with recreate.
 * - E(d): replicas after the slot.
 *
 * Every form judges arrivals alone: where no subject arrives in d in the slot, nothing is asked of d.
 */
interface DomainForm {
  /** The checker's rule that this is part of. */
  readonly rule: Rule;
  /** Domain of each node, −1 where it is in none, [node]. Equal maps are one object. */
  readonly domainOf: Int32Array;
  readonly domains: number;
  /** Workloads whose copies are counted, sorted. */
  readonly counted: readonly number[];
  /** Workloads whose arrivals are judged, sorted. */
  readonly subjects: readonly number[];
}

/** A subject arrives in d: U(d) ≤ most (`during`), or E(d) ≤ most (`after`). Subjects that are counted count themselves. */
export interface AtMost extends DomainForm {
  readonly form: 'at-most';
  readonly when: 'during' | 'after';
  readonly most: number;
}

/** A subject arrives in d: L(d) ≥ 1. */
export interface Partner extends DomainForm {
  readonly form: 'partner';
}

/**
 * A subject arrives in d: U(d) − (L(d') + own(d')) ≤ maxSkew for every *other* domain d', where own(d') is 1 where the old copy
 * of the arriving replica is in d', it is counted and its mode is surge. Against d itself nothing is asked: who arrives there
 * makes it no emptier than itself, so the skew is 1 at most.
 */
export interface Skew extends DomainForm {
  readonly form: 'skew';
  readonly maxSkew: number;
  /** U(d) ≤ maxSkew as well: there are fewer domains than the constraint wants (minDomains), so the minimum is 0. */
  readonly isLow: boolean;
}

export type DomainRule = AtMost | Partner | Skew;

/** Σ over the moves of a slot (`slot`) or of the plan (`plan`) of the weight of the workload ≤ most. */
export interface Budget {
  readonly rule: Rule;
  readonly over: 'slot' | 'plan';
  /** Of one moving replica of a workload, whole numbers above 0; those that are not named have none. */
  readonly weight: ReadonlyMap<number, number>;
  readonly most: number;
}

/** After the last slot at least so many of the nodes host a replica. */
export interface Floor {
  readonly rule: Rule;
  readonly nodes: readonly number[];
  readonly least: number;
}

export interface SideRules {
  readonly domainRules: readonly DomainRule[];
  readonly budgets: readonly Budget[];
  readonly floors: readonly Floor[];
  /** Most different nodes that replicas leave in a slot. */
  readonly sourcesPerSlot: number;
  /** 1 where replicas move with mode `recreate`: the old copy goes before the new one comes, [workload]. */
  readonly recreate: Uint8Array;
}

export function sideRulesOf(
  nodes: readonly Node[],
  running: readonly RunningWorkload[],
  groups: Groups,
  budgets: readonly Budget[],
  options: ResolvedOptions,
): SideRules {
  const recreate = Uint8Array.from(running, ({ workload }) => (workload.mode === 'recreate' ? 1 : 0));
  return {
    domainRules: [...domainRulesOf(nodes, running, groups, recreate, options), ...spotShares(nodes, running)],
    budgets: [
      ...bindingBudgets([...budgets, downtimeBudget(recreate, options)], groups),
      ...slotBudgets(running, options),
    ],
    floors: poolMinimums(nodes, options),
    sourcesPerSlot: options.budgets?.nodesPerSlot ?? Number.POSITIVE_INFINITY,
    recreate,
  };
}

/** Whether a slot may hold fewer moves than there is room for, so that more slots let more move. */
export function hasSlotBudgets({ budgets, sourcesPerSlot }: SideRules): boolean {
  return budgets.some(({ over }) => over === 'slot') || sourcesPerSlot < Number.POSITIVE_INFINITY;
}

/** Whether anything is asked of more than one replica and one node. */
export function hasSideRules({ domainRules, budgets, floors, sourcesPerSlot }: SideRules): boolean {
  return domainRules.length + budgets.length + floors.length > 0 || sourcesPerSlot < Number.POSITIVE_INFINITY;
}
