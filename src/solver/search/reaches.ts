import type { Problem } from '../../model/problem.ts';

/** What rule latency says of single pairs of locations: docs/model.md, latency. Nothing here changes with a schedule. */
export class Reaches {
  readonly #problem: Problem;
  readonly #callsOf: number[][];
  /** Replicas per location at the start, of workloads with a call. */
  readonly #starts = new Map<number, Map<number, number>>();
  readonly #startClasses = new Map<number, (readonly [number, number])[]>();
  /** 1: callee of a `nearest` call, [workload]. */
  readonly serves: Uint8Array;
  /** 1: such a callee under `copies`, [workload]. */
  readonly held: Uint8Array;

  constructor(problem: Problem) {
    this.#problem = problem;
    const none: number[] = [];
    this.#callsOf = new Array<number[]>(problem.workloads).fill(none);
    this.serves = new Uint8Array(problem.workloads);
    for (let call = 0; call < problem.callFrom.length; call++) {
      for (const workload of [problem.callFrom[call], problem.callTo[call]]) {
        if (this.#callsOf[workload] === none) this.#callsOf[workload] = [];
        this.#callsOf[workload].push(call);
      }
      if (problem.callNearest[call]) this.serves[problem.callTo[call]] = 1;
    }
    this.held = problem.latencyIn === 'copies' ? this.serves : new Uint8Array(problem.workloads);
  }

  /** Limited calls that a workload makes or answers. */
  callsOf(workload: number): readonly number[] {
    return this.#callsOf[workload];
  }

  replicasAt(workload: number, location: number): number {
    return this.#countsOf(workload).get(location) ?? 0;
  }

  /** The classes of a workload's replicas at the start: all are where they started. */
  startsOf(workload: number): readonly (readonly [number, number])[] {
    let classes = this.#startClasses.get(workload);
    if (!classes) {
      classes = Array.from(this.#countsOf(workload).keys(), (location) => [location, location] as const);
      this.#startClasses.set(workload, classes);
    }
    return classes;
  }

  /** `all`: whether a caller and a callee that started at these locations may be at those. */
  allows(call: number, callerStart: number, calleeStart: number, caller: number, callee: number): boolean {
    if (caller === callerStart && callee === calleeStart) return true;
    const { delay, callLimit } = this.#problem;
    const latency = delay(caller, callee);
    return latency >= 0 && latency <= Math.max(callLimit[call], delay(callerStart, calleeStart));
  }

  /** `nearest`: whether one of the callees serves a caller that started at one location and is at another. */
  serve(call: number, start: number, now: number, callees: readonly (readonly [number, number])[]): boolean {
    const { delay, callLimit, callTo } = this.#problem;
    let least = Number.POSITIVE_INFINITY;
    const starts = this.startsOf(callTo[call]);
    for (const [place] of starts) {
      const latency = delay(start, place);
      if (latency >= 0) least = Math.min(least, latency);
    }
    const unknown = least === Number.POSITIVE_INFINITY;
    const limit = unknown ? callLimit[call] : Math.max(callLimit[call], least);
    return callees.some(([, place]) => {
      const latency = delay(now, place);
      if (latency >= 0 && latency <= limit) return true;
      return unknown && now === start && starts.some(([at]) => at === place);
    });
  }

  #countsOf(workload: number): Map<number, number> {
    let counts = this.#starts.get(workload);
    if (!counts) {
      const { groupStart, groupNode, groupCount, location } = this.#problem;
      counts = new Map();
      for (let group = groupStart[workload]; group < groupStart[workload + 1]; group++) {
        const at = location[groupNode[group]];
        counts.set(at, (counts.get(at) ?? 0) + groupCount[group]);
      }
      this.#starts.set(workload, counts);
    }
    return counts;
  }
}
