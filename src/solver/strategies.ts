import type { STRATEGY_CHOICES } from '../model/options.ts';
import type { Problem } from '../model/problem.ts';
import { heuristic } from './heuristic/heuristic.ts';
import { ilp } from './ilp/index.ts';
import type { Strategy } from './strategy.ts';

/** Every strategy, the cheapest first. A new one is a line here and a name in `STRATEGY_CHOICES`. */
export const STRATEGIES = [
  // Fast at any size, proves little.
  heuristic,
  // Starts from the heuristic; proves, where its model is small enough.
  ilp,
] satisfies Strategy[];

/**
 * Binary placements (group × node) up to which `auto` takes the integer program: beyond it, a model of even one slot
 * does not fit the memory of a Worker, and nothing would come of it but the heuristic's plan.
 */
const ILP_PLACEMENTS = 20_000;

export function strategyFor(choice: (typeof STRATEGY_CHOICES)[number], problem: Problem): Strategy {
  if (choice === 'heuristic') return heuristic;
  if (choice === 'ilp') return ilp;
  return problem.groups * problem.nodes <= ILP_PLACEMENTS ? ilp : heuristic;
}
