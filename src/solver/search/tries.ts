import { isWorthEmptying } from './construct.ts';
import { repack, type Search } from './repack.ts';
import { worth } from './weights.ts';

/** Nodes drawn to choose the one to be emptied from. */
const SOURCES = 5;
/** Nodes that are repacked together, and nodes drawn to choose them from. */
const LEAST_NODES = 3;
const MOST_NODES = 12;
const CANDIDATES = 48;
/** They have so much more room in all than is needed. */
const MOST_SLACK = 0.6;
const SLACKS = 8;
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
  const { problem, free } = board;
  const used = worth(weights.resource, problem.capacity, node) - worth(weights.resource, free, node);
  return (problem.price[node] - problem.alpha * moves) / Math.max(used, 1);
}

/**
 * Nodes where a drawn replica of the source may go, chosen so that together they have room for all that is on it, in
 * every resource: each is the one that adds most to what is still lacking. Empty when no more than `MOST_NODES` will do.
 */
function drawNodes(search: Search, source: number): number[] {
  const { board, draws } = search;
  const { resources, capacity } = board.problem;
  const { free } = board;
  const slack = 1 + (draws.below(SLACKS) * MOST_SLACK) / SLACKS;
  const needed = Float64Array.from({ length: resources }, (_, k) => {
    const at = source * resources + k;
    return slack * (capacity[at] - free[at]);
  });
  const lacking = needed.slice();
  const isShort = () => lacking.some((amount) => amount > 0);
  const candidates = drawCandidates(search, source);
  const chosen: number[] = [];
  while (chosen.length < MOST_NODES && (chosen.length < LEAST_NODES || isShort())) {
    const best = mostHelpful(candidates, free, lacking, needed);
    if (best < 0) break;
    candidates.delete(best);
    chosen.push(best);
    for (let k = 0; k < resources; k++) lacking[k] -= Math.max(0, free[best * resources + k]);
  }
  return isShort() ? [] : chosen;
}

/** The node whose room is the largest part of what is lacking. */
function mostHelpful(
  candidates: Iterable<number>,
  free: Float64Array,
  lacking: Float64Array,
  needed: Float64Array,
): number {
  let best = -1;
  let most = -1;
  for (const node of candidates) {
    let help = 0;
    for (let k = 0; k < lacking.length; k++) {
      if (lacking[k] > 0)
        help += Math.min(lacking[k], Math.max(0, free[node * lacking.length + k])) / needed[k];
    }
    if (help > most || (help === most && node < best)) [most, best] = [help, node];
  }
  return best;
}

function drawCandidates({ board, weights, groups, draws }: Search, source: number): Set<number> {
  const { problem } = board;
  const own = groups.on(source);
  const group = own.length > 0 ? own[draws.below(own.length)] : -1;
  const opening = draws.below(OPENINGS) === 0;
  const drawn = new Set<number>();
  for (let i = 0; i < CANDIDATES; i++) {
    const node = draws.below(problem.nodes);
    if (node === source || !problem.open[node]) continue;
    if (board.hosted[node] === 0 && !opening && weights.loss[node] >= 0) continue;
    if (group >= 0 && !board.mayReach(group, node, 1)) continue;
    drawn.add(node);
  }
  return drawn;
}
