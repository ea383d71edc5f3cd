import { LIMITS } from '../model/limits.ts';
import { untolerated } from '../model/node-selection.ts';
import { byName } from '../model/placement.ts';
import { formatUnits, unitsOf } from '../model/quantity.ts';
import type { Taint } from '../model/scheduling.ts';
import type { PlacedReplica, Workload } from '../model/snapshot.ts';
import type { Amounts } from './amounts.ts';
import { countingNodes } from './counted-nodes.ts';
import type { PlacedPod } from './placed-pod.ts';
import type { Platforms } from './platform.ts';
import type { PodRules } from './pod-rules.ts';
import type { Reason } from './reasons.ts';
import { spotOf } from './spot.ts';
import type { Warnings } from './warnings.ts';
import { Names } from './workload-names.ts';

/** A workload and the pods that are its replicas, in the order of their names. */
export interface PlacedWorkload {
  readonly workload: Workload;
  readonly pods: readonly PlacedPod[];
  /** What keeps each of them; empty for those that may move. */
  readonly reasons: readonly (readonly Reason[])[];
}

interface Class {
  readonly key: string;
  readonly pods: readonly PlacedPod[];
}

/** What workloads need to know of all nodes. */
export interface NodesOfCluster {
  /** Of all nodes: a toleration of anything else says nothing. */
  readonly taints: readonly Taint[];
  readonly spotNodes: ReadonlySet<string>;
  readonly platforms: Platforms;
}

/**
 * One workload for all pods of an owner that request and demand the same, so that its replicas are interchangeable.
 */
export function toWorkloads(
  placed: readonly PlacedPod[],
  cluster: NodesOfCluster,
  warnings: Warnings,
): PlacedWorkload[] {
  const owners = Map.groupBy(placed, ({ pod, owner }) =>
    JSON.stringify([pod.namespace, owner.kind, owner.name]),
  );
  const sorted = [...owners.values()].map((pods) => ({
    hosts: new Set(pods.map(({ node }) => node)),
    classes: classesOf(pods, cluster.taints),
  }));
  const names = new Names(sorted.map(({ classes }) => ({ ...classes[0].pods[0], classes: classes.length })));
  return sorted
    .flatMap(({ hosts, classes }, i) => {
      const [{ pod }] = classes[0].pods;
      if (classes.length > 1) warnings.add('split-workload', `${pod.namespace}/${names.of(i, 0)}`);
      return classes.map(({ pods }, k) => {
        const all = placedWorkload(pods, names.of(i, k), hosts, cluster);
        warnOfLosses(all, warnings);
        return all;
      });
    })
    .sort((a, b) => byName(keyOf(a), keyOf(b)));
}

export function keyOf({ workload }: PlacedWorkload): string {
  return `${workload.namespace}/${workload.name}`;
}

/** Most replicas first; of equal ones what they demand decides, which moving them does not change. */
function classesOf(pods: readonly PlacedPod[], taints: readonly Taint[]): Class[] {
  const mayMove = pods.some(({ reasons }) => reasons.length === 0);
  const classes = Map.groupBy(pods, (placed) => classKey(placed, mayMove, taints));
  return [...classes]
    .map(([key, members]) => ({ key, pods: members.toSorted((a, b) => byName(a.pod.name, b.pod.name)) }))
    .sort((a, b) => b.pods.length - a.pods.length || byName(a.key, b.key));
}

/** Where none of an owner's pods may go anywhere, it doesn't matter where they could: volumes of stateful sets differ. */
function classKey(
  { pod, requests, demands, rules }: PlacedPod,
  mayMove: boolean,
  taints: readonly Taint[],
): string {
  const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort((a, b) => byName(a[0], b[0]));
  return JSON.stringify([
    sorted(requests).map(([resource, amount]) => [resource, String(amount)]),
    pod.hostPorts,
    pod.priority,
    rules,
    // Which nodes a constraint counts is up to the pod's own demands.
    mayMove && rules.spread.length > 0 && (pod.demands.terms ?? null),
    mayMove && [
      sorted(demands.nodeSelector),
      demands.terms ?? null,
      usefulTolerations(demands.tolerations, taints),
    ],
  ]);
}

function usefulTolerations(tolerations: PlacedPod['demands']['tolerations'], taints: readonly Taint[]) {
  return tolerations
    .filter((toleration) => taints.some((taint) => untolerated([taint], [toleration]) === undefined))
    .toSorted((a, b) => byName(JSON.stringify(a), JSON.stringify(b)));
}

function placedWorkload(
  pods: readonly PlacedPod[],
  name: string,
  hosts: ReadonlySet<string>,
  { taints, spotNodes, platforms }: NodesOfCluster,
): PlacedWorkload {
  const spot = spotOf(pods, spotNodes);
  const [{ pod, requests, demands, rules }] = pods;
  const terms = platforms.demands(demands, hosts);
  const isTooMuch = (terms?.length ?? 0) > LIMITS.selectorTerms;
  const spread = countingNodes(rules.spread, pod.demands, terms, platforms.nodes);
  const forAll: Reason[] = [
    ...(isTooMuch ? [{ code: 'too-many-terms' } as const] : []),
    ...(spread === undefined ? [{ code: 'topology-spread' } as const] : []),
  ];
  const reasons = pods.map((placed): readonly Reason[] => [...placed.reasons, ...forAll]);
  const movable = reasons.filter((list) => list.length === 0).length;
  const texts = reasons.map(movableReasonOf);
  const common = movable === 0 ? texts[0] : undefined;
  const arriving = toRequests(requests);
  const tolerations = usefulTolerations(demands.tolerations, taints);
  const workload: Workload = {
    namespace: pod.namespace,
    name,
    requests: arriving,
    replicas: pods.map((placed, i) => ({
      node: placed.node,
      name: placed.pod.name,
      ...ownRequests(placed, arriving),
      ...(placed.volumes.length > 0 && { volumes: [...placed.volumes] }),
      ...(movable > 0 && reasons[i].length > 0 && { movable: false }),
      ...(texts[i] !== '' && texts[i] !== common && { movableReason: texts[i] }),
    })),
    ...(isRecreated(pods) && { mode: 'recreate' as const }),
    ...(movable === 0 && { movable: false }),
    ...(common !== undefined && { movableReason: common }),
    ...(pod.priority !== 0 && { priority: pod.priority }),
    ...(movable > 0 &&
      demands.nodeSelector.size > 0 && { nodeSelector: Object.fromEntries(demands.nodeSelector) }),
    ...(Object.keys(rules.labels).length > 0 && { labels: rules.labels }),
    ...affinityOf(rules, movable > 0 ? terms : undefined),
    ...(spread && spread.length > 0 && { topologySpreadConstraints: spread }),
    ...(movable > 0 && tolerations.length > 0 && { tolerations }),
    ...(movable > 0 && spot && { spot }),
    ...(pod.hostPorts.length > 0 && { hostPorts: [...pod.hostPorts] }),
  };
  return { workload, pods, reasons };
}

/** Where old and new copy can't be there together. */
function isRecreated(pods: readonly PlacedPod[]): boolean {
  return pods.some(({ owner, volumes }) => owner.isRecreated || volumes.length > 0);
}

function toRequests(requests: Amounts): Workload['requests'] {
  return Object.fromEntries(
    [...requests]
      .filter(([, amount]) => amount > 0n)
      .sort((a, b) => byName(a[0], b[0]))
      .map(([resource, amount]) => [resource, formatUnits(resource, unitsOf(resource, amount))]),
  );
}

/** What a pod that was made of an earlier template, or resized, requests where it runs. */
function ownRequests(
  { running }: PlacedPod,
  arriving: Workload['requests'],
): Pick<PlacedReplica, 'requests'> {
  const requests = toRequests(running);
  return JSON.stringify(requests) === JSON.stringify(arriving) ? {} : { requests };
}

const LONGEST_REASON = 200;

/** Each reason by its code, with what stands in the way; none for what may move. */
function movableReasonOf(reasons: readonly Reason[]): string {
  const all = reasons.map(({ code, object }) => (object === undefined ? code : `${code} ${object}`));
  const text = [...new Set(all)].sort(byName).join(', ');
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON - 1)}…` : text;
}

/** Where no term can match, one that never matches says so: a list of none is no list. */
function affinityOf(
  { near, apart }: PodRules,
  terms: PlacedPod['demands']['terms'],
): Pick<Workload, 'affinity'> {
  const required = <Required>(requiredDuringSchedulingIgnoredDuringExecution: Required) => ({
    requiredDuringSchedulingIgnoredDuringExecution,
  });
  const affinity = {
    ...(terms && { nodeAffinity: required({ nodeSelectorTerms: terms.length > 0 ? [...terms] : [{}] }) }),
    ...(near.length > 0 && { podAffinity: required([...near]) }),
    ...(apart.length > 0 && { podAntiAffinity: required([...apart]) }),
  };
  return Object.keys(affinity).length > 0 ? { affinity } : {};
}

function warnOfLosses(all: PlacedWorkload, warnings: Warnings): void {
  const isLost = all.pods.some(({ pod }, i) => pod.emptyDirs > 0 && all.reasons[i].length === 0);
  if (isLost) warnings.add('empty-dir', keyOf(all));
}
