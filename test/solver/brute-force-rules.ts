import { LATENCY_MODES, type Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Engine } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { drawnChoices } from '../generate/choices.ts';
import { withKindRules } from '../generate/kind-rules.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { reachable } from './brute-force.ts';
import {
  bestReached,
  type Comparison,
  levels,
  NOTHING_COMPARED,
  objectives,
  planFaults,
} from './brute-force-compare.ts';
import { tightSnapshot } from './brute-force-tight.ts';

/** Instances with all rules mixed, on which `exact` and `ilp` are held against brute force, have these numbers. */
export const FIRST_MIXED = 20_000;

/** Rules about pods, kinds of workloads and nodes: each alone or with others, as all together leave little to move. */
function mixedInstance(i: number): Snapshot {
  let snapshot = i % 3 === 2 ? tightSnapshot(i) : tinySnapshot(i);
  if (i % 7 === 0) snapshot = withNodeRules(snapshot, i);
  if (i % 2 === 0) snapshot = withPodRules(snapshot, i);
  return i % 3 === 0 || i % 4 === 1 ? withKindRules(snapshot, i) : snapshot;
}

function mixedOptions(i: number, snapshot: Snapshot): Options {
  const { budgets } = drawnChoices(snapshot, i);
  return {
    ...objectives(i)[i % 2],
    latencyIn: LATENCY_MODES[i % 3],
    allowRecreate: i % 5 !== 0,
    keepSpread: i % 4 > 0,
    ...(budgets && i % 3 === 1 && { budgets }),
    ...(i % 11 === 5 && { maxSlots: 2 }),
    workLimit: 250_000_000,
  };
}

/** One question about instance i, asked of both strategies that prove. */
export async function compareMixed(i: number, engine: Engine): Promise<Comparison> {
  const snapshot = mixedInstance(i);
  const options = mixedOptions(i, snapshot);
  const reached = reachable(snapshot, LATENCY_MODES[i % 3], options);
  const best = bestReached(snapshot, options, reached);
  const result: Comparison = {
    ...NOTHING_COMPARED,
    questions: 1,
    moving: best.moves > 0 ? 1 : 0,
    severalSlots: best.slots > 1 ? 1 : 0,
    faults: [],
  };
  for (const strategy of ['exact', 'ilp'] as const) {
    const { plan, rejected } = await solve(snapshot, { ...options, strategy }, engine, 'test');
    const faults = [
      ...rejected.map(({ message }) => `rejected: ${message}`),
      ...planFaults(plan, levels(snapshot, options, best)),
    ];
    const asked = JSON.stringify({ ...options, strategy });
    result.faults.push(...faults.map((fault) => `instance ${i} ${asked}: ${fault}`));
  }
  return result;
}
