import { better } from '../levels.ts';
import type { Board } from './board.ts';
import type { Draws } from './draws.ts';
import { firstSlot, misfit } from './fit.ts';
import type { NodeGroups } from './node-groups.ts';
import type { Weights } from './weights.ts';

/** What a repacking works on. */
export interface Search {
  readonly board: Board;
  readonly weights: Weights;
  readonly groups: NodeGroups;
  /** 1 where a pinned replica is, [node]. */
  readonly pinned: Uint8Array;
  readonly draws: Draws;
}

/**
 * Ruin and recreate (Schrimpf et al., Record breaking optimization results, 2000) on a few nodes: takes back whatever
 * moves to them, sends off some of their own replicas that leave the wrong resource over, and packs all of that and
 * everything on the node to be emptied into them again. Kept when the plan gets better.
 */
export function repack(search: Search, node: number, into: readonly number[]): boolean {
  const { board } = search;
  const before = board.score();
  const mark = board.mark();
  const loose: Loose = { groups: [], homeless: new Set([node]) };
  for (const target of [...into, node]) collect(board, target, loose, false);
  for (const target of [...into, node]) collect(board, target, loose, true);
  const isPacked =
    board.arrived[node] === 0 &&
    sendOff(
      search,
      into.filter((target) => !loose.homeless.has(target)),
      into,
    ) &&
    leaveNode(search, node, loose) &&
    pack(search, loose.groups, into);
  if (isPacked && better(board.problem, board.score(), before)) {
    board.settle();
    return true;
  }
  board.rollBack(mark);
  return false;
}

/** Replicas that must find a node. */
interface Loose {
  /** The group of each. */
  readonly groups: number[];
  /** Nodes that nothing may stay on: those that hosted nothing any more. What started elsewhere stays there for now. */
  readonly homeless: Set<number>;
}

/** Takes back what arrives at a node, from nodes that others arrive at (`chained`) or not. */
function collect(board: Board, target: number, { groups, homeless }: Loose, chained: boolean): void {
  for (const [group, , slot, count] of board.rows.arriving(target)) {
    const source = board.problem.groupNode[group];
    if (board.arrived[source] > 0 !== chained) continue;
    if (board.hosted[source] === 0) homeless.add(source);
    for (let i = 0; i < count && board.takeBack(group, target, slot); i++)
      if (homeless.has(source)) groups.push(group);
  }
}

/** Everything that is left on the node, what was taken back to it included. */
function leaveNode({ board, groups }: Search, node: number, loose: Loose): boolean {
  const { groupNode } = board.problem;
  const others = loose.groups.filter((group) => groupNode[group] !== node);
  const own = Array.from(groups.on(node)).flatMap((group) =>
    new Array<number>(board.left[group]).fill(group),
  );
  loose.groups.splice(0, loose.groups.length, ...others, ...own);
  return true;
}

/** Most replicas that are sent off one node. */
const MOST_SENT = 4;

/**
 * In slot 1, away from nodes on which one resource runs out before another: replicas that request much of the first and
 * little of the second, to where they fit best among the others.
 */
function sendOff(search: Search, from: readonly number[], into: readonly number[]): boolean {
  const { board, groups, draws } = search;
  const { problem } = board;
  for (const node of from) {
    const most = draws.below(MOST_SENT + 1);
    if (most === 0) continue;
    const relief = draws.below(2)
      ? reliefOf(search, node)
      : (group: number) => search.weights.relief(problem.groupWorkload[group], node);
    const sorted = Array.from(groups.on(node))
      .filter((group) => board.left[group] > 0 && problem.groupMovable[group] && relief(group) > 0)
      .sort((a, b) => relief(b) - relief(a) || a - b);
    for (const group of sorted.slice(0, most)) {
      const [target, slot] = bestOf(search, group, into);
      if (slot === 1) board.move(group, target, 1, 1);
    }
  }
  return true;
}

/** How much more of the resource that runs out first than of the one that lasts longest a replica takes. */
function reliefOf({ board, weights: { mean } }: Search, node: number): (group: number) => number {
  const { resources, demand, groupWorkload } = board.problem;
  const { free } = board;
  let scarce = -1;
  let plenty = -1;
  const room = (k: number) => free[node * resources + k] / mean[k];
  for (let k = 0; k < resources; k++) {
    if (mean[k] === 0) continue;
    if (scarce < 0 || room(k) < room(scarce)) scarce = k;
    if (plenty < 0 || room(k) > room(plenty)) plenty = k;
  }
  if (scarce === plenty) return () => 0;
  return (group) => {
    const at = groupWorkload[group] * resources;
    return demand[at + scarce] / mean[scarce] - demand[at + plenty] / mean[plenty];
  };
}

/** By how much, in sixteenths, a replica may be taken for larger than it is, so that not all tries pack in one order. */
const SPREADS = [0, 0, 4, 16] as const;

/** Moves every loose replica, the largest first. */
function pack(search: Search, loose: readonly number[], into: readonly number[]): boolean {
  const { board, weights, draws } = search;
  const { groupWorkload } = board.problem;
  const spread = SPREADS[draws.below(SPREADS.length)];
  const sized = loose.map((group) => ({
    group,
    size: weights.size[groupWorkload[group]] * (16 + draws.below(spread + 1)),
  }));
  sized.sort((a, b) => b.size - a.size || a.group - b.group);
  for (const { group } of sized) {
    const [target, slot] = bestOf(search, group, into);
    if (target < 0) return false;
    board.move(group, target, slot, 1);
  }
  return true;
}

/** The node that a replica fits best, and the first slot in which it may move there; −1 when there is none. */
function bestOf(
  { board, weights }: Search,
  group: number,
  nodes: readonly number[],
): [target: number, slot: number] {
  const workload = board.problem.groupWorkload[group];
  let best: [number, number] = [-1, 0];
  let least = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const slot = firstSlot(board, group, node);
    if (slot === 0) continue;
    const value = misfit(board, weights, workload, node);
    if (value < least) [least, best] = [value, [node, slot]];
  }
  return best;
}
