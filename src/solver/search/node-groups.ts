import type { Problem } from '../../model/problem.ts';

/** The groups that start on each node. */
export class NodeGroups {
  readonly #start: Int32Array;
  readonly #groups: Int32Array;

  constructor({ nodes, groups, groupNode }: Problem) {
    this.#start = new Int32Array(nodes + 1);
    for (let group = 0; group < groups; group++) this.#start[groupNode[group] + 1] += 1;
    for (let n = 0; n < nodes; n++) this.#start[n + 1] += this.#start[n];
    this.#groups = new Int32Array(groups);
    const next = this.#start.slice();
    for (let group = 0; group < groups; group++) this.#groups[next[groupNode[group]]++] = group;
  }

  /** Sorted. A view: not to be changed. */
  on(node: number): Int32Array {
    return this.#groups.subarray(this.#start[node], this.#start[node + 1]);
  }
}
