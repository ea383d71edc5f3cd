import type { Pod } from 'kubernetes-types/core/v1';
import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { HostPort } from '../model/scheduling.ts';
import type { Amounts } from './amounts.ts';
import {
  DO_NOT_DISRUPT,
  MIRROR,
  MOVABLE,
  SAFE_TO_EVICT,
  SAFE_TO_EVICT_VOLUMES,
  spotSaid,
} from './annotations.ts';
import type { Claimed } from './claimed.ts';
import { runningRequests } from './container-requests.ts';
import { type Known, metaOf } from './kinds.ts';
import { hasUnknownFields } from './known-fields.ts';
import { type NodeDemands, readDemands } from './node-demands.ts';
import { type PodSpread, readSpread } from './pod-spread.ts';
import { type PodTerm, readPodTerms } from './pod-terms.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import { readVolumes, type VolumeUse } from './volumes.ts';
import type { Warnings } from './warnings.ts';

/** The controller that an object names as its own. */
export interface Controller {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string | undefined;
}

/** What is read of a pod that has not ended. */
export interface ClusterPod {
  readonly object: Known<Pod>;
  readonly namespace: string;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly nodeName: string | undefined;
  readonly nominatedNode: string | undefined;
  readonly isTerminating: boolean;
  readonly isReady: boolean;
  readonly isMirror: boolean;
  readonly isSafeToEvict: boolean;
  /** On spot nodes; undefined: it does not say. */
  readonly mayUseSpot: boolean | undefined;
  readonly controllers: readonly Controller[];
  readonly requests: Amounts;
  readonly demands: NodeDemands;
  readonly hostPorts: readonly HostPort[];
  readonly affinity: readonly PodTerm[];
  readonly antiAffinity: readonly PodTerm[];
  readonly spread: readonly PodSpread[];
  readonly volumes: readonly VolumeUse[];
  readonly emptyDirs: number;
  readonly priority: number;
  /** What the pod itself says against moving it. */
  readonly reasons: readonly Reason[];
}

/** @returns undefined for a pod that has ended: it uses nothing */
export function readPod(object: Known<Pod>, warnings: Warnings): ClusterPod | undefined {
  const status = object.claimed.at('status');
  const phase = status.at('phase').text();
  if (phase === 'Succeeded' || phase === 'Failed') return undefined;
  const meta = metaOf(object);
  const annotations = meta.at('annotations').texts();
  const spec = object.claimed.needed('spec');
  const mayGo = new Set((annotations.get(SAFE_TO_EVICT_VOLUMES) ?? '').split(',').map((name) => name.trim()));
  const isSafeToEvict = annotations.get(SAFE_TO_EVICT) === 'true';
  const volumes = readVolumes(spec);
  const lost = volumes.filter(
    (volume) =>
      (volume.kind === 'empty-dir' || volume.kind === 'host-path') &&
      !isSafeToEvict &&
      !mayGo.has(volume.name),
  );
  const isReady = status
    .at('conditions')
    .list()
    .some((condition) => condition.at('type').text() === 'Ready' && condition.at('status').text() === 'True');
  const codes: (ReasonCode | false)[] = [
    annotations.get(MOVABLE) === 'false' && 'opted-out',
    DO_NOT_DISRUPT.some((name) => annotations.get(name) === 'true') && 'do-not-disrupt',
    annotations.get(SAFE_TO_EVICT) === 'false' && 'not-safe-to-evict',
    (spec.at('schedulerName').text() || 'default-scheduler') !== 'default-scheduler' && 'other-scheduler',
    spec.at('resourceClaims').list().length > 0 && 'resource-claims',
    hasUnknownFields(spec, warnings) && 'unknown-field',
    lost.some(({ kind }) => kind === 'host-path') && 'local-volume',
    !isReady && 'not-ready',
  ];
  const holder = { namespace: object.namespace, labels: meta.at('labels').texts() };
  return {
    object,
    namespace: object.namespace,
    name: object.name,
    labels: holder.labels,
    nodeName: spec.at('nodeName').text() || undefined,
    nominatedNode: status.at('nominatedNodeName').text() || undefined,
    isTerminating: meta.at('deletionTimestamp').isGiven,
    isReady,
    isMirror: annotations.has(MIRROR),
    isSafeToEvict,
    mayUseSpot: spotSaid(annotations),
    controllers: controllersOf(meta.at('ownerReferences')),
    requests: runningRequests(object.claimed),
    demands: readDemands(spec, warnings),
    hostPorts: readHostPorts(spec),
    affinity: readPodTerms(spec.at('affinity').at('podAffinity'), holder),
    antiAffinity: readPodTerms(spec.at('affinity').at('podAntiAffinity'), holder),
    spread: readSpread(spec, holder),
    volumes,
    priority: spec.at('priority').integer() ?? 0,
    emptyDirs: lost.filter(({ kind }) => kind === 'empty-dir').length,
    reasons: codes.filter((code) => code !== false).map((code) => ({ code })),
  };
}

function readHostPorts(spec: Claimed<NonNullable<Pod['spec']>>): HostPort[] {
  const onHost = spec.at('hostNetwork').flag() ?? false;
  const sidecars = spec
    .at('initContainers')
    .list()
    .filter((container) => container.at('restartPolicy').text() === 'Always');
  return [...spec.at('containers').list(), ...sidecars].flatMap((container) =>
    container
      .at('ports')
      .list()
      .flatMap((port): HostPort[] => {
        // On the node's network a port of the container is one of the node.
        const hostPort = port.at('hostPort').count() || (onHost ? port.at('containerPort').count() : 0);
        if (!hostPort) return [];
        const named = port.at('protocol').text() || 'TCP';
        const protocol = (['TCP', 'UDP', 'SCTP'] as const).find((known) => known === named);
        const hostIP = port.at('hostIP').text() || undefined;
        if (protocol === undefined) port.fault('format', 'the protocol is not TCP, UDP or SCTP');
        return [
          {
            hostPort,
            ...(protocol !== undefined && protocol !== 'TCP' && { protocol }),
            ...(hostIP !== undefined && { hostIP }),
          },
        ];
      }),
  );
}

export function controllersOf(references: Claimed<OwnerReference[]>): Controller[] {
  return references.list().flatMap((reference) => {
    if (reference.at('controller').flag() !== true) return [];
    const apiVersion = reference.needed('apiVersion').text();
    const kind = reference.needed('kind').text();
    const name = reference.needed('name').text();
    if (apiVersion === undefined || kind === undefined || name === undefined) return [];
    return [{ apiVersion, kind, name, uid: reference.at('uid').text() }];
  });
}
