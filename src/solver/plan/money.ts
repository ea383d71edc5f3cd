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
