import { formatMoney, money } from '../../model/decimal.ts';
import type { Plan } from '../../model/plan.ts';
import type { Problem } from '../../model/problem.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { initialProgress } from '../progress.ts';

/** Nodes that host nothing at the start, are paid for all the same, and need not be kept. @param snapshot canonical */
export function returnableNodes(problem: Problem, snapshot: Snapshot): Plan['returnable'] {
  const { hosted } = initialProgress(problem);
  return snapshot.nodes.flatMap(({ name, pricePerHour, billedWhenEmpty }, n) => {
    if (hosted[n] > 0 || billedWhenEmpty === false || problem.kept[n]) return [];
    return [
      { node: name, ...(pricePerHour !== undefined && { pricePerHour: formatMoney(money(pricePerHour)) }) },
    ];
  });
}
