import type { Board } from './board.ts';
import { drain, sendOff } from './drain.ts';
import { Holes } from './holes.ts';
import type { Search } from './repack.ts';

/**
 * The relaxation carried out: nodes that lose money are emptied one by one, those first that lose most for what has to
 * find room, into the nodes that stay, once these have sent off what another menu is better for.
 * @returns nodes and rows looked at
 */
export function construct(search: Search): number {
  const { board, weights, groups } = search;
  const leaving = nodesToEmpty(search);
  const isLeaving = new Uint8Array(board.problem.nodes);
  for (const node of leaving) isLeaving[node] = 1;
  const staying: number[] = [];
  for (let n = 0; n < board.problem.nodes; n++) if (!isLeaving[n] && isOpen(search, n)) staying.push(n);
  const holes = new Holes(board, weights, staying);
  for (const node of staying) if (board.hosted[node] > 0) sendOff(board, weights, groups, holes, node);
  for (const node of leaving) {
    if (!drain(board, weights, groups, holes, node)) holes.add(node);
  }
  board.settle();
  return holes.looks;
}

/** Whether anything may arrive: the node is in use, or the relaxation would open it. */
function isOpen({ board, weights }: Search, node: number): boolean {
  return board.problem.open[node] === 1 && (board.hosted[node] > 0 || weights.loss[node] < 0);
}

function nodesToEmpty({ board, weights, pinned }: Search): number[] {
  const { problem } = board;
  const size = new Float64Array(problem.nodes).fill(1);
  for (let group = 0; group < problem.groups; group++)
    size[problem.groupNode[group]] += weights.size[problem.groupWorkload[group]] * problem.groupCount[group];
  const gain = (node: number) => weights.loss[node] / size[node];
  return Array.from({ length: problem.nodes }, (_, node) => node)
    .filter((node) => isWorthEmptying(board, pinned, node) && weights.loss[node] > 0)
    .sort((a, b) => gain(b) - gain(a) || a - b);
}

export function isWorthEmptying({ problem, hosted }: Board, pinned: Uint8Array, node: number): boolean {
  return hosted[node] > 0 && !pinned[node] && problem.price[node] > 0;
}
