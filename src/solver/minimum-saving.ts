import { money } from '../model/decimal.ts';
import type { ResolvedOptions } from '../model/options.ts';
import type { Warning } from '../model/plan.ts';
import type { Problem } from '../model/problem.ts';
import { evaluate, isProved, levelsOf } from './levels.ts';
import { moneyText, moneyUnits } from './plan/money.ts';
import { EMPTY_SCHEDULE } from './schedule.ts';
import type { Outcome } from './to-plan.ts';

/** Whether a saving of so much, in 10⁻¹² of the currency per hour, is worth the moves: rule minimum-saving. */
export function isWorthwhile(
  minimum: { plan?: string | undefined; perMove?: string | undefined } | undefined,
  amount: bigint,
  moves: number,
): boolean {
  const { plan = '0', perMove = '0' } = minimum ?? {};
  return moves === 0 || (amount >= money(plan) && amount >= money(perMove) * BigInt(moves));
}

/**
 * The best plan that was found, or to stay where it saves too little. That no plan saves enough is proved where the bound of
 * the price says so: by itself with the lexicographic objective, and where moves are free.
 */
export function worthwhile<Found extends Outcome>(
  problem: Problem,
  options: ResolvedOptions,
  found: Found,
): { outcome: Found; warnings: Warning[] } {
  const before = evaluate(problem, EMPTY_SCHEDULE);
  const after = evaluate(problem, found.schedule);
  const saved = before.price - after.price;
  if (
    options.minimumSaving === undefined ||
    isWorthwhile(options.minimumSaving, moneyUnits(problem, saved), after.moves)
  )
    return { outcome: found, warnings: [] };
  const isPriceBound = problem.objective === 'lexicographic' || problem.alpha === 0;
  const most = isPriceBound ? before.price - Math.ceil(found.bounds[0]) : Number.POSITIVE_INFINITY;
  const nonePays =
    most < Number.POSITIVE_INFINITY && !isWorthwhile(options.minimumSaving, moneyUnits(problem, most), 1);
  const values = levelsOf(problem, before);
  const proved = nonePays || isProved(values, found.bounds);
  const message = `The best plan found saves ${moneyText(problem, saved)} per hour with ${after.moves} moves, less than the minimum: everything stays`;
  return {
    outcome: {
      ...found,
      schedule: EMPTY_SCHEDULE,
      bounds: proved ? values : found.bounds,
      proved,
      stoppedBy: proved ? 'proof' : found.stoppedBy === 'proof' ? 'strategy-end' : found.stoppedBy,
    },
    warnings: [{ code: 'minimum-saving', subject: 'minimumSaving', message }],
  };
}
