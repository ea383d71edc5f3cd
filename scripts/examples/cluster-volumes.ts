import type { Host } from './cluster-nodes.ts';

const DISKS = 'disk.csi.example';
const FILES = 'files.csi.example';

/** Disks of one zone for one node at a time, and shared files. */
export class ClusterVolumes {
  readonly #add: (object: object) => void;
  #volumes = 0;

  constructor(add: (object: object) => void, hosts: readonly Host[]) {
    this.#add = add;
    const storageClass = (name: string, provisioner: string) =>
      add({
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name },
        provisioner,
        volumeBindingMode: 'WaitForFirstConsumer',
      });
    storageClass('disk', DISKS);
    storageClass('files', FILES);
    for (const { name } of hosts) {
      const drivers = [
        {
          name: DISKS,
          nodeID: name,
          topologyKeys: ['topology.kubernetes.io/zone'],
          allocatable: { count: 26 },
        },
        { name: FILES, nodeID: name, topologyKeys: [] },
      ];
      add({ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name }, spec: { drivers } });
    }
  }

  disk(namespace: string, claim: string, { name: nodeName, zone }: Host): void {
    const volume = this.#volume(namespace, claim, 'ReadWriteOnce', 'disk', DISKS, {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] }] },
          ],
        },
      },
    });
    this.#add({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: `attached-${volume}` },
      spec: { attacher: DISKS, nodeName, source: { persistentVolumeName: volume } },
      status: { attached: true },
    });
  }

  shared(namespace: string, claim: string): void {
    this.#volume(namespace, claim, 'ReadWriteMany', 'files', FILES, {});
  }

  #volume(
    namespace: string,
    claim: string,
    mode: string,
    storageClassName: string,
    driver: string,
    more: object,
  ): string {
    const name = `pv-${String(++this.#volumes).padStart(3, '0')}`;
    const accessModes = [mode];
    this.#add({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        accessModes,
        capacity: { storage: '20Gi' },
        claimRef: { kind: 'PersistentVolumeClaim', namespace, name: claim },
        csi: { driver, volumeHandle: name },
        storageClassName,
        ...more,
      },
      status: { phase: 'Bound' },
    });
    this.#add({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: claim, namespace },
      spec: { accessModes, resources: { requests: { storage: '20Gi' } }, storageClassName, volumeName: name },
      status: { phase: 'Bound', accessModes },
    });
    return name;
  }
}
