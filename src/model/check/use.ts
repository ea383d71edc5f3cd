import type { Deployment } from './deployment.ts';
import type { ReplayedSlot } from './replay.ts';

/**
 * Use of every resource on every node, walked slot by slot: `enter` gives the use during a slot, `leave` the use
 * after it. The old copy of a move counts during its slot, but for resources that are not transient and for
 * mode `recreate`, which ends the old copy before the new one starts.
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
      for (const { workload, from, to, last, move } of carried) {
        for (const { resource, units } of workloads[workload].requests) {
          use[to * resources.length + resource] += units;
          const released = move.mode === 'recreate' || !transient[resource];
          if (last && released) use[from * resources.length + resource] -= units;
        }
      }
    },
    leave({ carried }) {
      for (const { workload, from, to, last, move } of carried) {
        for (const { resource, units } of workloads[workload].requests) {
          const released = move.mode === 'recreate' || !transient[resource];
          if (!last) use[to * resources.length + resource] -= units;
          else if (!released) use[from * resources.length + resource] -= units;
        }
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
