import { ANY_ADDRESS, type TakenPort, takenPort } from '../host-ports.ts';
import type { RunningWorkload } from './groups.ts';

/**
 * Rule node-ports as resources of which every node has one: a host port with an address of its own is one, and who
 * takes the port on any address takes all of them and one more. So a set of replicas fits a node exactly when no two
 * of its ports conflict.
 */
export function exclusiveResources(running: readonly RunningWorkload[]): {
  names: string[];
  /** Whether a workload takes it, [resource][workload]. */
  takes: Uint8Array[];
} {
  const taken = running.map(({ workload }) => (workload.hostPorts ?? []).map(takenPort));
  const all = new Map(taken.flat().map((port) => [nameOf(port), port]));
  const names = [...all.keys()].sort();
  const takes = names.map((name) => {
    const { hostPort, protocol, hostIP } = all.get(name) as TakenPort;
    return Uint8Array.from(taken, (ports) =>
      ports.some(
        (port) =>
          port.hostPort === hostPort &&
          port.protocol === protocol &&
          (port.hostIP === hostIP || port.hostIP === ANY_ADDRESS),
      )
        ? 1
        : 0,
    );
  });
  return { names, takes };
}

/** No resource of a snapshot has a colon in its name. */
function nameOf({ hostPort, protocol, hostIP }: TakenPort): string {
  return `port:${protocol}:${hostPort}:${hostIP}`;
}
