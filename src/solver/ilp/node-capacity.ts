import { released } from '../../model/problem.ts';
import { pinnedNodes } from '../levels.ts';
import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';
import { copiesThatFit, requestOf } from './targets.ts';

/**
 * Rule node-capacity (3), with the column y of every node that can be had or saved: y = 1 when anything ends there.
 *
 *   Σ_m r_m [m ends on n] ≤ C_n y_n for every resource, and the same per workload, so that a replica that requests
 *   nothing keeps its node too.
 *
 * C is what may be in use in the end: allocatable, or the use at the start where that is larger. Where something
 * arrives, the slot of the last arrival has kept the end within allocatable already (`transient-capacity`: from then
 * on use only falls), so without a y to decide the slots need no such row; the relaxation does.
 *
 * @returns the price of the end state in money units
 */
export function nodeCapacity(draft: Draft): Sum {
  const { problem, program, moves, hosted } = draft;
  const price = new Sum();
  const pinned = pinnedNodes(problem);
  for (let node = 0; node < problem.nodes; node++) {
    if (hosted[node].length === 0 && moves.arriving[node].length === 0) continue;
    if (pinned[node]) price.addConstant(problem.price[node]);
    if (problem.price[node] > 0 && !pinned[node]) {
      const used = program.column(1);
      price.add(used, problem.price[node]);
      indicateUse(draft, node, used);
    } else if (draft.relaxed) {
      for (const { use, most } of endUse(draft, node)) program.atMost(use, most);
    }
  }
  return price;
}

function indicateUse(draft: Draft, node: number, used: number): void {
  const { program } = draft;
  for (const [workload, count] of endCounts(draft, node)) {
    program.indicate(count, mostCopies(draft, workload, node), used);
  }
  for (const { use, most } of endUse(draft, node)) {
    program.indicate(use, Math.min(most, program.most(use)), used);
  }
}

/** Use in the end of each resource that moves can change, and what it may be at most. */
function endUse({ problem, moves, hosted }: Draft, node: number): { use: Sum; most: number }[] {
  const uses: { use: Sum; most: number }[] = [];
  for (let k = 0; k < problem.resources; k++) {
    const at = node * problem.resources + k;
    const use = new Sum().addConstant(problem.use[at]);
    for (const group of hosted[node])
      addTaken(use, moves.leaving[group], 1, moves.slots, -released(problem, group, k));
    for (const route of moves.arriving[node]) {
      const request = problem.demand[problem.groupWorkload[route.group] * problem.resources + k];
      addTaken(use, [route], 1, moves.slots, request);
    }
    if (use.terms.size > 0) uses.push({ use, most: Math.max(problem.capacity[at], problem.use[at]) });
  }
  return uses;
}

/** Replicas of each workload that end on a node. */
function endCounts({ problem, moves, hosted }: Draft, node: number): Map<number, Sum> {
  const ending = new Map<number, Sum>();
  for (const group of hosted[node]) {
    const workload = problem.groupWorkload[group];
    const count = (ending.get(workload) ?? new Sum()).addConstant(problem.groupCount[group]);
    ending.set(workload, addTaken(count, moves.leaving[group], 1, moves.slots, -1));
  }
  for (const route of moves.arriving[node]) {
    const workload = problem.groupWorkload[route.group];
    ending.set(workload, addTaken(ending.get(workload) ?? new Sum(), [route], 1, moves.slots, 1));
  }
  return ending;
}

/** What fits within allocatable, or what is there at the start and only gets less. */
function mostCopies({ problem, hosted }: Draft, workload: number, node: number): number {
  const own = hosted[node].filter((group) => problem.groupWorkload[group] === workload);
  const started = own.reduce((sum, group) => sum + problem.groupCount[group], 0);
  // Each is as small as those that arrive or those that started there.
  const least = requestOf(problem, workload).map((request, k) =>
    Math.min(request, ...own.map((group) => released(problem, group, k))),
  );
  return Math.min(
    problem.replicas[workload],
    Math.max(started, copiesThatFit(least, node, problem.capacity)),
  );
}
