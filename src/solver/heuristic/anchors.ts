import type { Problem } from '../../model/problem.ts';

/**
 * Under `copies` a caller with reach `nearest` needs a callee that does not move in the slot. This holds one replica
 * of every such callee back in every location, in every slot.
 */
export class Anchors {
  readonly #problem: Problem;
  readonly #needed: Uint8Array;
  /** Replicas that have not moved in this slot, by workload and location; made when first asked for. */
  readonly #unmoved = new Map<number, number>();

  constructor(problem: Problem) {
    this.#problem = problem;
    this.#needed = new Uint8Array(problem.workloads);
    if (problem.latencyIn !== 'copies') return;
    for (const [call, callee] of problem.callTo.entries())
      if (problem.callNearest[call]) this.#needed[callee] = 1;
  }

  /** How many more replicas of a group's workload may move within the group's location in this slot. */
  allowance(group: number): number {
    if (!this.#needed[this.#problem.groupWorkload[group]]) return Number.POSITIVE_INFINITY;
    const key = this.#key(group);
    const unmoved = this.#unmoved.get(key) ?? this.#replicasInLocationOf(group);
    this.#unmoved.set(key, unmoved);
    return unmoved - 1;
  }

  moved(group: number, count: number): void {
    const key = this.#key(group);
    const unmoved = this.#unmoved.get(key);
    if (unmoved !== undefined) this.#unmoved.set(key, unmoved - count);
  }

  #key(group: number): number {
    const { groupWorkload, groupNode, location, locations } = this.#problem;
    return groupWorkload[group] * locations + location[groupNode[group]];
  }

  /** The same in every slot: such replicas never leave their location. */
  #replicasInLocationOf(group: number): number {
    const { groupWorkload, groupNode, groupCount, groupStart, location } = this.#problem;
    const workload = groupWorkload[group];
    let replicas = 0;
    for (let g = groupStart[workload]; g < groupStart[workload + 1]; g++) {
      if (location[groupNode[g]] === location[groupNode[group]]) replicas += groupCount[g];
    }
    return replicas;
  }
}
