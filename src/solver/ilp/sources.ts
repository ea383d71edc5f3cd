import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/** Replicas leave at most so many nodes in a slot; a 0/1 column says of each whether they leave it. */
export function sources({ problem, program, moves, hosted }: Draft): void {
  const most = problem.sourcesPerSlot;
  const left = hosted.filter((groups) => groups.some((group) => moves.leaving[group].length > 0));
  if (left.length <= most) return;
  for (let slot = 1; slot <= moves.slots; slot++) {
    const used = new Sum();
    for (const groups of left) {
      const taken = new Sum();
      let replicas = 0;
      for (const group of groups) {
        addTaken(taken, moves.leaving[group], slot, slot, 1);
        replicas += problem.groupMovable[group] ? problem.groupCount[group] : 0;
      }
      const leaves = program.column(1);
      program.indicate(taken, replicas, leaves);
      used.add(leaves, 1);
    }
    program.atMost(used, most);
  }
}
