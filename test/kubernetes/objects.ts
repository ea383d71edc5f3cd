import { type ClusterSnapshot, type Given, toSnapshot } from '../../src/kubernetes/to-snapshot.ts';
import { ErrorList } from '../../src/model/input/error-list.ts';
import type { Workload } from '../../src/model/snapshot.ts';

type Json = Record<string, unknown>;
/** Objects in shorthand, as an API server would print the part of them that matters. */

export const READY = { conditions: [{ type: 'Ready', status: 'True' }] };

export function node(
  name: string,
  allocatable: Json = {},
  {
    labels = {},
    annotations = {},
    spec = {},
    status = READY,
  }: { labels?: Json; annotations?: Json; spec?: Json; status?: Json } = {},
): Json {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations },
    spec,
    status: { allocatable: { cpu: '4', memory: '16Gi', pods: '110', ...allocatable }, ...status },
  };
}

export interface PodParts {
  namespace?: string;
  labels?: Json;
  annotations?: Json;
  metadata?: Json;
  spec?: Json;
  status?: Json;
}

/** A Ready pod of 1 cpu on a node. */
export function pod(name: string, on: string | undefined, parts: PodParts = {}): Json {
  const { namespace = 'shop', labels, annotations, metadata, spec, status } = parts;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...metadata,
    },
    spec: {
      containers: [{ name: 'main', resources: { requests: { cpu: '1' } } }],
      ...(on !== undefined && { nodeName: on }),
      ...spec,
    },
    status: { phase: 'Running', ...READY, ...status },
  };
}

export function controller(apiVersion: string, kind: string, name: string, uid?: string): Json {
  return {
    ownerReferences: [{ apiVersion, kind, name, controller: true, ...(uid !== undefined && { uid }) }],
  };
}

/** A settled Deployment, its ReplicaSet, and a pod `name-0`, `name-1`, … on each of the nodes. */
export function deployment(
  name: string,
  on: readonly string[],
  parts: PodParts & { deployment?: Json; template?: Json } = {},
): Json[] {
  const { namespace = 'shop', labels = { app: name } } = parts;
  const replicas = on.length;
  const metadata = { name, namespace, generation: 1 };
  const template = {
    metadata: { labels },
    spec: parts.template ?? (pod(name, undefined, parts)['spec'] as Json),
  };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...metadata, ...(parts.deployment?.['metadata'] as Json) },
      spec: { replicas, template, ...(parts.deployment?.['spec'] as Json) },
      status: {
        observedGeneration: 1,
        replicas,
        updatedReplicas: replicas,
        ...(parts.deployment?.['status'] as Json),
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { ...metadata, name: `${name}-1`, ...controller('apps/v1', 'Deployment', name) },
      spec: { replicas },
      status: { replicas },
    },
    ...on.map((where, i) =>
      pod(`${name}-${i}`, where, {
        ...parts,
        labels,
        metadata: { ...controller('apps/v1', 'ReplicaSet', `${name}-1`), ...parts.metadata },
      }),
    ),
  ];
}

/** A settled StatefulSet, and a pod `name-0`, `name-1`, … on each of the nodes, each with a claim `data-name-0`, … if there are zones. */
export function statefulSet(
  name: string,
  on: readonly string[],
  parts: PodParts & { set?: Json; zones?: readonly string[] } = {},
): Json[] {
  const { namespace = 'shop', labels = { app: name }, zones = [] } = parts;
  const replicas = on.length;
  const template = { metadata: { labels }, spec: pod(name, undefined, parts)['spec'] as Json };
  const revision = { currentRevision: 'r1', updateRevision: 'r1' };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name, namespace, generation: 1, ...(parts.set?.['metadata'] as Json) },
      spec: { replicas, template, ...(parts.set?.['spec'] as Json) },
      status: {
        observedGeneration: 1,
        replicas,
        updatedReplicas: replicas,
        ...revision,
        ...(parts.set?.['status'] as Json),
      },
    },
    ...on.flatMap((where, i) => {
      const claimName = `data-${name}-${i}`;
      const volumes = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] };
      const metadata = { ...controller('apps/v1', 'StatefulSet', name), ...parts.metadata };
      const spec = { ...parts.spec, ...(zones.length > 0 && volumes) };
      return [
        pod(`${name}-${i}`, where, { ...parts, labels, metadata, spec }),
        ...(zones.length > 0 ? claimed(claimName, zones[i], namespace) : []),
      ];
    }),
  ];
}

/** A bound claim of one user, and its volume in a zone. */
export function claimed(
  name: string,
  zone: string,
  namespace = 'shop',
  accessModes = ['ReadWriteOnce'],
): Json[] {
  const expression = { key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] };
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace },
      spec: { accessModes, volumeName: `pv-${name}` },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pv-${name}` },
      spec: {
        nfs: {},
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
      },
      status: { phase: 'Bound' },
    },
  ];
}

export function budget(name: string, spec: Json, namespace = 'shop'): Json {
  return { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name, namespace }, spec };
}

export function list(...items: (Json | Json[])[]): Json {
  return { apiVersion: 'v1', kind: 'List', items: items.flat() };
}

/** @throws Error with all faults */
export function converted(objects: unknown, given: Given = {}): ClusterSnapshot {
  const errors = new ErrorList();
  const answer = toSnapshot(objects, given, errors);
  if (errors.total > 0) throw new Error(errors.found.map(({ message }) => message).join('\n'));
  return answer;
}

/** Messages of all faults. */
export function faultsOf(objects: unknown, given: Given = {}): string[] {
  const errors = new ErrorList();
  toSnapshot(objects, given, errors);
  return errors.found.map(({ message }) => message);
}

/** Of a workload the codes of what keeps its replicas. */
export function reasonsOf(answer: ClusterSnapshot, workload: string): string[] {
  return answer.immovable.filter((each) => each.workload === workload).map(({ reason }) => reason);
}

export function workloadOf({ snapshot }: ClusterSnapshot, key: string): Workload {
  const found = snapshot.workloads.find(({ namespace, name }) => `${namespace}/${name}` === key);
  if (found === undefined) throw new Error(`there is no workload ${key}`);
  return found;
}

export function warningsOf({ warnings }: ClusterSnapshot, code: string): string[] {
  return warnings.filter((warning) => warning.code === code).map(({ message }) => message);
}
