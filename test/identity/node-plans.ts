import type { TestProject } from 'vitest/node';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import { questions } from './questions.ts';

/** Solves in Node what the tests in workerd solve there (`test/workers/identity.test.ts`). */
export async function setup(project: TestProject): Promise<void> {
  const engine = createEngine(loadHighsNode);
  const plans: string[] = [];
  for (const { snapshot, options } of questions()) {
    const { plan } = await solve(snapshot, options, engine, SOLVER_VERSION);
    plans.push(JSON.stringify(plan));
  }
  project.provide('nodePlans', plans);
}
