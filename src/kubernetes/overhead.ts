import { portsConflict, type TakenPort, takenPort } from '../model/host-ports.ts';
import { unitsOf } from '../model/quantity.ts';
import { type Amounts, NO_AMOUNTS, plus } from './amounts.ts';
import type { ClusterNode } from './node.ts';
import type { ClusterPod } from './pod.ts';
import type { Warnings } from './warnings.ts';

/** Pods that take room and keep no node: of DaemonSets, static ones, those about to end, and pending ones that room is kept for. */
export class Overhead {
  readonly #byNode = new Map<string, { requests: Amounts; pods: bigint }>();
  /** Different ports only: daemons have the same ones on every node. */
  readonly #ports = new Map<string, TakenPort>();

  /** @param attached volumes of drivers that limit them */
  add(node: string, pod: ClusterPod, attached: Amounts): void {
    const sum = this.#byNode.get(node) ?? { requests: NO_AMOUNTS, pods: 0n };
    this.#byNode.set(node, {
      requests: plus(plus(sum.requests, pod.requests), attached),
      pods: sum.pods + 1n,
    });
    for (const port of pod.hostPorts) {
      const taken = takenPort(port);
      this.#ports.set(JSON.stringify(taken), taken);
    }
  }

  /** Whether a port of the pod is taken on some node: on which is not asked. */
  takesPortOf(pod: ClusterPod): boolean {
    if (pod.hostPorts.length === 0) return false;
    const own = pod.hostPorts.map(takenPort);
    return [...this.#ports.values()].some((taken) => own.some((port) => portsConflict(port, taken)));
  }

  /**
   * What is left for others, in each resource's own unit, of the resources asked for. What a node does not name it does not have; for
   * `pods` a snapshot would take that as no limit, so it is stated.
   */
  leftOn(node: ClusterNode, resources: Iterable<string>, warnings: Warnings): Map<string, bigint> {
    const { requests, pods } = this.#byNode.get(node.name) ?? { requests: NO_AMOUNTS, pods: 0n };
    const left = new Map<string, bigint>();
    for (const resource of resources) {
      const all = node.allocatable.get(resource);
      if (all === undefined && resource !== 'pods') continue;
      const taken = resource === 'pods' ? pods : unitsOf(resource, requests.get(resource) ?? 0n);
      const rest = unitsOf(resource, all ?? 0n) - taken;
      if (rest < 0n && all !== undefined) warnings.add('overhead-too-large', resource, node.name);
      left.set(resource, rest < 0n ? 0n : rest);
    }
    return left;
  }
}
