import { mayArrive, type Problem } from '../model/problem.ts';
import type { Demand } from './demand.ts';

/**
 * Whether no plan can do what is demanded, seen without a search: a replica that has to go may not or finds room on no
 * node even if all that may move were gone from it, or all replicas together request more of a resource than there is room for
 * once the nodes are empty. False proves nothing.
 */
export function isImpossible(problem: Problem, demand: Demand): boolean {
  const { groups, groupNode, groupWorkload, groupMovable, groupCount, nodeNames, workloadNames } = problem;
  const leaving = Uint8Array.from(nodeNames, () => 0);
  for (const name of demand.kind === 'empty' ? demand.nodes : []) leaving[nodeNames.indexOf(name)] = 1;
  const least = stayingUse(problem);
  const workload = demand.kind === 'move' ? workloadNames.indexOf(demand.workload) : -1;
  let replicas = 0;
  let canMove = false;
  for (let group = 0; group < groups; group++) {
    const isAsked = demand.kind === 'empty' ? leaving[groupNode[group]] : groupWorkload[group] === workload;
    if (!isAsked) continue;
    const may = groupMovable[group] === 1 && hasTarget(problem, group, leaving, least);
    if (demand.kind === 'empty' && !may) return true;
    canMove ||= may;
    replicas += groupCount[group];
  }
  if (demand.kind === 'move') return !canMove || problem.maxMoves < 1 || problem.maxSlots < 1;
  if (replicas > problem.maxMoves || (replicas > 0 && problem.maxSlots === 0)) return true;
  return isTooFull(problem, leaving);
}

/** What replicas that may not move use, [node * resources + resource]. */
function stayingUse(problem: Problem): Float64Array {
  const { groups, groupNode, groupMovable, groupCount, resources } = problem;
  const use = problem.use.slice();
  for (let group = 0; group < groups; group++) {
    if (!groupMovable[group]) continue;
    for (let k = 0; k < resources; k++)
      use[groupNode[group] * resources + k] -= usedBy(problem, group, k) * groupCount[group];
  }
  return use;
}

function usedBy({ release, demand, groupWorkload, resources }: Problem, group: number, k: number): number {
  return release ? release[group * resources + k] : demand[groupWorkload[group] * resources + k];
}

function hasTarget(problem: Problem, group: number, leaving: Uint8Array, least: Float64Array): boolean {
  const { nodes, resources, demand, capacity, groupWorkload, groupNode } = problem;
  const row = groupWorkload[group] * resources;
  for (let target = 0; target < nodes; target++) {
    if (leaving[target] || target === groupNode[group] || !mayArrive(problem, group, target)) continue;
    let fits = true;
    for (let k = 0; k < resources && fits; k++) {
      const at = target * resources + k;
      fits = demand[row + k] === 0 || least[at] + demand[row + k] <= capacity[at];
    }
    if (fits) return true;
  }
  return false;
}

/** Aggregate capacity: a node has room for what it may host or, where it is overcommitted, for what it hosts. */
function isTooFull(problem: Problem, leaving: Uint8Array): boolean {
  const { nodes, groups, resources, requested, use, capacity, open, demand, groupWorkload, groupCount } =
    problem;
  for (let k = 0; k < requested; k++) {
    let room = 0;
    for (let n = 0; n < nodes; n++) {
      const at = n * resources + k;
      if (!leaving[n]) room += open[n] ? Math.max(use[at], capacity[at]) : use[at];
    }
    let wanted = 0;
    for (let group = 0; group < groups; group++) {
      const arriving = demand[groupWorkload[group] * resources + k];
      const staying = usedBy(problem, group, k);
      const isLeaving = leaving[problem.groupNode[group]];
      wanted += groupCount[group] * (isLeaving ? arriving : Math.min(arriving, staying));
    }
    if (wanted > room) return true;
  }
  return false;
}
