import type { ReplicaSet, StatefulSet } from 'kubernetes-types/apps/v1';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import { ADDON_MODE, MOVABLE, spotSaid } from './annotations.ts';
import type { Claimed } from './claimed.ts';
import type { Dump } from './dump.ts';
import { type Known, kindNamed, metaOf } from './kinds.ts';
import { type ClusterPod, type Controller, controllersOf } from './pod.ts';
import type { Reason } from './reasons.ts';
import type { Warnings } from './warnings.ts';

/** What a pod belongs to: the workload is called after it. */
export interface Owner {
  readonly kind: string;
  readonly name: string;
  /** It comes and goes with its node. */
  readonly isDaemon: boolean;
  readonly reasons: readonly Reason[];
  /** It lets old and new pods not run together. */
  readonly isRecreated?: boolean;
  /** On spot nodes, as its annotation says; undefined: it does not say. */
  readonly mayUseSpot?: boolean | undefined;
  /** Wanted replicas of its scale, by which the disruption controller counts; undefined when it has none that is known. */
  readonly scale?: { readonly key: string; readonly replicas: number };
  readonly template?: Claimed<PodTemplateSpec>;
}

/** Follows pods to their owners: ReplicaSet to Deployment, and what needs no following. */
export class Owners {
  readonly #dump: Dump;
  readonly #warnings: Warnings;
  readonly #known = new Map<string, Owner>();
  /** Deployments by key, and the ReplicaSets of each that have pods. */
  readonly #active = new Map<string, Set<string>>();

  constructor(dump: Dump, pods: readonly ClusterPod[], warnings: Warnings) {
    this.#dump = dump;
    this.#warnings = warnings;
    for (const { namespace, controllers, isTerminating } of pods) {
      const set = controllers.length === 1 ? this.#replicaSet(controllers[0], namespace) : undefined;
      const [above] = set ? controllersOf(metaOf(set).at('ownerReferences')) : [];
      if (set === undefined || above === undefined || isTerminating) continue;
      const key = `${namespace}/${above.name}`;
      this.#active.set(key, (this.#active.get(key) ?? new Set()).add(set.key));
    }
  }

  of(pod: ClusterPod): Owner {
    const [controller, another] = pod.controllers;
    if (pod.isMirror || (controller?.kind === 'Node' && controller.apiVersion === 'v1'))
      return { kind: 'Node', name: pod.name, isDaemon: true, reasons: [] };
    if (controller === undefined)
      return { kind: 'Pod', name: pod.name, isDaemon: false, reasons: [{ code: 'bare-pod' }] };
    if (another !== undefined) return unknown(controller);
    const key = JSON.stringify([
      pod.namespace,
      controller.apiVersion,
      controller.kind,
      controller.name,
      controller.uid,
    ]);
    const owner = this.#known.get(key) ?? this.#follow(controller, pod.namespace);
    this.#known.set(key, owner);
    return owner;
  }

  #follow(controller: Controller, namespace: string): Owner {
    const { name } = controller;
    switch (kindNamed(controller.apiVersion, controller.kind)) {
      case 'DaemonSet':
        return { kind: 'DaemonSet', name, isDaemon: true, reasons: [] };
      case 'Job':
        return { kind: 'Job', name, isDaemon: false, reasons: [{ code: 'job' }] };
      case 'StatefulSet': {
        const set = this.#dump.find('StatefulSet', namespace, name);
        return set && isSame(set.uid, controller.uid) ? ofStatefulSet(set) : unknown(controller);
      }
      case 'ReplicaSet': {
        const set = this.#replicaSet(controller, namespace);
        return set ? this.#ofReplicaSet(set) : unknown(controller);
      }
      default:
        return unknown(controller);
    }
  }

  #replicaSet({ apiVersion, kind, name, uid }: Controller, namespace: string): Known<ReplicaSet> | undefined {
    if (kindNamed(apiVersion, kind) !== 'ReplicaSet') return undefined;
    const set = this.#dump.find('ReplicaSet', namespace, name);
    return set && isSame(set.uid, uid) ? set : undefined;
  }

  #ofReplicaSet(set: Known<ReplicaSet>): Owner {
    const [above, another] = controllersOf(metaOf(set).at('ownerReferences'));
    if (above === undefined) {
      const spec = set.claimed.at('spec');
      const replicas = spec.at('replicas').count() ?? 1;
      const isSettled = (set.claimed.at('status').at('replicas').count() ?? 0) === replicas;
      return {
        kind: 'ReplicaSet',
        name: set.name,
        isDaemon: false,
        reasons: [...optOut(metaOf(set)), ...(isSettled ? [] : [{ code: 'rollout-under-way' } as const])],
        scale: { key: `ReplicaSet ${set.key}`, replicas },
        template: spec.at('template'),
      };
    }
    this.#warnOfCycle(set, above);
    if (another !== undefined || kindNamed(above.apiVersion, above.kind) !== 'Deployment')
      return unknown(above);
    return this.#deployment(above, set.namespace);
  }

  #deployment(reference: Controller, namespace: string): Owner {
    const deployment = this.#dump.find('Deployment', namespace, reference.name);
    if (deployment === undefined || !isSame(deployment.uid, reference.uid)) return unknown(reference);
    const meta = metaOf(deployment);
    const spec = deployment.claimed.at('spec');
    const status = deployment.claimed.at('status');
    const replicas = spec.at('replicas').count() ?? 1;
    const generation = meta.at('generation').count() ?? 0;
    const isSettled =
      (status.at('observedGeneration').count() ?? 0) >= generation &&
      (status.at('replicas').count() ?? 0) === replicas &&
      (status.at('updatedReplicas').count() ?? 0) === replicas &&
      (this.#active.get(deployment.key)?.size ?? 0) <= 1 &&
      !meta.at('deletionTimestamp').isGiven;
    const reasons = reasonsOfOwner(meta);
    if (!isSettled) reasons.push({ code: 'rollout-under-way' });
    return {
      kind: 'Deployment',
      name: deployment.name,
      isDaemon: false,
      reasons,
      mayUseSpot: spotSaid(meta.at('annotations').texts()),
      isRecreated: spec.at('strategy').at('type').text() === 'Recreate',
      scale: { key: `Deployment ${deployment.key}`, replicas },
      template: spec.at('template'),
    };
  }

  /** Only said: whatever is in a cycle has no owner that is known. */
  #warnOfCycle(set: Known<ReplicaSet>, above: Controller): void {
    const seen = new Set([`ReplicaSet ${set.name}`]);
    for (let next: Controller | undefined = above; next; ) {
      const place = `${next.kind} ${next.name}`;
      if (seen.has(place)) {
        this.#warnings.add('owner-cycle', `ReplicaSet ${set.key}`);
        return;
      }
      seen.add(place);
      const kind = kindNamed(next.apiVersion, next.kind);
      const object: Known<{ metadata?: ObjectMeta }> | undefined =
        kind && this.#dump.find(kind, set.namespace, next.name);
      [next] = object ? controllersOf(metaOf(object).at('ownerReferences')) : [];
    }
  }
}

/**
 * An evicted pod comes back under its name, at the revision that is meant for it: with another than it has now, under OnDelete or a partition,
 * the move would be an update.
 */
function ofStatefulSet(set: Known<StatefulSet>): Owner {
  const meta = metaOf(set);
  const spec = set.claimed.at('spec');
  const status = set.claimed.at('status');
  const replicas = spec.at('replicas').count() ?? 1;
  const isSettled =
    (status.at('observedGeneration').count() ?? 0) >= (meta.at('generation').count() ?? 0) &&
    (status.at('replicas').count() ?? 0) === replicas &&
    (status.at('updatedReplicas').count() ?? 0) === replicas &&
    status.at('currentRevision').text() === status.at('updateRevision').text() &&
    !meta.at('deletionTimestamp').isGiven;
  return {
    kind: 'StatefulSet',
    name: set.name,
    isDaemon: false,
    reasons: [...reasonsOfOwner(meta), ...(isSettled ? [] : [{ code: 'rollout-under-way' } as const])],
    isRecreated: true,
    mayUseSpot: spotSaid(meta.at('annotations').texts()),
    scale: { key: `StatefulSet ${set.key}`, replicas },
    template: spec.at('template'),
  };
}

/** What an owner says itself, and who owns it. */
function reasonsOfOwner(meta: Claimed<ObjectMeta>): Reason[] {
  const [operator] = controllersOf(meta.at('ownerReferences'));
  const isManaged = meta.at('labels').texts().get(ADDON_MODE) === 'Reconcile';
  const reasons = optOut(meta);
  if (operator) reasons.push({ code: 'owner-operated', object: `${operator.kind} ${operator.name}` });
  else if (isManaged) reasons.push({ code: 'owner-operated', object: ADDON_MODE });
  return reasons;
}

function unknown({ kind, name }: Controller): Owner {
  return { kind, name, isDaemon: false, reasons: [{ code: 'owner-unknown', object: `${kind} ${name}` }] };
}

/** An object of the name that has another uid is another object, made since. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function optOut(meta: Claimed<ObjectMeta>): Reason[] {
  return meta.at('annotations').texts().get(MOVABLE) === 'false' ? [{ code: 'opted-out' }] : [];
}
