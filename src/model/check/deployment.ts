import { money } from '../decimal.ts';
import { type TakenPort, takenPort } from '../host-ports.ts';
import { requiredTerms } from '../node-selection.ts';
import { byName, countsOf } from '../placement.ts';
import { resourceUnits } from '../quantity.ts';
import { replicasOf } from '../replicas.ts';
import type { NodeSelectorTerm, Taint, Toleration } from '../scheduling.ts';
import type { MoveMode, Snapshot, Workload } from '../snapshot.ts';
import { workloadKey } from '../snapshot.ts';
import type { Spot } from '../spot.ts';
import type { Volume } from '../volumes.ts';
import { claimUsers } from './claim-users.ts';
import { type LimitedCall, limitedCalls } from './limited-calls.ts';
import { type NamespaceFacts, namespaceFacts } from './namespace-facts.ts';
import { type Network, network } from './network.ts';
import { type PodFacts, podFacts } from './pod-facts.ts';
import { type Requests, requestedResources, requestsOf } from './requests.ts';

/**
 * A snapshot as the checker reads it, once for any number of plans. From the public format alone: this shares
 * nothing with `problem.ts`, so a mistake there does not come back here. Nodes, workloads and resources are
 * sorted by name and referred to by their position.
 */
export interface Deployment {
  readonly nodes: readonly NodeFacts[];
  readonly workloads: readonly WorkloadFacts[];
  /** Names of what replicas request; `pods` only when some node limits it. */
  readonly resources: readonly string[];
  /** Whether both copies of a moving replica use the resource, [resource]. */
  readonly transient: readonly boolean[];
  /** In the resource's own unit, undefined when there is no limit, [node * resources + resource]. */
  readonly allocatable: readonly (bigint | undefined)[];
  /** Use at the start, [node * resources + resource]. */
  readonly use: readonly bigint[];
  readonly network: Network;
  readonly calls: readonly LimitedCall[];
  /** Positions in `calls` of the calls that a workload is part of, [workload]. */
  readonly callsOf: readonly (readonly number[])[];
  readonly currency: string;
  /** What replicas demand of each other. */
  readonly pods: PodFacts;
  readonly namespaces: NamespaceFacts;
  /** How many replicas name a claim. */
  claimUsers(namespace: string, claim: string): number;
  findNode(name: string): number | undefined;
  findWorkload(key: string): number | undefined;
  /** A replica of a workload: where it runs at the start; undefined when there is no such replica. */
  findReplica(workload: number, name: string): ReplicaFacts | undefined;
}

export interface ReplicaFacts {
  readonly node: number;
  /** What the replica and its workload say. */
  readonly movable: boolean;
  /** What it requests until it moves; `requests` of the workload where it says nothing else. */
  readonly requests: Requests;
  /** Those of the workload too. */
  readonly volumes: readonly Volume[];
}

export interface NodeFacts {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly Taint[];
  readonly unschedulable: boolean;
  readonly ready: boolean;
  readonly isSpot: boolean;
  /** 10⁻¹² of the currency per hour; undefined when unknown. */
  readonly price: bigint | undefined;
  readonly billedWhenEmpty: boolean;
  /** Replicas at the start. */
  readonly hosted: number;
}

export interface WorkloadFacts {
  /** namespace/name */
  readonly key: string;
  /** How its replicas move. */
  readonly mode: MoveMode;
  /** Undefined: never on spot nodes. */
  readonly spot: Spot | undefined;
  /** What a replica demands of the node on which it arrives. */
  readonly nodeSelector: readonly (readonly [key: string, value: string])[];
  /** Alternatives; undefined when nothing is required. */
  readonly nodeTerms: readonly NodeSelectorTerm[] | undefined;
  readonly tolerations: readonly Toleration[];
  readonly hostPorts: readonly TakenPort[];
  /** What one replica requests, without zeros: the resource and the amount in its own unit. */
  readonly requests: Requests;
  /** Replicas at the start per node, sorted by node. */
  readonly counts: readonly { readonly node: number; readonly count: number }[];
}

export function readDeployment(snapshot: Snapshot): Deployment {
  const nodes = [...snapshot.nodes].sort((a, b) => byName(a.name, b.name));
  const workloads = snapshot.workloads.map((workload) => ({ workload, key: workloadKey(workload) }));
  workloads.sort((a, b) => byName(a.key, b.key));
  const nodeIndex = new Map(nodes.map(({ name }, index) => [name, index]));
  const workloadIndex = new Map(workloads.map(({ key }, index) => [key, index]));
  const resources = requestedResources(snapshot);
  const resourceIndex = new Map(resources.map((name, index) => [name, index]));

  const hosted = nodes.map(() => 0);
  const use = new Array<bigint>(nodes.length * resources.length).fill(0n);
  const facts = workloads.map(({ workload, key }): WorkloadFacts => {
    const requests = requestsOf(workload.requests, resourceIndex);
    const counts = [...countsOf(workload)]
      .map(([node, count]) => ({ node: nodeIndex.get(node) as number, count }))
      .sort((a, b) => a.node - b.node);
    const occupy = (node: number, count: number, requested: Requests) => {
      for (const { resource, units } of requested)
        use[node * resources.length + resource] += units * BigInt(count);
    };
    for (const { node, count } of counts) hosted[node] += count;
    if (!Array.isArray(workload.replicas))
      for (const { node, count } of counts) occupy(node, count, requests);
    else
      for (const { node, requests: own } of workload.replicas)
        occupy(nodeIndex.get(node) as number, 1, own ? requestsOf(own, resourceIndex) : requests);
    return {
      key,
      mode: workload.mode ?? 'surge',
      spot: workload.spot,
      ...selectionOf(workload),
      requests,
      counts,
    };
  });

  const places = network(nodes, snapshot);
  const calls = limitedCalls(snapshot, facts, workloadIndex, places.of);
  const callsOf = facts.map((): number[] => []);
  for (const [index, { from, to }] of calls.entries()) {
    callsOf[from].push(index);
    callsOf[to].push(index);
  }
  const startOf: (Map<string, ReplicaFacts> | undefined)[] = [];
  const factsOfNodes = nodes.map((node, index) => nodeFacts(node, hosted[index]));
  return {
    nodes: factsOfNodes,
    workloads: facts,
    resources,
    transient: transience(snapshot, resources),
    allocatable: nodes.flatMap((node) => allocatableOf(node.allocatable, resources)),
    use,
    network: places,
    calls,
    callsOf,
    currency: snapshot.currency ?? 'USD',
    pods: podFacts(
      workloads.map(({ workload }) => workload),
      factsOfNodes,
      facts,
    ),
    namespaces: namespaceFacts(
      snapshot,
      workloads.map(({ workload }) => workload),
    ),
    claimUsers: claimUsers(snapshot),
    findNode: (name) => nodeIndex.get(name),
    findWorkload: (key) => workloadIndex.get(key),
    findReplica: (workload, name) => {
      // Names are made when first asked for: most plans move few of the workloads.
      startOf[workload] ??= new Map(
        replicasOf(workloads[workload].workload).map(({ name: own, node, movable, variant }) => [
          own,
          {
            node: nodeIndex.get(node) as number,
            movable,
            requests: variant?.requests
              ? requestsOf(variant.requests, resourceIndex)
              : facts[workload].requests,
            volumes: [...(workloads[workload].workload.volumes ?? []), ...(variant?.volumes ?? [])],
          },
        ]),
      );
      return startOf[workload].get(name);
    },
  };
}

function nodeFacts(node: Snapshot['nodes'][number], hosted: number): NodeFacts {
  const {
    name,
    pricePerHour,
    billedWhenEmpty,
    labels = {},
    taints = [],
    unschedulable,
    ready,
    capacityType,
  } = node;
  return {
    name,
    labels: new Map(Object.entries(labels)),
    taints,
    unschedulable: unschedulable === true,
    ready: ready !== false,
    isSpot: capacityType === 'spot',
    price: pricePerHour === undefined ? undefined : money(pricePerHour),
    billedWhenEmpty: billedWhenEmpty !== false,
    hosted,
  };
}

function selectionOf({ nodeSelector = {}, affinity, tolerations = [], hostPorts = [] }: Workload) {
  return {
    nodeSelector: Object.entries(nodeSelector),
    nodeTerms: requiredTerms({ affinity }),
    tolerations,
    hostPorts: hostPorts.map(takenPort),
  };
}

/** A resource that the node does not name is 0 there, but for `pods`, which then has no limit. */
function allocatableOf(allocatable: Snapshot['nodes'][number]['allocatable'], resources: readonly string[]) {
  const given = new Map(Object.entries(allocatable));
  return resources.map((name) => {
    const amount = given.get(name);
    return amount === undefined ? (name === 'pods' ? undefined : 0n) : resourceUnits(name, amount);
  });
}

function transience(snapshot: Snapshot, resources: readonly string[]): boolean[] {
  const rules = new Map(Object.entries(snapshot.resources ?? {}));
  return resources.map((name) => rules.get(name)?.transient !== false);
}
