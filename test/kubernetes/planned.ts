import { expect } from 'vitest';
import type { ClusterSnapshot } from '../../src/kubernetes/to-snapshot.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { readSnapshot } from '../../src/model/read-snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { converted, type list } from './objects.ts';

const engine = createEngine(loadHighsNode);
/** Nodes n1, n2, … cost 10, 1, 1, … unless said otherwise. */
const PRICES = { n1: 10, n2: 1, n3: 1, n4: 1 };

export interface Planned {
  /** `shop/web-0 n1>n2`, of all slots. */
  moves: string[];
  emptied: string[];
  slots: number;
  answer: ClusterSnapshot;
}

/** The best plan of a dump. It has passed the check; so has the snapshot. */
export async function planned(
  objects: ReturnType<typeof list>,
  nodePrices: Record<string, string | number> = PRICES,
  options: Options = {},
): Promise<Planned> {
  const answer = converted(objects, { nodePrices });
  const { snapshot } = answer;
  expect(readSnapshot(snapshot)).toEqual({ snapshot });
  const { plan, rejected } = await solve(snapshot, options, engine, 'test');
  expect(rejected).toEqual([]);
  expect(checkPlan(snapshot, resolveOptions(snapshot, options), plan).violations).toEqual([]);
  return {
    moves: plan.slots.flatMap(({ moves }) =>
      moves.map(({ workload, replica, from, to }) => `${workload.split('/')[0]}/${replica} ${from}>${to}`),
    ),
    emptied: plan.slots.flatMap(({ emptied }) => emptied),
    slots: plan.slots.length,
    answer,
  };
}
