import { byName, countReplicas } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { type Workload, workloadKey } from '../../model/snapshot.ts';
import { isShared, type Volume } from '../../model/volumes.ts';
import { type LiftRule, withWorkloads } from '../lift-rule.ts';

/** What the volumes of a workload and of its replicas forbid. */

function volumesOf({ volumes = [], replicas }: Workload): Volume[] {
  const own = Array.isArray(replicas) ? replicas.flatMap((replica) => replica.volumes ?? []) : [];
  return [...volumes, ...own];
}

function keysWhere({ snapshot }: Question, has: (volume: Volume) => boolean): string[] {
  return snapshot.workloads
    .filter((workload) => countReplicas(workload) > 0 && volumesOf(workload).some(has))
    .map(workloadKey)
    .sort(byName);
}

/** The question with every volume of these workloads changed. */
function withVolumes(question: Question, subjects: ReadonlySet<string>, change: (volume: Volume) => Volume) {
  return withWorkloads(question, (workload) => {
    if (!subjects.has(workloadKey(workload))) return workload;
    const { volumes, replicas } = workload;
    return {
      ...workload,
      ...(volumes && { volumes: volumes.map(change) }),
      ...(Array.isArray(replicas) && {
        replicas: replicas.map((replica) =>
          replica.volumes ? { ...replica, volumes: replica.volumes.map(change) } : replica,
        ),
      }),
    };
  });
}

/** Lifted, its volumes can be reached from every node. */
export const volumeNodeAffinity: LiftRule = {
  rule: 'volume-node-affinity',
  subjects: (question) => keysWhere(question, ({ nodeAffinity }) => nodeAffinity !== undefined),
  lift: (question, subjects) => withVolumes(question, subjects, ({ nodeAffinity: _, ...volume }) => volume),
  words: (_, subject) => `${subject} has a volume that can be reached from some nodes only`,
};

/** Lifted, several nodes can have its volumes at once. */
export const volumeRestrictions: LiftRule = {
  rule: 'volume-restrictions',
  subjects: (question) => keysWhere(question, (volume) => !isShared(volume)),
  lift: (question, subjects) =>
    withVolumes(question, subjects, (volume) => ({ ...volume, accessModes: ['ReadWriteMany'] })),
  words(question, subject) {
    const workload = question.snapshot.workloads.find((one) => workloadKey(one) === subject);
    const claims = (workload ? volumesOf(workload) : [])
      .filter((volume) => !isShared(volume))
      .flatMap(({ claim }) => claim ?? []);
    const named = claims.length > 0 ? ` (${[...new Set(claims)].sort(byName).join(', ')})` : '';
    return `${subject} has a volume that one node can have at a time${named}, so copies can not coexist, nor its users part`;
  },
};
