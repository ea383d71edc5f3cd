import { byName, countsOf, movableCountsOf } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { type Replica, replicasOf } from '../../model/replicas.ts';
import { type PlacedReplica, type Workload, workloadKey } from '../../model/snapshot.ts';
import { type LiftRule, withWorkloads } from '../lift-rule.ts';

/** Replicas of a workload on a node that may not move; lifted, they may. */

const subjectOf = (workload: Workload, node: string) => `${workloadKey(workload)} on ${node}`;

function stuckOn({ snapshot }: Question, subject: string): Replica[] {
  for (const workload of snapshot.workloads) {
    if (!subject.startsWith(`${workloadKey(workload)} on `)) continue;
    return replicasOf(workload).filter(
      ({ movable, node }) => !movable && subjectOf(workload, node) === subject,
    );
  }
  return [];
}

export const movable: LiftRule = {
  rule: 'movable',
  subjects: ({ snapshot }) =>
    snapshot.workloads
      .flatMap((workload) => {
        const free = movableCountsOf(workload);
        return [...countsOf(workload)]
          .filter(([node, count]) => (free.get(node) ?? 0) < count)
          .map(([node]) => subjectOf(workload, node));
      })
      .sort(byName),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) => {
      if (![...countsOf(workload).keys()].some((node) => subjects.has(subjectOf(workload, node))))
        return workload;
      const { movable: _, ...rest } = workload;
      const all = Array.isArray(workload.replicas)
        ? workload.replicas
        : replicasOf(workload).map(({ node }) => ({ node }));
      const replicas = all.map(({ movable: may, ...replica }: PlacedReplica) => {
        const isStuck = workload.movable === false || may === false;
        const staysSo = isStuck && !subjects.has(subjectOf(workload, replica.node));
        return { ...replica, ...(staysSo && { movable: false }) };
      });
      return { ...rest, replicas };
    }),
  words(question, subject) {
    const stuck = stuckOn(question, subject);
    const texts = new Set(
      stuck.map(({ movableReason }) => movableReason).filter((text) => text !== undefined),
    );
    const why = texts.size > 0 ? `: ${[...texts].join('; ')}` : '';
    return `${stuck.map(({ name }) => name).join(', ')} of ${subject} may not move${why}`;
  },
  replicas: (question, subject) => stuckOn(question, subject).map(({ name }) => name),
};
