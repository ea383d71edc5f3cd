import { portsConflict } from '../host-ports.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import type { WorkloadFacts } from './deployment.ts';
import { walkHosted } from './hosted.ts';

/**
 * Rule node-ports: a replica arrives only where no other copy, old or new, takes one of its host ports (Kubernetes:
 * plugin NodePorts). Excess: how many copies do, per workload, node and slot.
 */
export function nodePorts({ deployment, replay }: CheckContext): Violation[] {
  const { nodes, workloads } = deployment;
  const hasPorts = (workload: number) => workloads[workload].hostPorts.length > 0;
  if (!workloads.some((_, w) => hasPorts(w))) return [];
  const walk = walkHosted(deployment, hasPorts);
  return replay.flatMap((slot, index) => {
    walk.enter(slot);
    const found = slot.carried.flatMap(({ workload, to, move: { replica } }): Violation[] => {
      if (!hasPorts(workload)) return [];
      // The replica itself is one of the copies.
      let others = -1;
      for (const [rival, copies] of walk.on(to))
        if (conflict(workloads[workload], workloads[rival])) others += copies;
      if (others <= 0) return [];
      const { key } = workloads[workload];
      const message = `${replica} arrives on ${nodes[to].name}, where ${others} of the copies take one of its host ports`;
      const subject = `${key} ${nodes[to].name}`;
      return [{ rule: 'node-ports', slot: index + 1, subject, excess: String(others), message }];
    });
    walk.leave(slot);
    return found;
  });
}

function conflict(a: WorkloadFacts, b: WorkloadFacts): boolean {
  return a.hostPorts.some((mine) => b.hostPorts.some((other) => portsConflict(mine, other)));
}
