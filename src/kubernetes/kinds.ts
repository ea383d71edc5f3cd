import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from 'kubernetes-types/apps/v1';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2';
import type { Job } from 'kubernetes-types/batch/v1';
import type {
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
} from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import type { PriorityClass } from 'kubernetes-types/scheduling/v1';
import type { CSINode, StorageClass, VolumeAttachment } from 'kubernetes-types/storage/v1';
import type { Claimed } from './claimed.ts';

/** The kinds that a dump may have, and their types. */
export interface Kinds {
  CSINode: CSINode;
  DaemonSet: DaemonSet;
  Deployment: Deployment;
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  Job: Job;
  LimitRange: LimitRange;
  Namespace: Namespace;
  Node: Node;
  PersistentVolume: PersistentVolume;
  PersistentVolumeClaim: PersistentVolumeClaim;
  Pod: Pod;
  PodDisruptionBudget: PodDisruptionBudget;
  PriorityClass: PriorityClass;
  ReplicaSet: ReplicaSet;
  ResourceQuota: ResourceQuota;
  StatefulSet: StatefulSet;
  StorageClass: StorageClass;
  VolumeAttachment: VolumeAttachment;
}
export type Kind = keyof Kinds;

/** API group and scope; `warnWhenAbsent`: a dump without any of it may have been taken without asking for it, and rules would be missed. */
export const KINDS: Readonly<
  Record<Kind, { group: string; isNamespaced: boolean; warnWhenAbsent?: boolean }>
> = {
  CSINode: { group: 'storage.k8s.io', isNamespaced: false },
  DaemonSet: { group: 'apps', isNamespaced: true },
  Deployment: { group: 'apps', isNamespaced: true },
  HorizontalPodAutoscaler: { group: 'autoscaling', isNamespaced: true },
  Job: { group: 'batch', isNamespaced: true },
  LimitRange: { group: '', isNamespaced: true, warnWhenAbsent: true },
  Namespace: { group: '', isNamespaced: false },
  Node: { group: '', isNamespaced: false },
  PersistentVolume: { group: '', isNamespaced: false },
  PersistentVolumeClaim: { group: '', isNamespaced: true },
  Pod: { group: '', isNamespaced: true, warnWhenAbsent: true },
  PodDisruptionBudget: { group: 'policy', isNamespaced: true, warnWhenAbsent: true },
  PriorityClass: { group: 'scheduling.k8s.io', isNamespaced: false },
  ReplicaSet: { group: 'apps', isNamespaced: true },
  ResourceQuota: { group: '', isNamespaced: true, warnWhenAbsent: true },
  StatefulSet: { group: 'apps', isNamespaced: true },
  StorageClass: { group: 'storage.k8s.io', isNamespaced: false },
  VolumeAttachment: { group: 'storage.k8s.io', isNamespaced: false },
};

/** An object with what every object has. */
export interface Known<T> {
  readonly kind: Kind;
  /** Empty for what has none. */
  readonly namespace: string;
  readonly name: string;
  /** `shop/web-1`, or `n1` alone: the subject of warnings. */
  readonly key: string;
  readonly uid: string | undefined;
  readonly claimed: Claimed<T>;
}

export function metaOf(object: Known<{ metadata?: ObjectMeta }>): Claimed<ObjectMeta> {
  return object.claimed.at('metadata');
}

/** The group of `apps/v1`; the core group, `v1`, has none. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The kind of a group and kind, if it is known: a `Deployment` of another group is another thing. */
export function kindNamed(apiVersion: string, kind: string): Kind | undefined {
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  return KINDS[kind as Kind].group === groupOf(apiVersion) ? (kind as Kind) : undefined;
}
