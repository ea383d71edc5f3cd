import { released } from '../../model/problem.ts';
import type { Draft } from './draft.ts';
import { addTaken, type Route } from './moves.ts';
import { Sum } from './sum.ts';

/**
 * Rule transient-capacity (5): on a node where replicas arrive in slot t, what they request is within allocatable
 * during the slot. Use at the start, plus all arrivals up to t, minus what has left before t (for resources that are
 * not transient: up to t).
 *
 * Where the start is within allocatable, the row holds in slots without arrivals as well: use has only fallen since the
 * last one. Where it is not (an inherited breach), it binds only if something that requests the resource arrives
 * in t, and a 0/1 column says so.
 */
export function transientCapacity(draft: Draft): void {
  const { problem, moves } = draft;
  for (let node = 0; node < problem.nodes; node++) {
    for (let k = 0; k < problem.resources; k++) {
      const requesting = moves.arriving[node].filter(({ group }) => request(draft, group, k) > 0);
      if (requesting.length === 0) continue;
      for (let slot = 1; slot <= moves.slots; slot++) addRow(draft, node, k, requesting, slot);
    }
  }
}

function addRow(draft: Draft, node: number, k: number, requesting: readonly Route[], slot: number): void {
  const { problem, program, moves, hosted } = draft;
  const at = node * problem.resources + k;
  const use = new Sum().addConstant(problem.use[at]);
  for (const route of requesting) addTaken(use, [route], 1, slot, request(draft, route.group, k));
  for (const group of hosted[node]) {
    addTaken(
      use,
      moves.leaving[group],
      1,
      problem.transient[k] ? slot - 1 : slot,
      -released(problem, group, k),
    );
  }

  const excess = problem.use[at] - problem.capacity[at];
  if (excess > 0) {
    const arrives = program.column(1);
    const arrivals = addTaken(new Sum(), requesting, slot, slot, 1);
    const least = requesting.reduce(
      (min, { group }) => Math.min(min, request(draft, group, k)),
      Number.POSITIVE_INFINITY,
    );
    program.indicate(
      arrivals,
      Math.min(program.most(arrivals), Math.floor(problem.capacity[at] / least)),
      arrives,
    );
    // Without arrivals in this slot, use is at most what it was at the start.
    use.add(arrives, excess);
  }
  program.atMost(use, problem.capacity[at] + Math.max(excess, 0));
}

function request({ problem }: Draft, group: number, k: number): number {
  return problem.demand[problem.groupWorkload[group] * problem.resources + k];
}
