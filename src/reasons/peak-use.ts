import { released } from '../model/problem.ts';
import { rowsOf } from '../solver/schedule.ts';
import type { Moves } from './lift-rule.ts';

interface Peak {
  /** In the resource's own unit, both copies counted where the resource is transient. */
  use: bigint;
  /** Whether a replica that requests the resource ever arrives. */
  arrives: boolean;
}

/** The highest use of a resource on each node, by name, over the slots of a plan in which something arrives there. */
export function peakUse({ problem, schedule }: Moves, resource: string): Map<string, Peak> {
  const k = problem.resourceNames.indexOf(resource);
  const peaks = new Map<string, Peak>();
  if (k < 0) return peaks;
  const { resources, transient, recreate, demand, groupNode, groupWorkload, nodeNames } = problem;
  const use = Array.from({ length: problem.nodes }, (_, n) => problem.use[n * resources + k]);
  const rows = [...rowsOf(schedule)];
  const slots = rows.reduce((most, [, , slot]) => Math.max(most, slot), 0);
  for (let slot = 1; slot <= slots; slot++) {
    const moving = rows.filter(([, , at]) => at === slot);
    /** Of old copies that go first, or of the others. */
    const giveBack = (first: boolean) => {
      for (const [group, , , count] of moving) {
        const goesFirst = !transient[k] || recreate[groupWorkload[group]] === 1;
        if (goesFirst === first) use[groupNode[group]] -= released(problem, group, k) * count;
      }
    };
    giveBack(true);
    const reached = new Set<number>();
    for (const [group, target, , count] of moving) {
      const amount = demand[groupWorkload[group] * resources + k] * count;
      use[target] += amount;
      if (amount > 0) reached.add(target);
    }
    for (const target of reached) {
      const units = BigInt(use[target]) * problem.resourceUnit[k];
      const before = peaks.get(nodeNames[target])?.use ?? 0n;
      peaks.set(nodeNames[target], { use: units > before ? units : before, arrives: true });
    }
    giveBack(false);
  }
  return peaks;
}
