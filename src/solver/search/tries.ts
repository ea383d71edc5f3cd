import { isWorthEmptying } from './construct.ts';
import { repack, type Search } from './repack.ts';
import { worth } from './weights.ts';

/** Nodes drawn to choose the one to be emptied from. */
const SOURCES = 5;
/** Nodes that are repacked together, from and to, and nodes drawn for each of them. */
const LEAST_NODES = 4;
const MOST_NODES = 12;
const DRAWN = 4;
/** An empty node is opened in one of so many draws. */
const OPENINGS = 8;

/** One try to empty a drawn node into others with room, by repacking all of them. @returns whether the plan got better */
export function tryOnce(search: Search): boolean {
  const source = drawSource(search);
  if (source < 0) return false;
  const into = drawNodes(search, source);
  return into.length > 0 && repack(search, source, into);
}

/** Of some nodes, the one that saves most for what must find room elsewhere. */
function drawSource(search: Search): number {
  const { board, draws, pinned } = search;
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < SOURCES; i++) {
    const node = draws.below(board.problem.nodes);
    if (!isWorthEmptying(board, pinned, node)) continue;
    const gain = gainOf(search, node);
    if (gain > most || (gain === most && node < best)) [most, best] = [gain, node];
  }
  return best;
}

function gainOf({ board, weights, groups }: Search, node: number): number {
  let moves = 0;
  for (const group of groups.on(node)) moves += board.left[group];
  const { problem, free, slots } = board;
  const used =
    worth(weights.resource, problem.capacity, node) - worth(weights.resource, free[slots - 1], node);
  return (problem.price[node] - problem.alpha * moves) / Math.max(used, 1);
}

/** Nodes with much room, where a drawn replica of the source may go. */
function drawNodes({ board, weights, groups, draws }: Search, source: number): number[] {
  const { problem } = board;
  const own = groups.on(source);
  const group = own.length > 0 ? own[draws.below(own.length)] : -1;
  const most = LEAST_NODES + draws.below(MOST_NODES - LEAST_NODES + 1);
  const opening = draws.below(OPENINGS) === 0;
  const drawn = new Set<number>();
  for (let i = 0; i < DRAWN * most; i++) {
    const node = draws.below(problem.nodes);
    if (node === source || problem.closed[node]) continue;
    if (board.hosted[node] === 0 && !opening && weights.loss[node] >= 0) continue;
    if (group >= 0 && !board.mayReach(group, node, 1)) continue;
    drawn.add(node);
  }
  const room = (node: number) => worth(weights.resource, board.free[board.slots - 1], node);
  return [...drawn].sort((a, b) => room(b) - room(a) || a - b).slice(0, most);
}
