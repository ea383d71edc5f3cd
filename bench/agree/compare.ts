import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import { parseAmount } from '../../src/model/score.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Engine } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';

export const COMPARED = ['exact', 'ilp', 'search', 'heuristic', 'recreate', 'rolling-update'] as const;
type Compared = (typeof COMPARED)[number];

/** One strategy's answer, as the checker sees it. */
export interface Answered {
  strategy: Compared;
  /** Whether the plan breaks no rule. */
  passes: boolean;
  proved: boolean;
  /** Whether the work limit ended it: then `exact` is no exact answer. */
  cut: boolean;
  /** Values of the levels, recomputed by the checker, and what the plan says that none is below, both in 10⁻¹². */
  values: bigint[];
  bounds: bigint[];
}

export interface Comparison {
  answers: Answered[];
  /** What cannot be: in words, empty if all is well. */
  contradictions: string[];
}

/** Asks every strategy the same question, and compares what they say. */
export async function compareStrategies(
  snapshot: Snapshot,
  options: Options,
  engine: Engine,
): Promise<Comparison> {
  const answers: Answered[] = [];
  const contradictions: string[] = [];
  for (const strategy of COMPARED) {
    const { plan, rejected } = await solve(snapshot, { ...options, strategy }, engine, SOLVER_VERSION);
    for (const { message } of rejected) contradictions.push(`${strategy}: turned down, ${message}`);
    answers.push(answered(snapshot, { ...options, strategy }, strategy, plan));
  }
  return { answers, contradictions: [...contradictions, ...contradictionsOf(answers)] };
}

function answered(snapshot: Snapshot, options: Options, strategy: Compared, plan: Plan): Answered {
  const { slots } = plan;
  const { violations, recomputed } = checkPlan(snapshot, resolveOptions(snapshot, options), {
    slots: slots.map(({ moves }) => ({ moves })),
  });
  return {
    strategy,
    passes: violations.length === 0,
    proved: plan.status === 'optimal',
    cut: plan.stoppedBy === 'work-limit',
    values: recomputed.objective.levels.map(({ value }) => parseAmount(value) ?? -1n),
    bounds: plan.objective.levels.map(({ bound }) => parseAmount(bound) ?? -1n),
  };
}

/** What of these answers to one question cannot all be true. */
export function contradictionsOf(answers: readonly Answered[]): string[] {
  const passing = answers.filter(({ passes }) => passes);
  const best = passing.reduce((a, b) => (isBelow(b.values, a.values) ? b : a));
  const exact = answers.find(({ strategy, cut }) => strategy === 'exact' && !cut);
  return [
    ...answers
      .filter(({ strategy, passes }) => !passes && !isBaseline(strategy))
      .map(({ strategy }) => `${strategy}: its plan breaks a rule`),
    ...(exact && isBelow(best.values, exact.values) ? [`${best.strategy} is better than exact`] : []),
    ...answers
      .filter(({ proved, values }) => proved && isBelow(best.values, values))
      .map(({ strategy }) => `${strategy}: called optimal, but ${best.strategy} is better`),
    // A later level's bound speaks of plans that are best in the levels before.
    ...answers
      .filter(({ bounds }) => bounds[0] > best.values[0])
      .map(({ strategy }) => `${strategy}: its bound is above the value of ${best.strategy}`),
  ];
}

function isBaseline(strategy: Compared): boolean {
  return strategy === 'recreate' || strategy === 'rolling-update';
}

/** Lower in the first level that differs. */
function isBelow(a: readonly bigint[], b: readonly bigint[]): boolean {
  const level = a.findIndex((value, i) => value !== b[i]);
  return level >= 0 && a[level] < b[level];
}
