import type { Problem } from '../../model/problem.ts';
import type { MenuChoice, Menus } from './menus.ts';

/** What the relaxation teaches the search. Only guides it: nothing is proved from these numbers. */
export class Weights {
  /** Money units per unit of each resource: the mean over the nodes, and a little where that is 0, [resource]. */
  readonly resource: Float64Array;
  /** Mean request of a replica in resources that count, 0 in others, [resource]. */
  readonly mean: Float64Array;
  /** What one replica of a workload takes, in money units, [workload]. */
  readonly size: Float64Array;
  readonly menus: number;
  /** The menu of each node, [node]. */
  readonly menuOf: Uint8Array;
  /** What a node loses when it stays, in money units: above 0 it had better be emptied, [node]. */
  readonly loss: Float64Array;
  readonly #cost: Float64Array;
  readonly #perMove: number;
  readonly #menusFor = new Map<number, number[]>();

  constructor(problem: Problem, menus: Menus, alpha: number, { menuOf, cost, loss }: MenuChoice) {
    this.menus = menus.count;
    this.menuOf = menuOf;
    this.loss = loss;
    this.#cost = cost;
    this.#perMove = alpha + menus.perMove;
    this.resource = meanRates(problem, menus, menuOf);
    this.mean = meanRequests(problem, this.resource);
    this.size = Float64Array.from({ length: problem.workloads }, (_, w) =>
      worth(this.resource, problem.demand, w),
    );
  }

  /** All menus, the cheapest for the workload first. */
  menusFor(workload: number): readonly number[] {
    let order = this.#menusFor.get(workload);
    if (!order) {
      const cost = (menu: number) => this.#cost[workload * this.menus + menu];
      order = Array.from({ length: this.menus }, (_, menu) => menu).sort(
        (a, b) => cost(a) - cost(b) || a - b,
      );
      this.#menusFor.set(workload, order);
    }
    return order;
  }

  /** What it saves to send a replica off a node, the move paid, in money units. */
  relief(workload: number, node: number): number {
    const at = workload * this.menus;
    return this.#cost[at + this.menuOf[node]] - this.#cost[at + this.menusFor(workload)[0]] - this.#perMove;
  }
}

/** The worth of a row of amounts, [row * resources + resource]. */
export function worth(resource: Float64Array, amounts: Float64Array, row: number): number {
  let sum = 0;
  for (let k = 0; k < resource.length; k++) sum += resource[k] * amounts[row * resource.length + k];
  return sum;
}

/** Room in a resource that isn't scarce still counts this share of all money, spread over the resource. */
const LEAST_SHARE = 0.02;

function meanRates(
  { nodes, resources, capacity, price }: Problem,
  { rate }: Menus,
  menuOf: Uint8Array,
): Float64Array {
  const total = new Float64Array(resources);
  const paid = new Float64Array(resources);
  let money = 0;
  for (let n = 0; n < nodes; n++) {
    money += price[n];
    for (let k = 0; k < resources; k++) {
      total[k] += capacity[n * resources + k];
      paid[k] += rate[menuOf[n] * resources + k] * capacity[n * resources + k];
    }
  }
  return paid.map((sum, k) => (total[k] > 0 ? Math.max(sum, LEAST_SHARE * money) / total[k] : 0));
}

function meanRequests(
  { workloads, resources, demand, replicas }: Problem,
  resource: Float64Array,
): Float64Array {
  const mean = new Float64Array(resources);
  const all = replicas.reduce((sum, count) => sum + count, 0);
  for (let w = 0; w < workloads; w++) {
    for (let k = 0; k < resources; k++)
      if (resource[k] > 0) mean[k] += (demand[w * resources + k] * replicas[w]) / all;
  }
  return mean;
}
