import type { Level } from '../../model/plan.ts';
import type { Problem } from '../../model/problem.ts';
import { gapOf } from '../../model/score.ts';
import { levelsOf, type Score } from '../levels.ts';
import { moneyText } from './money.ts';

/**
 * Value, bound and gap of every level of the objective.
 * @param bounds in money units or counts; rounded up, as values are whole, and at most the value, which a plan has
 */
export function levelClaims(problem: Problem, score: Score, bounds: readonly number[]): Level[] {
  const names =
    problem.objective === 'weighted' ? (['weighted'] as const) : (['price', 'moves', 'slots'] as const);
  const values = levelsOf(problem, score);
  return names.map((name, level) => {
    const value = values[level];
    const bound = Math.min(value, Math.max(0, Math.ceil(bounds[level])));
    const isCount = name === 'moves' || name === 'slots';
    const text = (amount: number) => (isCount ? String(amount) : moneyText(problem, amount));
    return { name, value: text(value), bound: text(bound), gap: gapOf(BigInt(value), BigInt(bound)) };
  });
}
