import type { HostPort } from './scheduling.ts';

/** Every address of the node: what a host port without an address takes (kube-scheduler, framework/types.go, HostPortInfo). */
export const ANY_ADDRESS = '0.0.0.0';

/** A host port with what is left out filled in. */
export interface TakenPort {
  readonly hostPort: number;
  readonly protocol: string;
  readonly hostIP: string;
}

export function takenPort({ hostPort, protocol = 'TCP', hostIP = '' }: HostPort): TakenPort {
  return { hostPort, protocol, hostIP: hostIP === '' ? ANY_ADDRESS : hostIP };
}

/** Whether two replicas with these ports can't run on one node. */
export function portsConflict(a: TakenPort, b: TakenPort): boolean {
  if (a.hostPort !== b.hostPort || a.protocol !== b.protocol) return false;
  return a.hostIP === b.hostIP || a.hostIP === ANY_ADDRESS || b.hostIP === ANY_ADDRESS;
}
