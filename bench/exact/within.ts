import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { exact } from '../../src/solver/exact/exact.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { runStrategy } from '../../src/solver/run-strategy.ts';
import type { Strategy } from '../../src/solver/strategy.ts';
import { toPlan } from '../../src/solver/to-plan.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import type { Instance } from './instance.ts';
import type { Solved } from './solved.ts';

/** Seconds that the step of a million units may take in which the time runs out. */
const LAST_STEP = 3;

const engine = createEngine(loadHighsNode);

/**
 * Our `exact` with a limit of processor time, which the product does not have: the aim is in seconds, and work units are
 * only about as long as a microsecond.
 */
export async function solveWithin(
  solver: string,
  { snapshot }: Instance,
  asked: Options,
  seconds: number,
): Promise<Solved> {
  const started = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  const timed: Strategy = {
    ...exact,
    step: async (...step) => {
      const result = await exact.step(...step);
      return { ...result, done: result.done || spent() >= seconds - LAST_STEP };
    },
  };
  const options = resolveOptions(snapshot, { ...asked, strategy: 'exact' });
  const problem = toProblem(snapshot, options);
  const run = await runStrategy(problem, timed, Number.MAX_SAFE_INTEGER, engine);
  const identity = { snapshotDigest: '', questionDigest: '', solverVersion: SOLVER_VERSION };
  const { objective, slots, cost } = toPlan(problem, snapshot, options, run, [], identity);
  const { violations } = checkPlan(snapshot, options, { objective, slots, cost });
  const [level] = objective.levels;
  return {
    solver,
    maxSlots: options.maxSlots,
    proved: run.proved,
    value: Number(level.value),
    price: Number(objective.price),
    bound: Number(level.bound),
    moves: objective.moves,
    slots: objective.slots,
    cpuSeconds: spent(),
    work: run.work,
    wrong: violations.map(({ message }) => message),
  };
}
