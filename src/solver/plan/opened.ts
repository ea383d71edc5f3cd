import { type OpenablePool, openedName } from '../../model/options/openable.ts';
import type { Plan } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import { carryOut, initialProgress } from '../progress.ts';
import { rowsOf } from '../schedule.ts';
import { moneyText } from './money.ts';

/** New nodes that host something in the end, sorted by name. */
export function openedNodes(
  problem: Problem,
  openable: readonly OpenablePool[],
  schedule: Schedule,
): NonNullable<Plan['opened']> {
  const progress = initialProgress(problem);
  carryOut(problem, progress, rowsOf(schedule));
  const index = new Map(problem.nodeNames.map((name, n) => [name, n]));
  return openable
    .flatMap(({ name, count }) =>
      Array.from({ length: count }, (_, i) => index.get(openedName(name, i + 1)) as number),
    )
    .filter((n) => progress.hosted[n] > 0)
    .sort((a, b) => a - b)
    .map((n) => ({ node: problem.nodeNames[n], pricePerHour: moneyText(problem, problem.bill[n]) }));
}
