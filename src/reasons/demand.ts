import type { Problem, Schedule } from '../model/problem.ts';
import { evaluate } from '../solver/levels.ts';

/** What a plan is asked to do besides saving. */
export type Demand =
  /** All of these nodes host nothing in the end. */
  | { readonly kind: 'empty'; readonly nodes: readonly string[] }
  /** At least one replica of the workload, namespace/name, moves. */
  | { readonly kind: 'move'; readonly workload: string };

/**
 * The problem in which nothing costs anything but to miss the demand: 1 for each node that is kept, or for the workload
 * that stays. So a plan that does what is demanded is one that costs nothing.
 */
export function onlyDemand(problem: Problem, demand: Demand): Problem {
  const free: Problem = {
    ...problem,
    price: new Float64Array(problem.nodes),
    alpha: 0,
    moneyUnit: 1n,
    objective: 'weighted',
  };
  return priced(free, demand, 1);
}

/**
 * The problem in which missing the demand costs more than everything else together.
 * @returns it, and the price of missing the demand: a plan that costs less in the first level does what is demanded
 */
export function withDemand(problem: Problem, demand: Demand): { problem: Problem; price: number } {
  const { alpha, maxMoves, maxSlots } = problem;
  const price = problem.price.reduce((sum, each) => sum + each, 1 + alpha * (maxMoves + maxSlots));
  return { problem: priced(problem, demand, price), price };
}

function priced(problem: Problem, demand: Demand, amount: number): Problem {
  if (demand.kind === 'move') {
    const workload = problem.workloadNames.indexOf(demand.workload);
    return { ...problem, stayPrice: { workload, price: amount } };
  }
  const price = problem.price.slice();
  for (const name of demand.nodes) price[problem.nodeNames.indexOf(name)] += amount;
  return { ...problem, price };
}

/** Whether a schedule does what is demanded. */
export function does(problem: Problem, demand: Demand, schedule: Schedule): boolean {
  return evaluate(onlyDemand(problem, demand), schedule).price === 0;
}

/** The problem in which nothing moves but the replicas that a demand is about. Its plans are plans of the problem. */
export function withMovers(problem: Problem, demand: Demand): Problem {
  const { groupMovable, groupNode, groupWorkload, groupCount, nodeNames, workloadNames } = problem;
  const nodes = new Set(demand.kind === 'empty' ? demand.nodes : []);
  const isAsked = (group: number) =>
    demand.kind === 'empty'
      ? nodes.has(nodeNames[groupNode[group]])
      : workloadNames[groupWorkload[group]] === demand.workload;
  const movers = groupMovable.map((may, group) => (may && isAsked(group) ? 1 : 0));
  const movableReplicas = groupCount.reduce((sum, count, group) => (movers[group] ? sum + count : sum), 0);
  return { ...problem, groupMovable: movers, movableReplicas };
}
