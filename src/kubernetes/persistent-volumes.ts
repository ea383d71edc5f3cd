import type { PersistentVolume } from 'kubernetes-types/core/v1';
import { LIMITS } from '../model/limits.ts';
import { matchesAnyTerm } from '../model/node-selection.ts';
import type { NodeSelectorTerm } from '../model/scheduling.ts';
import { ACCESS_MODES, isShared, type Volume } from '../model/volumes.ts';
import type { Amounts } from './amounts.ts';
import { attachments, type CsiDrivers } from './csi-drivers.ts';
import type { Dump } from './dump.ts';
import type { Known } from './kinds.ts';
import type { ClusterNode } from './node.ts';
import { both, readTerms } from './node-demands.ts';
import type { ClusterPod } from './pod.ts';
import type { Reason } from './reasons.ts';
import type { VolumeUse } from './volumes.ts';

/** What volumes say against moving a pod, and where it may go with them. */
export interface VolumeDemands {
  readonly reasons: readonly Reason[];
  /** Of volumes that many nodes can have at once. */
  readonly terms: readonly NodeSelectorTerm[] | undefined;
  /** Those that one node can have at a time. */
  readonly single: readonly Volume[];
  /** What it takes of the drivers' limits. */
  readonly attached: Amounts;
}

interface ClaimDemands {
  readonly reasons: readonly Reason[];
  readonly terms: readonly NodeSelectorTerm[] | undefined;
  readonly single?: Volume | undefined;
  readonly driver?: string | undefined;
}

const NETWORK_FILES = ['nfs', 'cephfs', 'azureFile', 'glusterfs'] as const;

export class PersistentVolumes {
  readonly #dump: Dump;
  readonly #drivers: CsiDrivers;
  readonly #claims = new Map<string, ClaimDemands>();

  constructor(dump: Dump, drivers: CsiDrivers) {
    this.#dump = dump;
    this.#drivers = drivers;
  }

  /** @param node that the pod is on */
  demandsOf(pod: ClusterPod, node: string): VolumeDemands {
    const reasons: Reason[] = [];
    const single: Volume[] = [];
    const resources: string[] = [];
    let terms: VolumeDemands['terms'];
    for (const volume of distinct(pod.volumes)) {
      const demands = this.#demands(volume, pod.namespace);
      reasons.push(...demands.reasons);
      terms = both(terms, demands.terms);
      if (demands.single) single.push(demands.single);
      if (demands.driver === undefined) continue;
      const resource = this.#drivers.resourceOf(demands.driver);
      if (resource !== undefined) resources.push(resource);
      // It runs there, so the node is not what it says it is.
      if (!this.#drivers.isOn(demands.driver, node)) reasons.push({ code: 'volume-driver' });
    }
    if (single.length > LIMITS.volumes) reasons.push({ code: 'volume-other' });
    return { reasons, terms, single: single.slice(0, LIMITS.volumes), attached: attachments(resources) };
  }

  /** Of the drivers' limits, what a pod takes that is no replica. */
  attachedBy(pod: ClusterPod): Amounts {
    return this.demandsOf(pod, pod.nodeName ?? '').attached;
  }

  #demands(volume: VolumeUse, namespace: string): ClaimDemands {
    switch (volume.kind) {
      case 'claim': {
        const key = `${namespace}/${volume.claim}`;
        const known = this.#claims.get(key) ?? this.#claimed(namespace, volume.claim);
        this.#claims.set(key, known);
        return known;
      }
      case 'driver':
        return because(this.#drivers.isEverywhere(volume.driver) ? [] : [{ code: 'volume-driver' }]);
      case 'other':
        return because([{ code: 'volume-other' }]);
      default:
        return because([]);
    }
  }

  #claimed(namespace: string, name: string): ClaimDemands {
    const object = `PersistentVolumeClaim ${namespace}/${name}`;
    const claim = this.#dump.find('PersistentVolumeClaim', namespace, name);
    const volumeName = claim?.claimed.at('spec').at('volumeName').text();
    const volume = volumeName === undefined ? undefined : this.#dump.find('PersistentVolume', '', volumeName);
    if (
      claim === undefined ||
      volume === undefined ||
      claim.claimed.at('status').at('phase').text() !== 'Bound'
    )
      return because([{ code: 'volume-unknown', object }]);
    const spec = volume.claimed.at('spec');
    const required = spec.at('nodeAffinity').at('required');
    const terms = required.isGiven ? readTerms(required) : undefined;
    const modes = claim.claimed.at('spec').at('accessModes').textList();
    const accessModes = ACCESS_MODES.filter((mode) => modes.includes(mode));
    const isSingle = !isShared({ accessModes });
    const nodeAffinity = terms && { required: { nodeSelectorTerms: [...terms] } };
    return {
      reasons: kindOf(volume).map((reason) => ({ ...reason, object })),
      terms: isSingle ? undefined : terms,
      ...(isSingle && { single: { claim: name, accessModes, ...(nodeAffinity && { nodeAffinity }) } }),
      driver: spec.at('csi').at('driver').text(),
    };
  }
}

/** Each claim once: a pod may mount one as several volumes. */
function distinct(volumes: readonly VolumeUse[]): VolumeUse[] {
  return [...new Map(volumes.map((volume) => [JSON.stringify(volume), volume])).values()];
}

function kindOf(volume: Known<PersistentVolume>): Reason[] {
  const spec = volume.claimed.at('spec');
  if (isLocal(volume)) return [{ code: 'local-volume' }];
  if (spec.at('csi').isGiven)
    return spec.at('csi').needed('driver').text() === undefined ? [{ code: 'volume-driver' }] : [];
  return NETWORK_FILES.some((kind) => spec.at(kind).isGiven) ? [] : [{ code: 'volume-other' }];
}

function because(reasons: readonly Reason[]): ClaimDemands {
  return { reasons, terms: undefined };
}

function isLocal(volume: Known<PersistentVolume>): boolean {
  const spec = volume.claimed.at('spec');
  return spec.at('local').isGiven || spec.at('hostPath').isGiven;
}

/** Nodes on which a bound volume lies: without the node its data are gone, whether a pod uses them now or not. */
export function nodesOfLocalVolumes(dump: Dump, nodes: readonly ClusterNode[]): Set<string> {
  const found = new Set<string>();
  for (const volume of dump.all('PersistentVolume')) {
    const required = volume.claimed.at('spec').at('nodeAffinity').at('required');
    if (!isLocal(volume) || !required.isGiven) continue;
    if (volume.claimed.at('status').at('phase').text() !== 'Bound') continue;
    const terms = readTerms(required);
    for (const node of nodes) if (matchesAnyTerm(terms, node)) found.add(node.name);
  }
  return found;
}
