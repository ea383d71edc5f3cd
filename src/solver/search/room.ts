import { type Problem, released } from '../../model/problem.ts';

/** Free room beside a schedule that changes: rules node-capacity and transient-capacity. */
export class Room {
  readonly #problem: Problem;
  /** Capacity less use in the end, [node * resources + resource]. */
  readonly end: Float64Array;
  /** The same during each slot, both copies counted, [slot − 1]; in later slots it is `end`. */
  readonly #during: Float64Array[] = [];

  constructor(problem: Problem, use: Float64Array) {
    this.#problem = problem;
    this.end = problem.capacity.map((amount, i) => amount - use[i]);
  }

  /**
   * The first slot from which on a replica of the workload has room on the target. Where nothing arrives later the use
   * only shrinks, so the slots up to the last one are enough; after it, it may still have none.
   */
  firstFit(workload: number, target: number, last: number): number {
    const { resources, demand } = this.#problem;
    let first = 1;
    for (let k = 0; k < resources; k++) {
      const amount = demand[workload * resources + k];
      if (amount === 0) continue;
      const at = target * resources + k;
      if (this.end[at] < amount) return Number.POSITIVE_INFINITY;
      for (let t = last; t >= first; t--) {
        if (this.#during[t - 1][at] >= amount) continue;
        first = t + 1;
        break;
      }
    }
    return first;
  }

  /** Whether what a replica left in a slot is still free in all slots up to the last. */
  isStillFree(group: number, slot: number, last: number): boolean {
    const { resources, groupNode } = this.#problem;
    for (let k = 0; k < resources; k++) {
      const amount = released(this.#problem, group, k);
      if (amount === 0) continue;
      const at = groupNode[group] * resources + k;
      for (let t = this.#firstWithout(k, slot); t < last; t++) if (this.#during[t][at] < amount) return false;
    }
    return true;
  }

  /** Moves replicas in a slot, or takes moves back when negative. */
  shift(group: number, target: number, slot: number, count: number): void {
    while (this.#during.length < slot) this.#during.push(this.end.slice());
    const { resources, demand, groupWorkload, groupNode } = this.#problem;
    for (let k = 0; k < resources; k++) {
      const taken = demand[groupWorkload[group] * resources + k] * count;
      const given = released(this.#problem, group, k) * count;
      if (taken !== 0) {
        const at = target * resources + k;
        for (let t = slot - 1; t < this.#during.length; t++) this.#during[t][at] -= taken;
        this.end[at] -= taken;
      }
      if (given === 0) continue;
      const at = groupNode[group] * resources + k;
      for (let t = this.#firstWithout(k, slot); t < this.#during.length; t++) this.#during[t][at] += given;
      this.end[at] += given;
    }
  }

  /** The first slot, less 1, in which the old copies of a slot's moves take nothing of a resource any more. */
  #firstWithout(resource: number, slot: number): number {
    return this.#problem.transient[resource] ? slot : slot - 1;
  }
}
