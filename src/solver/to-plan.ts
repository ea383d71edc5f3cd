import { inForce } from '../model/options/in-force.ts';
import type { ResolvedOptions } from '../model/options.ts';
import { movableCountsOf } from '../model/placement.ts';
import type { Move, Plan, Warning } from '../model/plan.ts';
import type { Problem, Schedule } from '../model/problem.ts';
import { savedPercent } from '../model/score.ts';
import { DEFAULT_CURRENCY, type Snapshot } from '../model/snapshot.ts';
import { evaluate, isProved, levelsOf, trivialBounds } from './levels.ts';
import { allocatableOf } from './plan/allocatable.ts';
import { callsKept } from './plan/calls.ts';
import { inheritedBreaches } from './plan/inherited.ts';
import { levelClaims } from './plan/level-claims.ts';
import { moneyText, moneyUnits } from './plan/money.ts';
import { openedNodes } from './plan/opened.ts';
import { finalPlacement } from './plan/placement.ts';
import { returnableNodes } from './plan/returnable.ts';
import { savingCurvePoints } from './plan/saving-curve.ts';
import { replay } from './plan/slots.ts';
import { undrained } from './plan/undrained.ts';

/** What a strategy came to. */
export interface Outcome {
  /** The strategy that ran. */
  strategy: string;
  schedule: Schedule;
  /** How all replicas move; undefined: each as its workload says. */
  mode: Move['mode'] | undefined;
  /** Of a baseline: parts of its plan would break rules, too, so it has no saving curve. */
  breaksRules?: true | undefined;
  /** Per level of the objective, in money units or counts. */
  bounds: readonly number[];
  proved: boolean;
  stoppedBy: Plan['stoppedBy'];
  binding: readonly string[];
  /** Work units spent. */
  work: number;
}

/** What identifies the question, and who answered. */
export type Identity = Pick<Plan, 'snapshotDigest' | 'questionDigest' | 'solverVersion'>;

/**
 * The answer in the public format. Every number is computed from the indexed problem; `checkPlan` recomputes them
 * from the snapshot alone, so a mistake in either shows.
 * @param given canonical, so that nodes and workloads are in the problem's order
 */
export function toPlan(
  problem: Problem,
  given: Snapshot,
  options: ResolvedOptions,
  outcome: Outcome,
  warnings: readonly Warning[],
  identity: Identity,
): Plan {
  const { schedule } = outcome;
  const snapshot = inForce(given, options);
  const score = evaluate(problem, schedule);
  const allocatable = allocatableOf(problem, snapshot);
  const { slots, before, after, peak } = replay(problem, allocatable, schedule, outcome.mode);
  const levels = levelClaims(problem, score, outcome.bounds);
  const unmet = undrained(problem, schedule, slots.length);
  return {
    status: outcome.proved ? 'optimal' : 'feasible',
    stoppedBy: outcome.stoppedBy,
    strategy: outcome.strategy,
    options,
    binding: [
      ...choosing(options),
      ...keepingUp(problem, snapshot, options),
      ...keepingSpread(problem, schedule),
      ...outcome.binding,
    ],
    slots,
    cost: {
      currency: snapshot.currency ?? DEFAULT_CURRENCY,
      before: moneyText(problem, before),
      after: moneyText(problem, after),
      saved: moneyText(problem, before - after),
      savedPercent: savedPercent(moneyUnits(problem, before), moneyUnits(problem, after)),
      peak: moneyText(problem, peak),
    },
    objective: {
      moves: score.moves,
      slots: score.slots,
      price: moneyText(problem, after),
      ...(problem.objective === 'weighted' && {
        disruption: moneyText(problem, problem.alpha * (score.moves + score.slots)),
      }),
      levels,
    },
    downtime: slots.reduce((sum, { downtime }) => sum + downtime, 0),
    calls: callsKept(problem, schedule),
    placement: finalPlacement(problem, snapshot, schedule),
    returnable: returnableNodes(problem, snapshot),
    ...(options.openable && { opened: openedNodes(problem, options.openable, schedule) }),
    inherited: inheritedBreaches(problem, allocatable),
    ...(options.drain && { unmet }),
    warnings: [...warnings],
    ...(options.savingCurve &&
      !outcome.breaksRules && { savingCurve: savingCurvePoints(problem, options, schedule, slots) }),
    work: outcome.work,
    ...identity,
  };
}

/** Nor about what may not be down, where something would have to be. */
function keepingUp(
  { budgets }: Problem,
  { workloads }: Snapshot,
  { allowRecreate }: ResolvedOptions,
): string[] {
  if (allowRecreate) return budgets.some(({ rule }) => rule === 'max-downtime') ? ['maxDowntime'] : [];
  const wouldMove = workloads.some(
    (workload) => workload.mode === 'recreate' && movableCountsOf(workload).size > 0,
  );
  return wouldMove ? ['allowRecreate'] : [];
}

/** Where replicas of some workload could go together, and no bound says that it would be of no use. */
function keepingSpread(problem: Problem, schedule: Schedule): string[] {
  if (!problem.domainRules.some(({ rule }) => rule === 'keep-spread')) return [];
  const levels = levelsOf(problem, evaluate(problem, schedule));
  return isProved(levels, trivialBounds(problem)) ? [] : ['keepSpread'];
}

/** Choices that always forbid some plan which might have been of use: nothing is proved about it. */
function choosing({ exclude, ...options }: ResolvedOptions): string[] {
  return [
    ...(exclude.nodes.length + exclude.workloads.length > 0 ? ['exclude'] : []),
    ...(['budgets', 'drain', 'headroom', 'pools', 'minimumSaving'] as const).filter(
      (choice) => options[choice] !== undefined,
    ),
  ];
}
