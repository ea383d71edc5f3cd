import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Plan, Violation } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { replicasToRoll } from '../../src/solver/baselines/rolling-update.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import { breakableCalls, withBreakableCalls } from './configurations.ts';

/** What is compared. */
export const SCHEMES = {
  optimal: { strategy: 'exact', label: 'Optimal' },
  oneSlot: { strategy: 'exact', maxSlots: 1, label: 'Optimal, one slot' },
  heuristic: { strategy: 'heuristic', label: 'Heuristic' },
  // Algorithm 1 again, with partners only where a limit can break: the paper can be read either way.
  narrow: { strategy: 'heuristic', label: 'Heuristic, breakable limits' },
  RC: { strategy: 'recreate', label: 'RC' },
  RU: { strategy: 'rolling-update', label: 'RU' },
} as const;
export type Scheme = keyof typeof SCHEMES;

/** One plan, in the checker's numbers. */
export interface Measured {
  scheme: Scheme;
  alpha: string;
  proved: boolean;
  /** (value − bound) / value, in percent. */
  gapPercent: number;
  priceBefore: number;
  priceAfter: number;
  /** Of the objective: price + α · (moves + slots). */
  value: number;
  reductionPercent: number;
  moves: number;
  /**
   * Microservices that are restarted: those that move, in RC all, in RU all of the dearest location, where a new copy may
   * land on its old node.
   */
  restarts: number;
  slots: number;
  /** Of all latency limits, and of those that some pair of locations breaks. */
  keptPercent: number;
  breakableKeptPercent: number;
  /** Rules broken, but `surge`, and for RC `transient-capacity`: it deletes all before it places any, which no slot promises. */
  violations: Partial<Record<Violation['rule'], number>>;
  work: number;
  /** Processor time of all threads, from snapshot to checked plan. */
  cpuSeconds: number;
}

const engine = createEngine(loadHighsNode);

/** @throws Error when a plan that must keep the rules is turned down by the checker */
export async function measure(
  snapshot: Snapshot,
  scheme: Scheme,
  alpha: string,
  workLimit: number,
): Promise<Measured> {
  const { strategy } = SCHEMES[scheme];
  const options: Options = {
    objective: { kind: 'weighted', alpha },
    latencyIn: 'end',
    keepSpread: false,
    strategy,
    workLimit,
    ...(scheme === 'oneSlot' ? { maxSlots: 1 } : {}),
  };
  const asked = scheme === 'narrow' ? withBreakableCalls(snapshot) : snapshot;
  const started = process.cpuUsage();
  const { plan, rejected } = await solve(asked, options, engine, SOLVER_VERSION);
  const { user, system } = process.cpuUsage(started);
  if (rejected.length > 0) throw new Error(`${scheme}: the plan breaks a rule: ${rejected[0].message}`);
  return { scheme, alpha, ...numbersOf(snapshot, options, plan, scheme), cpuSeconds: (user + system) / 1e6 };
}

function numbersOf(snapshot: Snapshot, options: Options, plan: Plan, scheme: Scheme) {
  const resolved = resolveOptions(snapshot, options);
  const moves = plan.slots.map((slot) => ({ moves: slot.moves }));
  const check = checkPlan(snapshot, resolved, { slots: moves });
  const ofItsNature = scheme === 'RC' ? ['surge', 'transient-capacity'] : ['surge'];
  const broken = check.violations.filter(({ rule }) => !ofItsNature.includes(rule));
  if (broken.length > 0 && scheme !== 'RC' && scheme !== 'RU') throw new Error(broken[0].message);
  const { cost, objective, calls } = check.recomputed;
  const [before, after] = [Number(cost.before), Number(cost.after)];
  const breakable = breakableCalls(snapshot);
  return {
    proved: plan.status === 'optimal',
    gapPercent: 100 * Number(plan.objective.levels[0].gap),
    priceBefore: before,
    priceAfter: after,
    value: Number(objective.levels[0].value),
    reductionPercent: (100 * (before - after)) / before,
    moves: objective.moves,
    restarts: restartsOf(snapshot, options, scheme) ?? objective.moves,
    slots: objective.slots,
    keptPercent: (100 * calls.keptAfter) / calls.limited,
    // What cannot break is kept.
    breakableKeptPercent:
      breakable === 0 ? 100 : (100 * (calls.keptAfter - (calls.limited - breakable))) / breakable,
    violations: countRules(broken),
    work: plan.work,
  };
}

function restartsOf(snapshot: Snapshot, options: Options, scheme: Scheme): number | undefined {
  if (scheme === 'RC') return snapshot.workloads.length;
  if (scheme !== 'RU') return undefined;
  const canonical = canonicalSnapshot(snapshot);
  return replicasToRoll(toProblem(canonical, resolveOptions(canonical, options))).length;
}

function countRules(violations: readonly Violation[]): Measured['violations'] {
  const counts: Measured['violations'] = {};
  for (const { rule } of violations) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
