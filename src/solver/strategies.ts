import type { STRATEGY_CHOICES } from '../model/options.ts';
import type { Problem } from '../model/problem.ts';
import { recreate } from './baselines/recreate.ts';
import { rollingUpdate } from './baselines/rolling-update.ts';
import { heuristic } from './heuristic/heuristic.ts';
import { ilp } from './ilp/index.ts';
import type { Strategy } from './strategy.ts';

/** Every strategy, the cheapest first. A new one is a line here and a name in `STRATEGY_CHOICES`. */
export const STRATEGIES = [
  // Fast at any size, proves little.
  heuristic,
  // Starts from the heuristic; proves, where its model is small enough.
  ilp,
  // The paper's baselines RC and RU, to compare with.
  recreate,
  rollingUpdate,
] satisfies Strategy[];

/**
 * Placements (group × node) up to which `auto` takes the integer program. At 2,700 (the paper's large case, 100 replicas
 * on 27 nodes) it proves its plan; at 20,000 it works a hundred times as long as the heuristic and saves 0.4 % more.
 */
const ILP_PLACEMENTS = 10_000;

/** `auto` goes by the size of the problem alone, so the same question always gets the same strategy. */
export function strategyFor(choice: (typeof STRATEGY_CHOICES)[number], problem: Problem): Strategy {
  if (choice === 'heuristic') return heuristic;
  if (choice === 'ilp') return ilp;
  if (choice === 'recreate') return recreate;
  if (choice === 'rolling-update') return rollingUpdate;
  return problem.groups * problem.nodes <= ILP_PLACEMENTS ? ilp : heuristic;
}
