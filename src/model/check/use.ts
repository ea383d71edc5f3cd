import type { Deployment } from './deployment.ts';
import type { ReplayedSlot } from './replay.ts';

/**
 * Use of every resource on every node, walked slot by slot: `enter` gives the use during a slot, `leave` the use
 * after it. The old copy of a move counts during its slot, but for resources that are not transient. That of a `recreate`
 * move does, too: moves of a slot run in any order, so others may arrive before it is gone.
 */
export interface UseWalk {
  /** In the resource's own unit, [node * resources + resource]. */
  readonly use: readonly bigint[];
  enter(slot: ReplayedSlot): void;
  leave(slot: ReplayedSlot): void;
}

export function walkUse({ workloads, resources, transient, use: atStart }: Deployment): UseWalk {
  const use = [...atStart];
  return {
    use,
    enter({ carried }) {
      for (const { workload, from, to, last, released } of carried) {
        for (const { resource, units } of workloads[workload].requests)
          use[to * resources.length + resource] += units;
        if (!last) continue;
        for (const { resource, units } of released)
          if (!transient[resource]) use[from * resources.length + resource] -= units;
      }
    },
    leave({ carried }) {
      for (const { workload, from, to, last, released } of carried) {
        if (last) {
          for (const { resource, units } of released)
            if (transient[resource]) use[from * resources.length + resource] -= units;
          continue;
        }
        for (const { resource, units } of workloads[workload].requests)
          use[to * resources.length + resource] -= units;
      }
    },
  };
}

/** The cells [node * resources + resource] in which the arrivals of a slot request something. */
export function arrivalCells({ workloads, resources }: Deployment, { carried }: ReplayedSlot): Set<number> {
  const cells = new Set<number>();
  for (const { workload, to } of carried) {
    for (const { resource } of workloads[workload].requests) cells.add(to * resources.length + resource);
  }
  return cells;
}
