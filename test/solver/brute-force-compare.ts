import { money, parseMoney } from '../../src/model/decimal.ts';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type Snapshot, workloadKey } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import type { Engine } from '../../src/solver/highs.ts';
import { ilp } from '../../src/solver/ilp/index.ts';
import { evaluate, levelsOf } from '../../src/solver/levels.ts';
import { solve } from '../../src/solver/solve.ts';
import type { StepResult } from '../../src/solver/strategy.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { type Reached, reachable } from './brute-force.ts';
import { tightSnapshot } from './brute-force-tight.ts';

/** The strategy `ilp` held against brute force, alone and in the whole pipeline. */

export interface Comparison {
  /** Questions asked, and how many of them have a best plan with moves, with several slots. */
  questions: number;
  moving: number;
  severalSlots: number;
  /** Questions whose answer `maxSlots` or `maxMoves` makes worse. */
  limited: number;
  /** Pairs of snapshot and objective whose answer depends on `latencyIn`. */
  latencyMatters: number;
  /** Snapshots that break a rule at the start. */
  inherited: number;
  /** What differs, in words. */
  faults: string[];
}

export const NOTHING_COMPARED: Comparison = {
  questions: 0,
  moving: 0,
  severalSlots: 0,
  limited: 0,
  latencyMatters: 0,
  inherited: 0,
  faults: [],
};

/** Limited questions are asked about instances of their own. */
export const FIRST_LIMITED = 10_000;

/**
 * Instance i: by turns two of `tinySnapshot` and one of `tightSnapshot`; only these where limits are to matter. Every
 * fifth has rules about nodes as well.
 */
export function instance(i: number): Snapshot {
  const plain = i % 3 === 2 || i >= FIRST_LIMITED ? tightSnapshot(i) : tinySnapshot(i);
  return i % 5 === 4 ? withNodeRules(plain, i) : plain;
}

/** Of every seventh instance one node takes no part, and one workload of every other of these. */
function exclusion(i: number, { nodes, workloads }: Snapshot): NonNullable<Options['exclude']> {
  if (i % 7 !== 3) return {};
  return { nodes: [nodes[0].name], workloads: i % 2 === 0 ? [workloadKey(workloads[0])] : [] };
}

const ALPHAS = ['0', undefined, '0.5', '1', '3'];

/** Both objectives. */
export function objectives(i: number): Options[] {
  const alpha = ALPHAS[i % ALPHAS.length];
  return [
    { objective: { kind: 'lexicographic' } },
    { objective: alpha === undefined ? { kind: 'weighted' } : { kind: 'weighted', alpha } },
  ];
}

/** Both objectives with at most one slot, two slots, and few moves. */
export function limitedObjectives(i: number): Options[] {
  const limits: Options[] = [{ maxSlots: 1 }, { maxSlots: 2 }, { maxMoves: 1 + (i % 3) }];
  return limits.flatMap((limit) => objectives(i % 2).map((options) => ({ ...options, ...limit })));
}

/** Asks every question about instance i in each mode, and compares. */
export async function compare(i: number, questions: Options[], engine: Engine): Promise<Comparison> {
  const snapshot = instance(i);
  const result: Comparison = { ...NOTHING_COMPARED, faults: [] };
  const values = questions.map(() => new Set<string>());
  for (const latencyIn of LATENCY_MODES) {
    const exclude = exclusion(i, snapshot);
    const reached = reachable(snapshot, latencyIn, { exclude });
    for (const [at, question] of questions.entries()) {
      const options: Options = { ...question, latencyIn, exclude, strategy: 'ilp', workLimit: 250_000_000 };
      const best = bestReached(snapshot, options, reached);
      result.questions++;
      if (best.moves > 0) result.moving++;
      if (best.slots > 1) result.severalSlots++;
      if (best !== bestReached(snapshot, { ...options, maxSlots: 5, maxMoves: 5 }, reached)) result.limited++;
      values[at].add(levels(snapshot, options, best).join());
      const { plan, rejected } = await solve(snapshot, options, engine, 'test');
      if (latencyIn === 'slots' && at === 0 && plan.inherited.length > 0) result.inherited++;
      const faults = [
        ...rejected.map(({ message }) => `rejected: ${message}`),
        ...planFaults(plan, levels(snapshot, options, best)),
        ...(await stepFaults(snapshot, options, best, engine)),
      ];
      result.faults.push(...faults.map((fault) => `instance ${i} ${JSON.stringify(options)}: ${fault}`));
    }
  }
  result.latencyMatters = values.filter((set) => set.size > 1).length;
  return result;
}

export function add(a: Comparison, b: Comparison): Comparison {
  return {
    questions: a.questions + b.questions,
    moving: a.moving + b.moving,
    severalSlots: a.severalSlots + b.severalSlots,
    limited: a.limited + b.limited,
    latencyMatters: a.latencyMatters + b.latencyMatters,
    inherited: a.inherited + b.inherited,
    faults: [...a.faults, ...b.faults],
  };
}

/** Values of the levels: money in 10⁻¹², counts as they are. */
export function levels(snapshot: Snapshot, options: Options, { price, moves, slots }: Reached): bigint[] {
  const { objective } = resolveOptions(snapshot, options);
  if (objective.kind === 'weighted') return [price + money(objective.alpha) * BigInt(moves + slots)];
  return [price, BigInt(moves), BigInt(slots)];
}

export function bestReached(snapshot: Snapshot, options: Options, reached: readonly Reached[]): Reached {
  const { maxSlots, maxMoves } = resolveOptions(snapshot, options);
  const rank = (one: Reached) => [...levels(snapshot, options, one), BigInt(one.moves), BigInt(one.slots)];
  const isBelow = (a: bigint[], b: bigint[]) => {
    const differing = a.findIndex((value, level) => value !== b[level]);
    return differing >= 0 && a[differing] < b[differing];
  };
  return reached
    .filter(({ slots, moves }) => slots <= maxSlots && moves <= maxMoves)
    .reduce((best, one) => (isBelow(rank(one), rank(best)) ? one : best));
}

/** Where a plan is not the proved best, in words. */
export function planFaults(plan: Plan, expected: readonly bigint[]): string[] {
  const faults: string[] = [];
  if (plan.status !== 'optimal' || plan.stoppedBy !== 'proof')
    faults.push(`${plan.status} by ${plan.stoppedBy}`);
  for (const [level, { name, value, bound }] of plan.objective.levels.entries()) {
    const isMoney = name === 'weighted' || name === 'price';
    const text = isMoney ? expected[level] : expected[level] * 10n ** 12n;
    if (parseMoney(value) !== text) faults.push(`${name} is ${value}, should be ${text} / 10^12`);
    if (parseMoney(bound) !== text)
      faults.push(`the bound of ${name} is ${bound}, should be ${text} / 10^12`);
  }
  return faults;
}

/** One atom at a time: no bound on the way is above the optimum, and the end is the same. */
async function stepFaults(
  snapshot: Snapshot,
  options: Options,
  best: Reached,
  engine: Engine,
): Promise<string[]> {
  const problem = toProblem(snapshot, resolveOptions(snapshot, options));
  const expected = levels(snapshot, options, best);
  const units = (amounts: readonly number[]) =>
    amounts.map((amount, level) => BigInt(amount) * (level === 0 ? problem.moneyUnit : 1n));
  const faults: string[] = [];
  let result: StepResult | undefined;
  do {
    result = await ilp.step(problem, result?.state ?? ilp.start(problem), 1, engine);
    const bounds = units(result.bounds);
    if (bounds.some((bound, level) => bound > expected[level])) faults.push(`bounds ${bounds} on the way`);
  } while (!result.done);
  const value = units(levelsOf(problem, evaluate(problem, result.best)));
  if (!result.proved || String(value) !== String(expected))
    faults.push(`step by step it is ${value}, not ${expected}`);
  return faults;
}
