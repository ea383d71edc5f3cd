import type { Problem, Schedule } from '../model/problem.ts';
import { Board } from '../solver/search/board.ts';
import { firstSlot } from '../solver/search/fit.ts';
import type { Demand } from './demand.ts';

/** A move of a plan by names: what means the same in a question in which something was lifted. */
export interface NamedMove {
  /** namespace/name */
  readonly workload: string;
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly slot: number;
}

/** What was built, and what it cost. */
export interface Construction {
  /** A plan that does what is demanded; undefined when none was found, which proves nothing. */
  readonly schedule: Schedule | undefined;
  readonly work: number;
}

/** Slots of a plan that is built: more are seldom of use. */
const MOST_SLOTS = 3;

/**
 * Builds a plan that does what is demanded: every replica that has to go, the largest first, goes to the node that it fits best
 * (best fit decreasing), used nodes before those that cost more. Every rule is asked before each move, so what comes out is a plan.
 *
 * @param first moves that are made before, where they may be made, none of them to a node that is to be emptied
 */
export function construct(problem: Problem, demand: Demand, first: readonly NamedMove[] = []): Construction {
  const last = first.reduce((most, { slot }) => Math.max(most, slot), 0);
  const board = new Board(problem, Math.min(problem.maxSlots, Math.max(MOST_SLOTS, last)));
  replay(board, first, demand);
  const done = demand.kind === 'empty' ? emptyNodes(board, demand.nodes) : moveOne(board, demand.workload);
  const work = Math.ceil(board.looks + board.asked + board.changes * 3 + problem.groups + problem.nodes);
  return { schedule: done ? board.schedule() : undefined, work };
}

/** A plan whose moves are all made, in a question in which something was lifted; undefined where one may not be made. */
export function replayed(problem: Problem, moves: readonly NamedMove[]): Schedule | undefined {
  const last = moves.reduce((most, { slot }) => Math.max(most, slot), 0);
  const board = new Board(problem, Math.min(problem.maxSlots, last));
  replay(board, moves);
  return board.moves === moves.length ? board.schedule() : undefined;
}

function replay(board: Board, moves: readonly NamedMove[], demand?: Demand): void {
  const { problem } = board;
  const nodes = indexOf(problem.nodeNames);
  const workloads = indexOf(problem.workloadNames);
  const closed = new Set(demand?.kind === 'empty' ? demand.nodes : []);
  for (const { workload, from, to, slot } of moves) {
    const [source, target, w] = [nodes.get(from), nodes.get(to), workloads.get(workload)];
    if (source === undefined || target === undefined || w === undefined || closed.has(to)) continue;
    for (let group = problem.groupStart[w]; group < problem.groupStart[w + 1]; group++) {
      if (problem.groupNode[group] !== source || slot > board.slots) continue;
      if (!board.may(group, target, slot)) continue;
      board.move(group, target, slot, 1);
      break;
    }
  }
}

function emptyNodes(board: Board, names: readonly string[]): boolean {
  const { groups, groupNode, groupMovable, groupWorkload, nodeNames } = board.problem;
  const leaving = Uint8Array.from(nodeNames, () => 0);
  for (const name of names) leaving[nodeNames.indexOf(name)] = 1;
  const all: number[] = [];
  for (let group = 0; group < groups; group++) {
    if (!leaving[groupNode[group]]) continue;
    if (!groupMovable[group]) return false;
    all.push(group);
  }
  const size = all.map((group) => ({ group, size: shareOf(board.problem, groupWorkload[group]) }));
  size.sort((a, b) => b.size - a.size || a.group - b.group);
  for (const { group } of size) {
    while (board.left[group] > 0) {
      const [target, slot] = bestFit(board, group, leaving);
      if (target < 0) return false;
      board.move(group, target, slot, 1);
    }
  }
  return true;
}

function moveOne(board: Board, name: string): boolean {
  const { groupStart, workloadNames, nodeNames } = board.problem;
  const workload = workloadNames.indexOf(name);
  const none = Uint8Array.from(nodeNames, () => 0);
  const groups = Array.from(
    { length: groupStart[workload + 1] - groupStart[workload] },
    (_, i) => groupStart[workload] + i,
  );
  if (groups.some((group) => board.left[group] < board.problem.groupCount[group])) return true;
  let best: { group: number; target: number; slot: number; price: number } | undefined;
  for (const group of groups) {
    const [target, slot] = bestFit(board, group, none);
    if (target < 0) continue;
    const price = opening(board, target);
    if (best === undefined || price < best.price) best = { group, target, slot, price };
  }
  if (best === undefined) return false;
  board.move(best.group, best.target, best.slot, 1);
  return true;
}

/** What a node costs if a replica arrives there. */
function opening({ hosted, problem }: Board, target: number): number {
  return hosted[target] > 0 ? 0 : problem.price[target];
}

/** The cheapest node, of equally cheap ones that with the least room left over, and the first slot; −1 when there is none. */
function bestFit(board: Board, group: number, closed: Uint8Array): [target: number, slot: number] {
  const { nodes } = board.problem;
  let best: [number, number] = [-1, 0];
  let leastPrice = Number.POSITIVE_INFINITY;
  let leastRoom = Number.POSITIVE_INFINITY;
  if (board.left[group] === 0) return best;
  for (let target = 0; target < nodes; target++) {
    if (closed[target]) continue;
    const price = opening(board, target);
    if (price > leastPrice) continue;
    const slot = firstSlot(board, group, target);
    if (slot === 0) continue;
    const room = roomLeft(board, target);
    if (price === leastPrice && room >= leastRoom) continue;
    [leastPrice, leastRoom, best] = [price, room, [target, slot]];
  }
  return best;
}

/** Free room as the sum over resources of its share of what all replicas use. */
function roomLeft({ free, problem: { resources, capacity } }: Board, target: number): number {
  let sum = 0;
  for (let k = 0; k < resources; k++) {
    const at = target * resources + k;
    if (capacity[at] > 0) sum += free[at] / capacity[at];
  }
  return sum;
}

/** The largest share of any node's capacity, over resources, that one replica requests. */
function shareOf({ nodes, resources, demand, capacity }: Problem, workload: number): number {
  let share = 0;
  for (let k = 0; k < resources; k++) {
    let most = 0;
    for (let n = 0; n < nodes; n++) most = Math.max(most, capacity[n * resources + k]);
    if (most > 0) share = Math.max(share, demand[workload * resources + k] / most);
  }
  return share;
}

function indexOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, i) => [name, i]));
}
