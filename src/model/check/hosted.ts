import type { Deployment } from './deployment.ts';
import type { ReplayedSlot } from './replay.ts';

/**
 * Copies of workloads on every node, walked slot by slot: `enter` gives those alive during a slot, `leave` those after it.
 * The old copy of a move counts during its slot, whatever its mode: others may arrive before it goes.
 */
export interface HostedWalk {
  /** Copies by workload. */
  on(node: number): ReadonlyMap<number, number>;
  enter(slot: ReplayedSlot): void;
  leave(slot: ReplayedSlot): void;
}

/** @param counts the workloads that are to be counted */
export function walkHosted(
  { nodes, workloads }: Deployment,
  counts: (workload: number) => boolean,
): HostedWalk {
  const hosted = nodes.map(() => new Map<number, number>());
  const add = (workload: number, node: number, copies: number) => {
    const sum = (hosted[node].get(workload) ?? 0) + copies;
    if (sum > 0) hosted[node].set(workload, sum);
    else hosted[node].delete(workload);
  };
  for (const [w, { counts: placed }] of workloads.entries()) {
    if (counts(w)) for (const { node, count } of placed) add(w, node, count);
  }
  return {
    on: (node) => hosted[node],
    enter({ carried }) {
      for (const { workload, to } of carried) if (counts(workload)) add(workload, to, 1);
    },
    leave({ carried }) {
      for (const { workload, from, to, last } of carried)
        if (counts(workload)) add(workload, last ? from : to, -1);
    },
  };
}
