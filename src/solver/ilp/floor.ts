import type { Floor } from '../../model/problem/side-rules.ts';
import { pinnedNodes } from '../levels.ts';
import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/** Floors: of some nodes not more than so many are empty in the end. A 0/1 column is 1 where one is. */
export function floor(draft: Draft, { nodes, least }: Floor): void {
  const { problem, program, moves, hosted } = draft;
  const pinned = pinnedNodes(problem);
  const empty = new Sum();
  for (const node of nodes) {
    if (pinned[node]) continue;
    const ending = new Sum();
    for (const group of hosted[node]) {
      ending.addConstant(problem.groupCount[group]);
      addTaken(ending, moves.leaving[group], 1, moves.slots, -1);
    }
    addTaken(ending, moves.arriving[node], 1, moves.slots, 1);
    const isEmpty = program.column(1);
    program.indicate(new Sum().addConstant(1).addSum(ending, -1), 1, isEmpty);
    empty.add(isEmpty, 1);
  }
  program.atMost(empty, nodes.length - least);
}
