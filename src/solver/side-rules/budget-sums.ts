import type { Problem } from '../../model/problem.ts';
import type { Start } from './start.ts';

/** Budgets, and the nodes left in a slot, beside a schedule that changes. Taking moves back never breaks these. */
export class BudgetSums {
  readonly #problem: Problem;
  /** Budgets that a workload has a weight in, [workload]. */
  readonly #budgetsOf: readonly (readonly number[])[];
  /** Of the slot, or of the plan in slot 0, [slot * budgets + budget]. */
  #sums: Float64Array;
  /** Replicas that leave each node, [slot]. */
  readonly #leaving: Map<number, number>[] = [];

  constructor(problem: Problem, start: Start) {
    this.#problem = problem;
    const none: number[] = [];
    this.#budgetsOf = Array.from({ length: problem.workloads }, (_, w) => {
      const own = [...problem.budgets.keys()].filter((b) => problem.budgets[b].weight[w] > 0);
      return own.length > 0 ? own : none;
    });
    this.#sums = new Float64Array(problem.budgets.length);
    for (const rows of start.arrived.values())
      for (const [group, , , count] of rows) this.#spend(problem.groupWorkload[group], 0, count);
  }

  binds(workload: number): boolean {
    return this.#budgetsOf[workload].length > 0 || this.#problem.sourcesPerSlot < Number.POSITIVE_INFINITY;
  }

  may(group: number, slot: number): boolean {
    const { budgets, groupWorkload, groupNode, sourcesPerSlot } = this.#problem;
    const workload = groupWorkload[group];
    for (const b of this.#budgetsOf[workload]) {
      const { over, weight, most } = budgets[b];
      if ((this.#sums[(over === 'slot' ? slot : 0) * budgets.length + b] ?? 0) + weight[workload] > most)
        return false;
    }
    if (sourcesPerSlot === Number.POSITIVE_INFINITY) return true;
    const leaving = this.#leaving[slot];
    return leaving === undefined
      ? sourcesPerSlot > 0
      : leaving.size < sourcesPerSlot || leaving.has(groupNode[group]);
  }

  /** Whether what the row is part of is within its limits. */
  holds(group: number, slot: number): boolean {
    const { budgets, groupWorkload, sourcesPerSlot } = this.#problem;
    for (const b of this.#budgetsOf[groupWorkload[group]]) {
      const { over, most } = budgets[b];
      if ((this.#sums[(over === 'slot' ? slot : 0) * budgets.length + b] ?? 0) > most) return false;
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

  #spend(workload: number, slot: number, count: number): void {
    const { budgets } = this.#problem;
    for (const b of this.#budgetsOf[workload]) {
      const { over, weight } = budgets[b];
      const at = (over === 'slot' ? slot : 0) * budgets.length + b;
      while (at >= this.#sums.length) this.#grow();
      // A slot that is done has no room to give any more.
      if (over === 'plan' || slot > 0) this.#sums[at] += weight[workload] * count;
    }
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#sums.length);
    larger.set(this.#sums);
    this.#sums = larger;
  }
}
