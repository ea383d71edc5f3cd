import type { Plan, Violation } from '../plan.ts';
import { moversOf, walkCopies } from './copies.ts';
import type { Deployment } from './deployment.ts';
import { plainExcess } from './latency-excess.ts';
import type { Replay } from './replay.ts';

/** What the last placement comes to. */

/** Replicas per node and workload in the end: all workloads, sorted by name; nodes without replicas left out. */
export function finalPlacement({ nodes, workloads }: Deployment, replay: Replay): Plan['placement'] {
  const changes = new Map<number, Map<number, number>>();
  for (const { carried } of replay) {
    for (const { workload, from, to, last } of carried) {
      if (!last) continue;
      const change = changes.get(workload) ?? new Map<number, number>();
      changes.set(workload, change);
      change.set(from, (change.get(from) ?? 0) - 1);
      change.set(to, (change.get(to) ?? 0) + 1);
    }
  }
  return workloads.map(({ key, counts }, workload) => {
    const change = changes.get(workload);
    if (!change)
      return {
        workload: key,
        nodes: Object.fromEntries(counts.map(({ node, count }) => [nodes[node].name, count])),
      };
    for (const { node, count } of counts) change.set(node, (change.get(node) ?? 0) + count);
    const left = [...change].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
    return {
      workload: key,
      nodes: Object.fromEntries(left.map(([node, count]) => [nodes[node].name, count])),
    };
  });
}

/** Calls that the rule latency is about, and how many keep their plain limit everywhere, at the start and in the end. */
export function callsKept(
  deployment: Deployment,
  replay: Replay,
  inherited: readonly Violation[],
): Plan['calls'] {
  const { calls, callsOf, network } = deployment;
  const walk = walkCopies(deployment);
  const touched = new Set<number>();
  for (const { carried } of replay) {
    const movers = moversOf(deployment, carried);
    walk.carryOut(movers);
    for (const workload of movers.keys()) for (const call of callsOf[workload]) touched.add(call);
  }
  const late = new Set(inherited.flatMap(({ rule, subject }) => (rule === 'latency' ? [subject] : [])));
  const keptBefore = calls.length - late.size;
  for (const call of touched) {
    const { from, to, subject } = calls[call];
    const places = (workload: number) => new Set(walk.placed(workload).map(({ now }) => now));
    if (plainExcess(network, calls[call], places(from), places(to)) > 0) late.add(subject);
    else late.delete(subject);
  }
  return { limited: calls.length, keptBefore, keptAfter: calls.length - late.size };
}
