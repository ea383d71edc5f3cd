import type { Move } from '../../model/plan.ts';
import type { Problem, Schedule } from '../../model/problem.ts';
import type { Strategy } from '../strategy.ts';

/**
 * A strategy to compare with, of one atom. It may break rules: its plan is returned with the violations that the checker
 * finds, `auto` never picks it and nothing applies it.
 */
export function baseline(
  name: string,
  summary: string,
  mode: Move['mode'] | undefined,
  scheduleOf: (problem: Problem) => Schedule,
): Strategy {
  return {
    name,
    summary,
    ...(mode && { mode }),
    breaksRules: true,
    start: () => new Uint8Array(0),
    step: (problem, state) => {
      const best = scheduleOf(problem);
      // A plan that breaks rules may lie below any bound.
      const bounds = problem.objective === 'weighted' ? [0] : [0, 0, 0];
      const work = problem.nodes * problem.movableReplicas;
      return Promise.resolve({ state, best, bounds, done: true, proved: false, binding: [], work });
    },
  };
}
