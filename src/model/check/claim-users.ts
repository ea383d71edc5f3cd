import { countReplicas } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';
import { isShared, type Volume } from '../volumes.ts';

/** How many replicas name a claim of a namespace that only one node can have, through their workload or by themselves. */
export function claimUsers({ workloads }: Snapshot): (namespace: string, claim: string) => number {
  const users = new Map<string, number>();
  const add = (claims: Iterable<string>, namespace: string, replicas: number) => {
    for (const claim of claims) {
      const key = `${namespace}/${claim}`;
      users.set(key, (users.get(key) ?? 0) + replicas);
    }
  };
  for (const workload of workloads) {
    const { namespace = 'default', volumes = [], replicas } = workload;
    const common = new Set(single(volumes));
    add(common, namespace, countReplicas(workload));
    if (!Array.isArray(replicas)) continue;
    for (const { volumes: own = [] } of replicas) add(new Set(single(own)).difference(common), namespace, 1);
  }
  return (namespace, claim) => users.get(`${namespace}/${claim}`) ?? 0;
}

function single(volumes: readonly Volume[]): string[] {
  return volumes.flatMap((volume) => (isShared(volume) ? [] : (volume.claim ?? [])));
}
