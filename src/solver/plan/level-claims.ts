import type { Level } from '../../model/plan.ts';
import type { Problem } from '../../model/problem.ts';
import { gapOf } from '../../model/score.ts';
import { levelsOf, type Score } from '../levels.ts';
import { billOf, moneyText, undrainedIn } from './money.ts';

/**
 * Value, bound and gap of every level of the objective as the plan states them.
 *
 * The solvers minimise a price with a surcharge M for every drained node left, and without the bill K of the nodes that are
 * kept; what is stated has the bill and not the surcharge. With B their bound, d the nodes that this plan leaves, and M − 1
 * the most that all other costs can come to: no plan leaves fewer than (B − M + 1) / M nodes, and of those that leave at most
 * d, none states less than K + B − d M.
 *
 * @param bounds in money units or counts; rounded up, as values are whole, and at most the value, which a plan has
 */
export function levelClaims(problem: Problem, score: Score, bounds: readonly number[]): Level[] {
  const { surcharge, objective } = problem;
  const names = objective === 'weighted' ? (['weighted'] as const) : (['price', 'moves', 'slots'] as const);
  const least = bounds.map((bound) => Math.max(0, Math.ceil(bound)));
  const undrained = undrainedIn(problem, score.price);
  const shift = billOf(problem, score.price) - score.price;
  const standing = shift + undrained * surcharge;
  const levels = levelsOf(problem, score).map((value, level): Claim => {
    if (level > 0) return { name: names[level], value, bound: least[level] };
    return { name: names[0], value: value + shift, bound: Math.max(standing, least[0] + shift) };
  });
  if (surcharge > 0) {
    const bound = Math.max(0, Math.ceil((least[0] - surcharge + 1) / surcharge));
    levels.unshift({ name: 'undrained', value: undrained, bound });
  }
  return levels.map(({ name, value, bound: lowest }) => {
    const bound = Math.min(value, lowest);
    const isCount = name !== 'weighted' && name !== 'price';
    const text = (amount: number) => (isCount ? String(amount) : moneyText(problem, amount));
    return { name, value: text(value), bound: text(bound), gap: gapOf(BigInt(value), BigInt(bound)) };
  });
}

interface Claim {
  name: Level['name'];
  value: number;
  bound: number;
}
