import type { Problem } from '../../model/problem.ts';
import type { Start } from './start.ts';

/** Floors beside a schedule that changes: nodes of each that host a replica after the last slot. */
export class FloorCounts {
  /** Floors that a node is part of. */
  readonly #floorsOf = new Map<number, number[]>();
  /** [floor] */
  readonly #hosting: Int32Array;
  /** What each asks for: no more than there is at the start, so that staying keeps it, [floor]. */
  readonly #least: Int32Array;
  /** Replicas in the end, [node]. */
  readonly #hosted: Int32Array;

  constructor(problem: Problem, start: Start) {
    const { groups, groupNode, floors } = problem;
    this.#hosted = new Int32Array(problem.nodes);
    for (let group = 0; group < groups; group++) this.#hosted[groupNode[group]] += start.left[group];
    for (const rows of start.arrived.values())
      for (const [, target, , count] of rows) this.#hosted[target] += count;
    for (const [floor, { nodes }] of floors.entries())
      for (const node of nodes) this.#floorsOf.set(node, [...(this.#floorsOf.get(node) ?? []), floor]);
    this.#hosting = Int32Array.from(floors, ({ nodes }) => nodes.filter((n) => this.#hosted[n] > 0).length);
    this.#least = this.#hosting.map((hosting, floor) => Math.min(hosting, floors[floor].least));
  }

  /** Whether no floor falls short when one replica more goes from a node to another one for good. */
  may(from: number, to: number): boolean {
    if (this.#hosted[from] !== 1) return true;
    for (const floor of this.#floorsOf.get(from) ?? []) {
      const opens = this.#hosted[to] === 0 && this.#floorsOf.get(to)?.includes(floor);
      if (!opens && this.#hosting[floor] <= this.#least[floor]) return false;
    }
    return true;
  }

  /** Whether no floor of either node falls short. */
  holds(from: number, to: number): boolean {
    const isKept = (floor: number) => this.#hosting[floor] >= this.#least[floor];
    return [from, to].every((node) => (this.#floorsOf.get(node) ?? []).every(isKept));
  }

  change(from: number, to: number, count: number): void {
    this.#host(from, -count);
    this.#host(to, count);
  }

  #host(node: number, count: number): void {
    const before = this.#hosted[node] > 0 ? 1 : 0;
    this.#hosted[node] += count;
    const after = this.#hosted[node] > 0 ? 1 : 0;
    if (before === after) return;
    for (const floor of this.#floorsOf.get(node) ?? []) this.#hosting[floor] += after - before;
  }
}
