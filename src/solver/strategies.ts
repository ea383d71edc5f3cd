import type { STRATEGY_CHOICES } from '../model/options.ts';
import type { Problem } from '../model/problem.ts';
import { recreate } from './baselines/recreate.ts';
import { rollingUpdate } from './baselines/rolling-update.ts';
import { exact, supports } from './exact/exact.ts';
import { heuristic } from './heuristic/heuristic.ts';
import { ilp } from './ilp/index.ts';
import { search } from './search/index.ts';
import type { Strategy } from './strategy.ts';

/** Every strategy by the name that `options.strategy` has for it. A new one is a line here and a name there. */
const BY_NAME: Record<Exclude<(typeof STRATEGY_CHOICES)[number], 'auto'>, Strategy> = {
  // The paper's: fast at any size, proves little.
  heuristic,
  // For large deployments: starts from the heuristic, states a gap.
  search,
  // For small ones: proofs by branch and price.
  exact,
  // The paper's integer program: proofs by HiGHS, where its model is small enough.
  ilp,
  // The paper's baselines RC and RU, to compare with.
  recreate,
  'rolling-update': rollingUpdate,
};

export const STRATEGIES: readonly Strategy[] = Object.values(BY_NAME);

/**
 * Placements (group × node) up to which `auto` takes the integer program where `exact` does not search, or where topology
 * spread or budgets of a slot ask for it: beyond, it takes long to prove anything.
 */
const ILP_PLACEMENTS = 10_000;

/** `auto` goes by the problem alone, so the same question always gets the same strategy. */
export function strategyFor(choice: (typeof STRATEGY_CHOICES)[number], problem: Problem): Strategy {
  if (choice !== 'auto') return BY_NAME[choice];
  const isSmall = problem.groups * problem.nodes <= ILP_PLACEMENTS;
  // Topology spread and budgets of a slot are in the program as they are; the patterns of `exact` only see parts of them.
  const isSpread = problem.domainRules.some(({ form }) => form === 'skew');
  const isBudgeted = problem.budgets.some(({ over }) => over === 'slot');
  if (isSmall && (isSpread || isBudgeted)) return ilp;
  if (supports(problem)) return exact;
  return isSmall ? ilp : search;
}
