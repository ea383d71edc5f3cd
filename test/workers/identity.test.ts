import { expect, inject, test } from 'vitest';
import { engine } from '../../src/engine/workers.ts';
import type { Plan } from '../../src/model/plan.ts';
import { solve } from '../../src/solver/solve.ts';
import { SOLVER_VERSION } from '../../src/solver/version.ts';
import { questions } from '../identity/questions.ts';

test('Node and workerd give the same plans, byte for byte', async () => {
  const nodePlans = inject('nodePlans');
  const asked = questions();
  expect(nodePlans).toHaveLength(asked.length);
  for (const [index, { snapshot, options }] of asked.entries()) {
    const { plan } = await solve(snapshot, options, engine, SOLVER_VERSION);
    expect(JSON.stringify(plan), `question ${index}`).toBe(nodePlans[index]);
  }
  const plans = nodePlans.map((json): Plan => JSON.parse(json));
  const count = (holds: (plan: Plan) => boolean) => plans.filter(holds).length;
  expect(count(({ objective }) => objective.moves > 0)).toBeGreaterThanOrEqual(8);
  expect(count(({ stoppedBy }) => stoppedBy === 'proof')).toBeGreaterThanOrEqual(8);
  expect(count(({ stoppedBy }) => stoppedBy === 'strategy-end')).toBeGreaterThanOrEqual(1);
  expect(count(({ stoppedBy }) => stoppedBy === 'work-limit')).toBeGreaterThanOrEqual(1);
});
