import type { Budget, DomainRule } from '../../model/problem/side-rules.ts';
import type { Problem } from '../../model/problem.ts';
import type { Instance } from './instance.ts';

/** A domain rule with the items that it is about. */
export interface Judged {
  readonly rule: DomainRule;
  /** Items whose copies are counted. */
  readonly counted: readonly number[];
  readonly isCounted: Uint8Array;
  /** 1 where an arrival of the item is judged, [item]. */
  readonly isSubject: Uint8Array;
}

export function judgedRules(problem: Problem, workload: Int32Array): Judged[] {
  const itemsOf: number[][] = Array.from({ length: problem.workloads }, () => []);
  for (const [item, w] of workload.entries()) itemsOf[w].push(item);
  return problem.domainRules.map((rule) => {
    const counted = rule.counted.flatMap((w) => itemsOf[w]);
    const flags = (items: readonly number[]) => {
      const flag = new Uint8Array(workload.length);
      for (const item of items) flag[item] = 1;
      return flag;
    };
    const isSubject = flags(rule.subjects.flatMap((w) => itemsOf[w]));
    return { rule, counted, isCounted: flags(counted), isSubject };
  });
}

/** The moves of one slot: where every item is before it, and which movers go to their targets. */
export interface Step {
  /** [item] */
  readonly node: Int32Array;
  /** [mover] */
  readonly target: Int32Array;
  readonly moving: readonly number[];
}

/** How many copies there are in each domain during a slot and after it: U, L and E of `model/problem/side-rules.ts`. */
function copiesIn(
  { problem, workload }: Instance,
  { rule, counted }: Judged,
  { node, target, moving }: Step,
) {
  const { domainOf, domains } = rule;
  const goes = new Uint8Array(node.length);
  for (const i of moving) goes[i] = 1;
  const most = new Int32Array(domains);
  const fewest = new Int32Array(domains);
  const after = new Int32Array(domains);
  const add = (counts: Int32Array, domain: number) => {
    if (domain >= 0) counts[domain] += 1;
  };
  for (const item of counted) {
    const from = domainOf[node[item]];
    add(most, from);
    if (!goes[item]) {
      add(fewest, from);
      add(after, from);
      continue;
    }
    const to = domainOf[target[item]];
    const recreates = problem.recreate[workload[item]] === 1;
    add(after, to);
    if (from !== to || !recreates) add(most, to);
    if (from === to && !recreates) add(fewest, to);
  }
  return { most, fewest, after };
}

/**
 * Whether a domain rule holds in a slot.
 * @param growing says no only where it does not hold for more moves in the same slot either: what counts the copies after a
 *   slot may be put right by another that leaves
 */
export function domainHolds(instance: Instance, judged: Judged, step: Step, growing = false): boolean {
  const { rule, isSubject, isCounted } = judged;
  const { node, target, moving } = step;
  if (growing && rule.form === 'at-most' && rule.when === 'after') return true;
  const { domainOf } = rule;
  const arriving = moving.filter((i) => isSubject[i] && domainOf[target[i]] >= 0);
  if (arriving.length === 0) return true;
  const { most, fewest, after } = copiesIn(instance, judged, step);
  return arriving.every((i) => {
    const d = domainOf[target[i]];
    if (rule.form === 'at-most') return (rule.when === 'during' ? most : after)[d] <= rule.most;
    if (rule.form === 'partner') return fewest[d] >= 1;
    if (rule.isLow && most[d] > rule.maxSkew) return false;
    const stays = isCounted[i] && !instance.problem.recreate[instance.workload[i]];
    const own = stays ? domainOf[node[i]] : -1;
    return fewest.every(
      (copies, other) => other === d || most[d] - copies - (other === own ? 1 : 0) <= rule.maxSkew,
    );
  });
}

/** Whether these may move in one slot as far as budgets and the nodes that they leave go. */
export function withinBudgets({ problem, workload, source }: Instance, moving: readonly number[]): boolean {
  if (problem.budgets.length > 0) {
    for (const { over, weight, most } of problem.budgets) {
      if (over === 'slot' && spent(workload, weight, moving) > most) return false;
    }
  }
  if (moving.length <= problem.sourcesPerSlot) return true;
  return new Set(moving.map((i) => source[i])).size <= problem.sourcesPerSlot;
}

export function spent(workload: Int32Array, weight: Budget['weight'], moving: readonly number[]): number {
  return moving.reduce((sum, i) => sum + (weight.get(workload[i]) ?? 0), 0);
}

/** What is asked of a final placement, whatever its slots are: maxMoves, budgets of the plan, floors. */
export function mayBeEnd(instance: Instance, target: Int32Array): boolean {
  const { problem, movers, workload, source, pinned } = instance;
  const moving: number[] = [];
  const hosts = pinned.slice();
  for (let i = 0; i < movers; i++) {
    if (target[i] !== source[i]) moving.push(i);
    hosts[target[i]] = 1;
  }
  return (
    moving.length <= problem.maxMoves &&
    problem.budgets.every(
      ({ over, weight, most }) => over === 'slot' || spent(workload, weight, moving) <= most,
    ) &&
    problem.floors.every(({ nodes, least }) => nodes.reduce((sum, n) => sum + hosts[n], 0) >= least)
  );
}
