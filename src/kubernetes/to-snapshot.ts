import type { ErrorList } from '../model/input/error-list.ts';
import { snapshotErrors } from '../model/input/snapshot-errors.ts';
import { requiredTerms } from '../model/node-selection.ts';
import { byName } from '../model/placement.ts';
import { podDemands, ZONE } from '../model/pod-selection.ts';
import { formatUnits } from '../model/quantity.ts';
import type { Node, Snapshot, Workload } from '../model/snapshot.ts';
import { plus } from './amounts.ts';
import { disruptionBudgetsOf, readBudgets } from './budgets.ts';
import type { Claimed } from './claimed.ts';
import { CsiDrivers } from './csi-drivers.ts';
import { readDump } from './dump.ts';
import { type Immovable, immovableOf } from './immovable.ts';
import { judge } from './judge.ts';
import { type ClusterNode, locationOf, readNode } from './node.ts';
import { Overhead } from './overhead.ts';
import { Owners } from './owners.ts';
import { PersistentVolumes } from './persistent-volumes.ts';
import { Platforms } from './platform.ts';
import { type ClusterPod, readPod } from './pod.ts';
import { RulesBetweenPods } from './pod-rules.ts';
import { PodsByLabels } from './pods-by-labels.ts';
import { type PriceSources, Prices } from './prices.ts';
import { type SnapshotWarning, Warnings } from './warnings.ts';
import { type PlacedWorkload, toWorkloads } from './workloads.ts';

/** A snapshot of a cluster, and what one should know of it. */
export interface ClusterSnapshot {
  snapshot: Snapshot;
  warnings: SnapshotWarning[];
  /** Why replicas stay, by workload. */
  immovable: Immovable[];
  /** Pods that run nowhere yet, `namespace/name`. They hold no plan back. */
  pending: string[];
}

export interface Given extends PriceSources {
  currency?: string | undefined;
}

/**
 * The snapshot of a dump of Kubernetes objects (`kubectl get … -o json`). What can't be read for sure is an error that names its object;
 * what is not modelled does not move.
 * @param errors gets all faults, with paths from `objects` on; with any there, the answer means nothing
 */
export function toSnapshot(objects: unknown, given: Given, errors: ErrorList): ClusterSnapshot {
  const warnings = new Warnings();
  const dump = readDump(objects, errors, warnings);
  const drivers = new CsiDrivers(dump);
  const nodes = new Map(
    dump.all('Node').map((object) => {
      const node = readNode(object, warnings);
      return [
        object.name,
        { ...node, allocatable: plus(node.allocatable, drivers.allocatableOf(object.name)) },
      ];
    }),
  );
  const pods = dump.all('Pod').flatMap((object) => readPod(object, warnings) ?? []);
  const following = new Owners(dump, pods, warnings);
  const owners = new Map(pods.map((pod) => [pod, following.of(pod)]));
  const byLabels = new PodsByLabels(pods);
  const overhead = new Overhead();
  const platforms = new Platforms(nodes, warnings);
  const volumes = new PersistentVolumes(dump, drivers);
  const { hosted, pending } = placement(pods, nodes, owners, overhead, volumes, warnings);
  const budgets = readBudgets(dump, byLabels, owners, warnings);
  const present = pods.filter(({ nodeName, nominatedNode }) => nodes.has(nodeName ?? nominatedNode ?? ''));
  const replicas = new Set(hosted.map(({ pod }) => pod));
  const strangers = present.filter((pod) => !replicas.has(pod));
  const between = new RulesBetweenPods(present, new Set(strangers), byLabels, dump);
  const cluster = { dump, nodes, owners, between, budgets, overhead, platforms, volumes, strangers };
  const { placed, quotas } = judge(hosted, cluster, warnings);
  const spotNodes = new Set([...nodes.values()].filter(isSpot).map(({ name }) => name));
  const taints = [...nodes.values()].flatMap((node) => node.taints);
  const workloads = toWorkloads(placed, { taints: distinct(taints), spotNodes, platforms }, warnings);
  const disruptionBudgets = disruptionBudgetsOf(budgets, workloads);
  const prices = new Prices(given, warnings);
  const snapshot: Snapshot = {
    ...(given.currency !== undefined && { currency: given.currency }),
    nodes: nodesOf([...nodes.values()], workloads, overhead, prices, warnings),
    workloads: workloads.map(({ workload }) => workload),
    ...(quotas.length > 0 && { quotas: [...quotas] }),
    ...(disruptionBudgets.length > 0 && { disruptionBudgets }),
  };
  if (byLabels.isTooMuch)
    errors.add(['objects'], 'too-many', () => 'more selectors and labels than are compared');
  if (errors.total === 0) refuse(snapshot, workloads, nodes, errors);
  return { snapshot, warnings: warnings.sorted(), immovable: immovableOf(workloads), pending };
}

/** Which pods are replicas, which only take room, and which run nowhere. */
function placement(
  pods: readonly ClusterPod[],
  nodes: ReadonlyMap<string, ClusterNode>,
  owners: ReadonlyMap<ClusterPod, { isDaemon: boolean }>,
  overhead: Overhead,
  volumes: PersistentVolumes,
  warnings: Warnings,
) {
  const hosted: { pod: ClusterPod; node: ClusterNode }[] = [];
  const pending: string[] = [];
  for (const pod of pods) {
    const node = nodes.get(pod.nodeName ?? pod.nominatedNode ?? '');
    if (pod.nodeName === undefined) {
      pending.push(pod.object.key);
      if (node === undefined) continue;
      overhead.add(node.name, pod, volumes.attachedBy(pod));
      warnings.add('nominated-node', node.name, pod.object.key);
    } else if (node === undefined) {
      warnings.add('unknown-node', pod.nodeName.slice(0, 253), `Pod ${pod.object.key}`);
    } else if (pod.isTerminating) {
      overhead.add(node.name, pod, volumes.attachedBy(pod));
      warnings.add('leaving-pods', node.name, pod.object.key);
    } else if (owners.get(pod)?.isDaemon && !isDisturbed(pod))
      overhead.add(node.name, pod, volumes.attachedBy(pod));
    else hosted.push({ pod, node });
  }
  return { hosted, pending };
}

/** A pod of a DaemonSet that says it must not be disturbed keeps its node; a static pod, which nobody can evict, does not. */
function isDisturbed({ isMirror, reasons }: ClusterPod): boolean {
  return !isMirror && reasons.some(({ code }) => code === 'do-not-disrupt');
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function nodesOf(
  nodes: readonly ClusterNode[],
  workloads: readonly PlacedWorkload[],
  overhead: Overhead,
  prices: Prices,
  warnings: Warnings,
): Node[] {
  const labels = labelsAskedFor(workloads);
  const requested = new Set(workloads.flatMap(({ workload }) => Object.keys(workload.requests)));
  const resources = [...requested.union(new Set(['cpu', 'memory', 'pods']))].sort(byName);
  return nodes.map((node): Node => {
    const location = locationOf(node);
    const pricePerHour = prices.of(node);
    const left = overhead.leftOn(node, resources, warnings);
    const own = [...labels].filter((key) => node.labels.has(key)).map((key) => [key, node.labels.get(key)]);
    return {
      name: node.name,
      ...(location !== undefined && { location }),
      ...(pricePerHour !== undefined && { pricePerHour }),
      allocatable: Object.fromEntries([...left].map(([name, units]) => [name, formatUnits(name, units)])),
      ...(own.length > 0 && { labels: Object.fromEntries(own) }),
      ...(node.taints.length > 0 && { taints: [...node.taints] }),
      ...(isSpot(node) && { capacityType: 'spot' as const }),
      ...(node.unschedulable && { unschedulable: true }),
      ...(!node.ready && { ready: false }),
    };
  });
}

function isSpot({ capacityType }: ClusterNode): boolean {
  return capacityType === 'spot';
}

/** Labels by which workloads choose nodes, and the zone, over which `keepSpread` spreads: no other leaves this place. */
function labelsAskedFor(workloads: readonly PlacedWorkload[]): string[] {
  const keys = new Set<string>([ZONE]);
  for (const { workload } of workloads) {
    const { affinityTerms, antiAffinityTerms, constraints } = podDemands(workload);
    for (const key of volumeKeys(workload)) keys.add(key);
    for (const { topologyKey } of [...affinityTerms, ...antiAffinityTerms, ...constraints])
      keys.add(topologyKey);
    for (const key of Object.keys(workload.nodeSelector ?? {})) keys.add(key);
    for (const { matchExpressions = [] } of requiredTerms(workload) ?? [])
      for (const { key } of matchExpressions) keys.add(key);
  }
  return [...keys].sort(byName);
}

function volumeKeys({ replicas }: Workload): string[] {
  if (!Array.isArray(replicas)) return [];
  return replicas.flatMap(({ volumes = [] }) =>
    volumes.flatMap(({ nodeAffinity }) =>
      (nodeAffinity?.required.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) =>
        matchExpressions.map(({ key }) => key),
      ),
    ),
  );
}

/** What the format does not take is said of the object that it came from, without the value. */
function refuse(
  snapshot: Snapshot,
  workloads: readonly PlacedWorkload[],
  nodes: ReadonlyMap<string, ClusterNode>,
  errors: ErrorList,
): void {
  const objects = [...nodes.values()].map(({ object }) => object.claimed as Claimed<unknown>);
  for (const { found } of snapshotErrors(snapshot, []).lists)
    for (const { path, code } of found) {
      const [list, index, ...field] = path;
      const at = Number(index);
      const from: Claimed<unknown> | undefined =
        list === 'nodes'
          ? objects[at]
          : list === 'workloads'
            ? (workloads[at]?.pods[0].pod.object.claimed as Claimed<unknown>)
            : undefined;
      const what = `${field.join('.').slice(0, 200)} is nothing that a snapshot takes`;
      if (from === undefined)
        errors.add(['objects'], code, () => `the snapshot's ${path.join('.').slice(0, 200)} ${what}`);
      else from.fault(code, what);
    }
}
