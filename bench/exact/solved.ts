import { checkPlan } from '../../src/model/check/index.ts';
import { formatMoney } from '../../src/model/decimal.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import type { Move, Plan } from '../../src/model/plan.ts';
import type { Problem } from '../../src/model/problem.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import type { Answer, Answers } from '../others/ask.ts';
import { replicasOf } from '../others/program.ts';
import { asProgram, type Instance } from './instance.ts';

/** What a solver came to on one instance, as the checker sees it. Money per hour; seconds of processor time. */
export interface Solved {
  solver: string;
  /** Most slots that its plans may have: its bound says nothing of longer ones. */
  maxSlots: number;
  proved: boolean;
  /** Recomputed by the checker; undefined when no plan was found. */
  value: number | undefined;
  price: number | undefined;
  bound: number;
  moves: number;
  slots: number;
  cpuSeconds: number;
  /** Work units, of our own strategies. */
  work?: number;
  /** What the checker finds wrong, and claims that differ from what it computes. */
  wrong: string[];
}

const engine = createEngine(loadHighsNode);

/** From snapshot to checked plan, the engine's loading and the check included. */
export async function solveOurs(solver: string, { snapshot }: Instance, options: Options): Promise<Solved> {
  const resolved = resolveOptions(snapshot, options);
  const started = process.cpuUsage();
  const { plan, rejected } = await solve(snapshot, resolved, engine, SOLVER_VERSION);
  const { user, system } = process.cpuUsage(started);
  const { price, moves, slots, levels } = plan.objective;
  return {
    solver,
    maxSlots: resolved.maxSlots,
    proved: plan.status === 'optimal',
    value: Number(levels[0].value),
    price: Number(price),
    bound: Number(levels[0].bound),
    moves,
    slots,
    cpuSeconds: (user + system) / 1e6,
    work: plan.work,
    wrong: rejected.map(({ message }) => message),
  };
}

/** Another solver on the same instance, through the same checker. */
export function solveOther(
  solver: string,
  answers: Answers,
  script: string,
  instance: Instance,
  slots: number,
  seconds: number,
): Solved {
  const { program } = asProgram(instance, slots);
  return checkAnswer(solver, instance, slots, answers.ask(script, program, seconds));
}

/** Rounding of other solvers, in parts of a money unit, which is the step of every objective. */
const ROUNDING = 1e-4;

export function checkAnswer(solver: string, instance: Instance, slots: number, answer: Answer): Solved {
  const { problem, options } = asProgram(instance, slots);
  const money = (units: number) => (units * Number(problem.moneyUnit)) / 1e12;
  const solved: Solved = {
    solver,
    maxSlots: options.maxSlots,
    proved: answer.status === 'optimal',
    value: undefined,
    price: undefined,
    // A bound of whole units is good for the next whole one.
    bound: money(Math.max(0, Math.ceil(answer.bound - ROUNDING))),
    moves: 0,
    slots: 0,
    cpuSeconds: answer.cpuSeconds,
    wrong: [],
  };
  if (answer.value === null) return solved;
  const { violations, recomputed } = checkPlan(instance.snapshot, options, planOf(problem, answer));
  const { levels, price, moves, slots: used } = recomputed.objective;
  const wrong = violations.map(({ message }) => message);
  const claimed = formatMoney(BigInt(Math.round(answer.value)) * problem.moneyUnit);
  if (claimed !== levels[0].value) wrong.push(`claims ${claimed}, but the plan comes to ${levels[0].value}`);
  return { ...solved, value: Number(levels[0].value), price: Number(price), moves, slots: used, wrong };
}

/** The moves in the public format; slots in which nothing moves are left out. */
function planOf(problem: Problem, { moves }: Answer): { slots: Pick<Plan['slots'][number], 'moves'>[] } {
  const replicas = replicasOf(problem);
  const bySlot = Map.groupBy(moves, ({ slot }) => slot);
  const order = [...bySlot.keys()].sort((a, b) => a - b);
  return {
    slots: order.map((slot) => ({
      moves: (bySlot.get(slot) ?? []).map(({ replica, to }): Move => {
        const { group, i } = replicas[replica];
        return {
          workload: problem.workloadNames[problem.groupWorkload[group]],
          replica: problem.replicaName(group, i),
          from: problem.nodeNames[problem.groupNode[group]],
          to: problem.nodeNames[to],
          mode: 'surge',
        };
      }),
    })),
  };
}
