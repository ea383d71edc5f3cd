import type { Problem } from '../../model/problem.ts';
import type { Start } from './start.ts';

/** Budgets, and the nodes left in a slot, beside a schedule that changes. Taking moves back never breaks these. */
export class BudgetSums {
  readonly #problem: Problem;
  /** Budgets that a workload has a weight in, [workload]. */
  readonly #budgetsOf: readonly (readonly number[])[];
  /** Budgets in which every workload has a weight, and the least of them. */
  readonly #general: readonly { readonly budget: number; readonly least: number }[];
  /** Of the slot, or of the plan in slot 0, [slot * budgets + budget]. */
  #sums: Float64Array;
  /** Replicas that leave each node, [slot]. */
  readonly #leaving: Map<number, number>[] = [];

  constructor(problem: Problem, start: Start) {
    this.#problem = problem;
    const none: number[] = [];
    const budgetsOf = Array.from({ length: problem.workloads }, () => none);
    for (const [b, { weight }] of problem.budgets.entries()) {
      for (const w of weight.keys()) {
        if (budgetsOf[w] === none) budgetsOf[w] = [b];
        else budgetsOf[w].push(b);
      }
    }
    this.#budgetsOf = budgetsOf;
    this.#general = problem.budgets
      .map(({ weight }, budget) => ({ budget, weight }))
      .filter(({ weight }) => weight.size === problem.workloads)
      .map(({ budget, weight }) => ({
        budget,
        least: [...weight.values()].reduce((a, b) => Math.min(a, b)),
      }));
    this.#sums = new Float64Array(problem.budgets.length);
    for (const rows of start.arrived.values())
      for (const [group, , , count] of rows) this.#spend(problem.groupWorkload[group], 0, count);
  }

  binds(workload: number): boolean {
    return this.#budgetsOf[workload].length > 0 || this.#problem.sourcesPerSlot < Number.POSITIVE_INFINITY;
  }

  /** Whether anything at all may still leave a node in a slot, as far as budgets of all workloads say. */
  mayLeave(node: number, slot: number): boolean {
    const { budgets, sourcesPerSlot } = this.#problem;
    for (const { budget, least } of this.#general) {
      const { over, most } = budgets[budget];
      if (this.#spent(over === 'slot' ? slot : 0, budget) + least > most) return false;
    }
    const leaving = this.#leaving[slot];
    return (leaving?.size ?? 0) < sourcesPerSlot || leaving?.has(node) === true;
  }

  may(group: number, slot: number): boolean {
    const { budgets, groupWorkload, groupNode, sourcesPerSlot } = this.#problem;
    const workload = groupWorkload[group];
    for (const b of this.#budgetsOf[workload]) {
      const { over, weight, most } = budgets[b];
      if (this.#spent(over === 'slot' ? slot : 0, b) + (weight.get(workload) ?? 0) > most) return false;
    }
    if (sourcesPerSlot === Number.POSITIVE_INFINITY) return true;
    const leaving = this.#leaving[slot];
    return (leaving?.size ?? 0) < sourcesPerSlot || leaving?.has(groupNode[group]) === true;
  }

  /** Whether what the row is part of is within its limits. */
  holds(group: number, slot: number): boolean {
    const { budgets, groupWorkload, sourcesPerSlot } = this.#problem;
    for (const b of this.#budgetsOf[groupWorkload[group]]) {
      const { over, most } = budgets[b];
      if (this.#spent(over === 'slot' ? slot : 0, b) > most) return false;
    }
    return (this.#leaving[slot]?.size ?? 0) <= sourcesPerSlot;
  }

  change(group: number, slot: number, count: number): void {
    const { groupWorkload, groupNode, sourcesPerSlot } = this.#problem;
    this.#spend(groupWorkload[group], slot, count);
    if (sourcesPerSlot === Number.POSITIVE_INFINITY) return;
    while (this.#leaving.length <= slot) this.#leaving.push(new Map());
    const node = groupNode[group];
    const left = (this.#leaving[slot].get(node) ?? 0) + count;
    if (left === 0) this.#leaving[slot].delete(node);
    else this.#leaving[slot].set(node, left);
  }

  #spent(slot: number, budget: number): number {
    return this.#sums[slot * this.#problem.budgets.length + budget] ?? 0;
  }

  #spend(workload: number, slot: number, count: number): void {
    const { budgets } = this.#problem;
    for (const b of this.#budgetsOf[workload]) {
      const { over, weight } = budgets[b];
      const at = (over === 'slot' ? slot : 0) * budgets.length + b;
      while (at >= this.#sums.length) this.#grow();
      // A slot that is done has no room to give any more.
      if (over === 'plan' || slot > 0) this.#sums[at] += (weight.get(workload) ?? 0) * count;
    }
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#sums.length);
    larger.set(this.#sums);
    this.#sums = larger;
  }
}
