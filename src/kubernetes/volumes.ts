import type { PodSpec, Volume } from 'kubernetes-types/core/v1';
import type { Claimed } from './claimed.ts';

/** A volume of a pod that matters for where the pod may be. */
export type VolumeUse =
  | { readonly kind: 'claim'; readonly claim: string }
  | { readonly kind: 'empty-dir'; readonly name: string }
  | { readonly kind: 'host-path'; readonly name: string }
  | { readonly kind: 'driver'; readonly driver: string }
  | { readonly kind: 'other' };

/** What is the same on every node, or was never meant to last. */
const HARMLESS: ReadonlySet<string> = new Set<keyof Volume | 'image'>([
  'configMap',
  'secret',
  'downwardAPI',
  'projected',
  'image',
  'nfs',
  'cephfs',
  'glusterfs',
  'azureFile',
]);

export function readVolumes(spec: Claimed<PodSpec>): VolumeUse[] {
  return spec.at('volumes').list().flatMap(readVolume);
}

function readVolume(volume: Claimed<Volume>): VolumeUse[] {
  const name = volume.at('name').text() ?? '';
  const kinds = volume.keys().filter((key) => key !== 'name' && volume.at(key as keyof Volume).isGiven);
  return kinds.flatMap((kind): VolumeUse[] => {
    if (HARMLESS.has(kind)) return [];
    switch (kind) {
      case 'persistentVolumeClaim': {
        const claim = volume.at('persistentVolumeClaim').needed('claimName').text();
        return claim === undefined ? [] : [{ kind: 'claim', claim }];
      }
      case 'emptyDir':
        return volume.at('emptyDir').at('medium').text() === 'Memory' ? [] : [{ kind: 'empty-dir', name }];
      case 'hostPath':
        return [{ kind: 'host-path', name }];
      case 'csi': {
        const driver = volume.at('csi').needed('driver').text();
        return driver === undefined ? [] : [{ kind: 'driver', driver }];
      }
      default:
        return [{ kind: 'other' }];
    }
  });
}
