import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerCheck } from '../../src/model/check/answer.ts';
import type { Plan } from '../../src/model/plan.ts';
import { explain } from '../../src/reasons/explain.ts';
import type { Explanation } from '../../src/reasons/explanation.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import { formatJson } from './format.ts';
import { EXAMPLES_FOLDER, type ExampleName, readExample } from './read.ts';

const engine = createEngine(loadHighsNode);

/** The text of the committed plan, or of an empty file before there is one. */
export function committedPlan(name: ExampleName): string {
  const path = join(EXAMPLES_FOLDER, name, 'plan.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * The plan of an example as the file should have it. It states the solver version of the committed plan when that is
 * all that would change, because then that version makes the same plan.
 * @throws Error when the exit check turned the plan down
 */
export async function planExample(name: ExampleName): Promise<Plan> {
  const committed = committedPlan(name);
  const stated: unknown = committed === '' ? undefined : JSON.parse(committed).solverVersion;
  if (typeof stated === 'string' && stated !== SOLVER_VERSION) {
    const plan = await planWith(name, stated);
    if (formatJson(plan) === committed) return plan;
  }
  return planWith(name, SOLVER_VERSION);
}

async function planWith(name: ExampleName, solverVersion: string): Promise<Plan> {
  const { snapshot, options } = readExample(name);
  const { plan, rejected } = await solve(snapshot, options, engine, solverVersion);
  if (rejected.length > 0) throw new Error(`${name}: ${rejected.map(({ message }) => message).join('; ')}`);
  return plan;
}

/** What POST /v1/checks answers to the bare moves of an example's plan. */
export function checkExample(name: ExampleName, { slots }: Plan) {
  const { snapshot, options } = readExample(name);
  const moves = { slots: slots.map((slot) => ({ moves: slot.moves })) };
  return answerCheck(snapshot, options, moves);
}

/** What POST /v1/explanations answers besides the plan. */
export async function reasonsExample(name: ExampleName): Promise<Omit<Explanation, 'plan'>> {
  const { explanation } = await explain(readExample(name), {}, engine, SOLVER_VERSION);
  const { plan: _, ...reasons } = explanation;
  return reasons;
}
