import { inForce } from './options/in-force.ts';
import type { ResolvedOptions } from './options.ts';
import { byName } from './placement.ts';
import { arrivalsOf } from './problem/arrivals.ts';
import { snapshotBudgets } from './problem/budgets.ts';
import { groupsOf, runningWorkloads } from './problem/groups.ts';
import { delaysOf, limitedCalls, locationsOf } from './problem/latency.ts';
import { pricesOf } from './problem/prices.ts';
import { resourcesOf } from './problem/resources.ts';
import { sideRulesOf } from './problem/side-rules.ts';
import { volumeHolds } from './problem/volumes.ts';
import type { Problem } from './problem.ts';
import type { Snapshot } from './snapshot.ts';

const indexOf = (names: readonly string[]) => new Map(names.map((name, index) => [name, index]));

/**
 * Names to indices: the only place where a snapshot becomes a problem. Everything is sorted by name first, so the order
 * of the input arrays can't show.
 * @throws TypeError or RangeError for a snapshot that `readQuestion` would have refused: a bug, not an input error.
 */
export function toProblem(given: Snapshot, options: ResolvedOptions): Problem {
  const snapshot = inForce(given, options);
  const nodes = [...snapshot.nodes].sort((a, b) => byName(a.name, b.name));
  const nodeNames = nodes.map((node) => node.name);
  const running = runningWorkloads(snapshot);
  const workloadNames = running.map(({ key }) => key);
  const { budgets, frozen } = snapshotBudgets(snapshot, running);
  const { groups, variants, replicaName } = groupsOf(running, nodes, {
    ...options,
    frozen,
    volumeHolds: volumeHolds(snapshot),
  });
  const { names: locationNames, location } = locationsOf(nodes);
  return {
    nodes: nodes.length,
    workloads: running.length,
    nodeNames,
    workloadNames,
    location,
    locations: locationNames.length,
    ...groups,
    replicaName,
    ...pricesOf(nodes, groups, options),
    ...arrivalsOf(nodes, running, groups, variants, options),
    ...resourcesOf(snapshot, nodes, running, groups, variants, options),
    ...limitedCalls(snapshot, indexOf(workloadNames)),
    delay: delaysOf(snapshot, locationNames),
    ...sideRulesOf(nodes, running, groups, budgets, options),
    objective: options.objective.kind,
    maxSlots: options.maxSlots,
    maxMoves: options.maxMoves,
    latencyIn: options.latencyIn,
  };
}
