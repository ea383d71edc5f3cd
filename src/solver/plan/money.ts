import { formatMoney } from '../../model/decimal.ts';
import type { Problem } from '../../model/problem.ts';

/** 10⁻¹² of the currency, from money units of the problem. */
export function moneyUnits(problem: Problem, units: number): bigint {
  return BigInt(units) * problem.moneyUnit;
}

/** An exact decimal, from money units of the problem. */
export function moneyText(problem: Problem, units: number): string {
  return formatMoney(moneyUnits(problem, units));
}

/**
 * Nodes to be drained that host something, from the objective's price of the nodes in use: one surcharge is more than
 * everything else.
 */
export function undrainedIn({ surcharge }: Problem, price: number): number {
  return surcharge > 0 ? Math.floor(price / surcharge) : 0;
}

/** What is paid, from the objective's price of the nodes in use: without surcharges, with the bills of kept nodes. */
export function billOf(problem: Problem, price: number): number {
  const { bill, kept, surcharge } = problem;
  const standing = bill.reduce((sum, amount, n) => (kept[n] ? sum + amount : sum), 0);
  return price - undrainedIn(problem, price) * surcharge + standing;
}
