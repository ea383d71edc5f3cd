import { countReplicas } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';

/** How many replicas name a claim of a namespace, through their workload or by themselves. */
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
    const common = new Set(volumes.flatMap(({ claim }) => claim ?? []));
    add(common, namespace, countReplicas(workload));
    if (!Array.isArray(replicas)) continue;
    for (const { volumes: own = [] } of replicas)
      add(new Set(own.flatMap(({ claim }) => claim ?? [])).difference(common), namespace, 1);
  }
  return (namespace, claim) => users.get(`${namespace}/${claim}`) ?? 0;
}
