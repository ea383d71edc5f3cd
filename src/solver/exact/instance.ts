import { mayArrive, type Problem, released } from '../../model/problem.ts';
import { type EndLimit, endLimits } from './end-limits.ts';
import { type LatencyRules, latencyOf } from './latency.ts';
import { type NodeLimits, nodeLimits } from './node-limits.ts';
import { type Judged, judgedRules } from './side-rules.ts';

/**
 * A problem replica by replica. Items 0 … movers − 1 may move; the rest are pinned. Numbers are the problem's own
 * exact integers.
 */
export interface Instance {
  readonly problem: Problem;
  readonly items: number;
  readonly movers: number;
  readonly nodes: number;
  readonly resources: number;
  /** [item] */
  readonly group: Int32Array;
  readonly workload: Int32Array;
  readonly source: Int32Array;
  /** What it takes where it arrives, [item * resources + resource]. */
  readonly demand: Float64Array;
  /** What it gives back where it starts, [item * resources + resource]; the same array where that is always as much. */
  readonly release: Float64Array;
  /** 1 where it gives that back before new copies of its slot come, [item * resources + resource]. */
  readonly givesFirst: Uint8Array;
  /** Capacity less use at the start; negative where the start is overcommitted, [node * resources + resource]. */
  readonly free: Float64Array;
  /** Capacity less what pinned items use, [node * resources + resource]. */
  readonly base: Float64Array;
  /** Movers on each node at the start. */
  readonly own: readonly (readonly number[])[];
  /** 1 where a pinned item keeps the node in use, [node]. */
  readonly pinned: Uint8Array;
  /** 1 where the mover may be in the end, judged alone, [mover * nodes + node]. */
  readonly allowed: Uint8Array;
  readonly latency: LatencyRules;
  /** The rules about several replicas and nodes. */
  readonly rules: readonly Judged[];
  /** What follows from them for any final placement. */
  readonly limits: readonly EndLimit[];
  readonly nodeLimits: NodeLimits;
  readonly weights: Weights;
}

/** The objective as one integer: price · P + move · moves + slot · T. Levels of a lexicographic one never overlap. */
export interface Weights {
  readonly price: number;
  readonly move: number;
  readonly slot: number;
}

export function weightsOf(problem: Problem): Weights {
  if (problem.objective === 'weighted') return { price: 1, move: problem.alpha, slot: problem.alpha };
  const above = problem.movableReplicas + 1;
  return { price: above * above, move: above, slot: 1 };
}

/** Where nothing has a latency limit it does not matter where a node is, and equal nodes of all locations are equal. */
function inOnePlace(problem: Problem): Problem {
  if (problem.callFrom.length > 0) return problem;
  return { ...problem, locations: 1, location: new Int32Array(problem.nodes) };
}

export function toInstance(given: Problem): Instance {
  const problem = inOnePlace(given);
  const { nodes, resources } = problem;
  const order = itemOrder(problem);
  const items = order.length;
  const movers = problem.movableReplicas;
  const group = Int32Array.from(order);
  const workload = group.map((g) => problem.groupWorkload[g]);
  const source = group.map((g) => problem.groupNode[g]);
  const demand = new Float64Array(items * resources);
  const release = problem.release ? new Float64Array(items * resources) : demand;
  const givesFirst = new Uint8Array(items * resources);
  const base = problem.capacity.slice();
  const pinned = new Uint8Array(nodes);
  const own: number[][] = Array.from({ length: nodes }, () => []);
  for (let i = 0; i < items; i++) {
    for (let k = 0; k < resources; k++) {
      demand[i * resources + k] = problem.demand[workload[i] * resources + k];
      if (problem.release) release[i * resources + k] = released(problem, group[i], k);
      givesFirst[i * resources + k] = problem.transient[k] ? 0 : 1;
    }
    if (i < movers) own[source[i]].push(i);
    else {
      pinned[source[i]] = 1;
      for (let k = 0; k < resources; k++) base[source[i] * resources + k] -= release[i * resources + k];
    }
  }
  const free = problem.capacity.map((capacity, at) => capacity - problem.use[at]);
  const latency = latencyOf(problem, { items, movers, workload, source });
  const allowed = allowedIn(problem, { movers, group, source, demand, base, latency });
  const rules = judgedRules(problem, workload);
  return {
    problem,
    items,
    movers,
    nodes,
    resources,
    group,
    workload,
    source,
    demand,
    release,
    givesFirst,
    free,
    base,
    own,
    pinned,
    allowed,
    latency,
    rules,
    limits: endLimits({ movers, nodes, source }, rules),
    nodeLimits: nodeLimits({ movers, nodes, source }, rules),
    weights: weightsOf(problem),
  };
}

type Placed = Pick<Instance, 'movers' | 'group' | 'source' | 'demand' | 'base' | 'latency'>;

function allowedIn(problem: Problem, { movers, group, source, demand, base, latency }: Placed): Uint8Array {
  const { nodes, resources, locations, location } = problem;
  const allowed = new Uint8Array(movers * nodes);
  for (let i = 0; i < movers; i++) {
    const fits = (n: number) => {
      for (let k = 0; k < resources; k++) {
        const request = demand[i * resources + k];
        if (request > 0 && request > base[n * resources + k]) return false;
      }
      return true;
    };
    for (let n = 0; n < nodes; n++) {
      const open =
        mayArrive(problem, group[i], n) && fits(n) && latency.reachable[i * locations + location[n]] === 1;
      if (n === source[i] || open) allowed[i * nodes + n] = 1;
    }
  }
  return allowed;
}

/** Group of every item: movers by group, then the pinned ones. */
function itemOrder(problem: Problem): number[] {
  const movers: number[] = [];
  const pinned: number[] = [];
  for (let g = 0; g < problem.groups; g++) {
    const list = problem.groupMovable[g] ? movers : pinned;
    for (let replica = 0; replica < problem.groupCount[g]; replica++) list.push(g);
  }
  return movers.concat(pinned);
}
