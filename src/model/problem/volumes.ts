import type { NodeSelectorTerm } from '../scheduling.ts';
import type { Snapshot, Workload } from '../snapshot.ts';
import type { Variant } from '../variants.ts';
import { isShared, type Volume } from '../volumes.ts';

/** Volumes of a replica, its workload's among them. */
export function volumesOf({ volumes = [] }: Workload, variant: Variant | undefined): readonly Volume[] {
  return variant?.volumes ? [...volumes, ...variant.volumes] : volumes;
}

/** Of each volume that not all nodes reach: the alternatives of which one must match. */
export function volumeTerms(volumes: readonly Volume[]): (readonly NodeSelectorTerm[])[] {
  return volumes.flatMap(({ nodeAffinity }) =>
    nodeAffinity ? [nodeAffinity.required.nodeSelectorTerms] : [],
  );
}

/**
 * Rule volume-restrictions: whether a volume keeps a replica where it is. One of a single user lets old and new copy not
 * coexist; one whose claim several replicas name would need them all to go at once.
 */
export function volumeHolds({ workloads }: Pick<Snapshot, 'workloads'>) {
  const users = new Map<string, number>();
  const use = ({ namespace = 'default' }: Workload, volumes: readonly Volume[], replicas: number) => {
    for (const claim of new Set(
      volumes.flatMap((volume) => (isShared(volume) ? [] : (volume.claim ?? []))),
    )) {
      const key = `${namespace} ${claim}`;
      users.set(key, (users.get(key) ?? 0) + replicas);
    }
  };
  for (const workload of workloads) {
    const { replicas, volumes = [] } = workload;
    if (Array.isArray(replicas))
      for (const replica of replicas) use(workload, [...volumes, ...(replica.volumes ?? [])], 1);
    else if (volumes.length > 0)
      use(
        workload,
        volumes,
        Object.values(replicas).reduce((sum, count) => sum + count, 0),
      );
  }
  return (workload: Workload, variant: Variant | undefined): boolean =>
    volumesOf(workload, variant).some(
      (volume) =>
        !isShared(volume) &&
        (workload.mode !== 'recreate' ||
          (users.get(`${workload.namespace ?? 'default'} ${volume.claim}`) ?? 1) > 1),
    );
}
