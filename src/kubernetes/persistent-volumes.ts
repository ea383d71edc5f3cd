import type { PersistentVolume, PersistentVolumeClaim } from 'kubernetes-types/core/v1';
import { matchesAnyTerm } from '../model/node-selection.ts';
import type { NodeSelectorTerm } from '../model/scheduling.ts';
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
  readonly terms: readonly NodeSelectorTerm[] | undefined;
}

const NETWORK_FILES = ['nfs', 'cephfs', 'azureFile', 'glusterfs'] as const;

export class PersistentVolumes {
  readonly #dump: Dump;
  /** Drivers that are on every node and limit nothing. */
  readonly #everywhere: ReadonlySet<string>;
  readonly #claims = new Map<string, VolumeDemands>();

  constructor(dump: Dump, nodes: readonly ClusterNode[]) {
    this.#dump = dump;
    this.#everywhere = driversEverywhere(dump, nodes);
  }

  demandsOf(pod: ClusterPod): VolumeDemands {
    const reasons: Reason[] = [];
    let terms: VolumeDemands['terms'];
    for (const volume of pod.volumes) {
      const demands = this.#demands(volume, pod.namespace);
      reasons.push(...demands.reasons);
      terms = both(terms, demands.terms);
    }
    return { reasons, terms };
  }

  #demands(volume: VolumeUse, namespace: string): VolumeDemands {
    switch (volume.kind) {
      case 'claim': {
        const key = `${namespace}/${volume.claim}`;
        const known = this.#claims.get(key) ?? this.#claimed(namespace, volume.claim);
        this.#claims.set(key, known);
        return known;
      }
      case 'driver':
        return because(this.#everywhere.has(volume.driver) ? [] : [{ code: 'volume-driver' }]);
      case 'other':
        return because([{ code: 'volume-other' }]);
      default:
        return because([]);
    }
  }

  #claimed(namespace: string, name: string): VolumeDemands {
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
    return {
      reasons: [...sharing(claim), ...this.#kind(volume)].map((reason) => ({ ...reason, object })),
      terms: required.isGiven ? readTerms(required) : undefined,
    };
  }

  #kind(volume: Known<PersistentVolume>): Reason[] {
    const spec = volume.claimed.at('spec');
    if (isLocal(volume)) return [{ code: 'local-volume' }];
    if (spec.at('csi').isGiven) {
      const driver = spec.at('csi').needed('driver').text();
      return driver !== undefined && this.#everywhere.has(driver) ? [] : [{ code: 'volume-driver' }];
    }
    return NETWORK_FILES.some((kind) => spec.at(kind).isGiven) ? [] : [{ code: 'volume-other' }];
  }
}

function because(reasons: readonly Reason[]): VolumeDemands {
  return { reasons, terms: undefined };
}

/** Whether old and new copy can have the volume at once, on two nodes. */
function sharing(claim: Known<PersistentVolumeClaim>): Reason[] {
  const modes = claim.claimed.at('spec').at('accessModes').textList();
  const isShared =
    modes.includes('ReadWriteMany') || (modes.length > 0 && modes.every((mode) => mode === 'ReadOnlyMany'));
  return isShared ? [] : [{ code: 'single-user-volume' }];
}

function isLocal(volume: Known<PersistentVolume>): boolean {
  const spec = volume.claimed.at('spec');
  return spec.at('local').isGiven || spec.at('hostPath').isGiven;
}

function driversEverywhere(dump: Dump, nodes: readonly ClusterNode[]): Set<string> {
  let everywhere: Set<string> | undefined;
  for (const { name } of nodes) {
    const drivers = dump.find('CSINode', '', name)?.claimed.at('spec').at('drivers').list() ?? [];
    const unlimited = drivers
      .filter((driver) => !driver.at('allocatable').at('count').isGiven)
      .flatMap((driver) => driver.at('name').text() ?? []);
    everywhere = new Set(
      everywhere === undefined ? unlimited : unlimited.filter((driver) => everywhere?.has(driver)),
    );
  }
  return everywhere ?? new Set();
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
