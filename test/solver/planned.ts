import { expect } from 'vitest';
import type { Options } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Engine } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';

/** For strategies that must not ask HiGHS. */
export const noEngine: Engine = {
  solve: () => Promise.reject(new Error('HiGHS was asked')),
  reset: () => undefined,
};

/** The plan of a question, which must have passed the exit check. */
export async function planOf(snapshot: Snapshot, options: Options, engine: Engine = noEngine): Promise<Plan> {
  const { plan, rejected } = await solve(snapshot, options, engine, 'test');
  expect(rejected).toEqual([]);
  return plan;
}

/** The moves of each slot, `B-0 n2>n3`. */
export function movesOf(plan: Plan): string[][] {
  return plan.slots.map(({ moves }) => moves.map(({ replica, from, to }) => `${replica} ${from}>${to}`));
}
