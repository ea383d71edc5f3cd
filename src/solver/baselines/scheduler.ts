import { mayArrive, type Problem, released } from '../../model/problem.ts';

/** Weights of the score plugins, those of kube-scheduler's default profile (pkg/scheduler/apis/config/v1/default_plugins.go). */
export const PLUGIN_WEIGHTS = { nodeResourcesFit: 1, nodeAffinity: 2, interPodAffinity: 2 } as const;

/** kube-scheduler's MaxNodeScore. */
const MAX_SCORE = 100;

/** The largest weight of a preferred term in a pod's affinity. */
const MAX_TERM = 100;

/**
 * kube-scheduler as the paper configures it for its baselines, pod by pod, without looking ahead:
 *
 * - filter NodeResourcesFit: requests fit into what is free;
 * - score NodeResourcesFit, MostAllocated (pkg/scheduler/framework/plugins/noderesources/most_allocated.go): the mean over
 *   resources of requested · 100 / allocatable, the pod included;
 * - score NodeAffinity: one preferred term per price, of weight 100 for the lowest down to 1 for the highest, normalised
 *   to 0..100;
 * - score InterPodAffinity: a preferred term of weight 100 per partner in a limited call, topology key location; every
 *   pod of a partner in the location counts, once for the pod's term and once for its own; normalised from least and
 *   most to 0..100.
 *
 * All other plugins are off. Latency limits are no filter: that is the paper's point. Where kube-scheduler draws among
 * equal nodes, the first by name is taken. All in integers, rounded down where kube-scheduler does.
 */
export class Scheduler {
  /** Units in use, [node * resources + resource]; to be changed by the caller as copies come and go. */
  readonly use: Float64Array;
  /** Pods per workload and location, [workload * locations + location]. */
  readonly pods: Int32Array;
  readonly #problem: Problem;
  readonly #affinity: Int32Array;
  readonly #partners: number[][];

  constructor(problem: Problem) {
    this.#problem = problem;
    this.use = problem.use.slice();
    this.pods = new Int32Array(problem.workloads * problem.locations);
    for (let g = 0; g < problem.groups; g++)
      this.#count(problem.groupWorkload[g], problem.groupNode[g], problem.groupCount[g]);
    this.#affinity = priceAffinity(problem);
    this.#partners = partnersOf(problem);
  }

  /** Adds new copies of a workload to a node. */
  add(workload: number, node: number, copies = 1): void {
    const { resources, demand } = this.#problem;
    for (let k = 0; k < resources; k++)
      this.use[node * resources + k] += demand[workload * resources + k] * copies;
    this.#count(workload, node, copies);
  }

  /** Takes old copies of a group away, which give back what they run with. */
  leave(group: number, copies: number): void {
    const { resources, groupWorkload, groupNode } = this.#problem;
    const node = groupNode[group];
    for (let k = 0; k < resources; k++)
      this.use[node * resources + k] -= released(this.#problem, group, k) * copies;
    this.#count(groupWorkload[group], node, -copies);
  }

  /** The node for one more pod like those of a group, or −1 when it fits nowhere. */
  nodeFor(group: number): number {
    const workload = this.#problem.groupWorkload[group];
    const { nodes, location } = this.#problem;
    const feasible: number[] = [];
    for (let n = 0; n < nodes; n++) if (this.#fits(group, workload, n)) feasible.push(n);
    if (feasible.length === 0) return -1;
    const raw = feasible.map((n) => this.#partnerPods(workload, location[n]) * 2 * MAX_TERM);
    const least = raw.reduce((a, b) => Math.min(a, b));
    const most = raw.reduce((a, b) => Math.max(a, b));
    let best = -1;
    let highest = -1;
    for (const [i, n] of feasible.entries()) {
      const together = most > least ? Math.floor((MAX_SCORE * (raw[i] - least)) / (most - least)) : 0;
      const score =
        PLUGIN_WEIGHTS.nodeResourcesFit * this.#mostAllocated(workload, n) +
        PLUGIN_WEIGHTS.nodeAffinity * this.#affinity[n] +
        PLUGIN_WEIGHTS.interPodAffinity * together;
      if (score <= highest) continue;
      highest = score;
      best = n;
    }
    return best;
  }

  #fits(group: number, workload: number, node: number): boolean {
    const { resources, demand, capacity } = this.#problem;
    if (!mayArrive(this.#problem, group, node)) return false;
    for (let k = 0; k < resources; k++) {
      const request = demand[workload * resources + k];
      const at = node * resources + k;
      if (request > 0 && this.use[at] + request > capacity[at]) return false;
    }
    return true;
  }

  #mostAllocated(workload: number, node: number): number {
    const { resources, requested, demand, capacity } = this.#problem;
    let sum = 0;
    let counted = 0;
    for (let k = 0; k < requested; k++) {
      const at = node * resources + k;
      if (capacity[at] === 0) continue;
      const requested = this.use[at] + demand[workload * resources + k];
      // BigInt, as memory in bytes times 100 may lie beyond 2^53.
      const score = Number((BigInt(requested) * BigInt(MAX_SCORE)) / BigInt(capacity[at]));
      sum += requested > capacity[at] ? 0 : score;
      counted++;
    }
    return counted === 0 ? 0 : Math.floor(sum / counted);
  }

  #partnerPods(workload: number, location: number): number {
    let pods = 0;
    for (const partner of this.#partners[workload])
      pods += this.pods[partner * this.#problem.locations + location];
    return pods;
  }

  #count(workload: number, node: number, copies: number): void {
    this.pods[workload * this.#problem.locations + this.#problem.location[node]] += copies;
  }
}

/** Score of every node in the plugin NodeAffinity, 0..100. A node of unknown price matches no term. */
function priceAffinity({ nodes, price, priced }: Problem): Int32Array {
  const known = Array.from(price).filter((_, n) => priced[n]);
  const levels = [...new Set(known)].sort((a, b) => a - b);
  const weightOf = (amount: number) =>
    levels.length === 1
      ? MAX_TERM
      : MAX_TERM - Math.floor(((MAX_TERM - 1) * levels.indexOf(amount)) / (levels.length - 1));
  // The cheapest price has the weight 100 already, so that normalising changes nothing.
  return Int32Array.from({ length: nodes }, (_, n) => (priced[n] ? weightOf(price[n]) : 0));
}

function partnersOf({ workloads, callFrom, callTo }: Problem): number[][] {
  const partners = Array.from({ length: workloads }, () => new Set<number>());
  for (const [call, from] of callFrom.entries()) {
    partners[from].add(callTo[call]);
    partners[callTo[call]].add(from);
  }
  return partners.map((set) => [...set].sort((a, b) => a - b));
}
