import { byName, countReplicas } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { type Workload, workloadKey } from '../../model/snapshot.ts';
import { type LiftRule, withWorkloads } from '../lift-rule.ts';

/** What a workload demands of the other replicas around it. */

const TERMS = 'requiredDuringSchedulingIgnoredDuringExecution';

function keysWhere({ snapshot }: Question, demands: (workload: Workload) => boolean): string[] {
  return snapshot.workloads
    .filter((workload) => countReplicas(workload) > 0 && demands(workload))
    .map(workloadKey)
    .sort(byName);
}

/** Lifted, the workload requires no other replicas near it, or away from it. */
function podTerms(rule: string, kind: 'podAffinity' | 'podAntiAffinity', words: string): LiftRule {
  return {
    rule,
    subjects: (question) =>
      keysWhere(question, ({ affinity }) => (affinity?.[kind]?.[TERMS]?.length ?? 0) > 0),
    lift: (question, subjects) =>
      withWorkloads(question, (workload) => {
        if (!subjects.has(workloadKey(workload))) return workload;
        const { [TERMS]: _, ...wishes } = workload.affinity?.[kind] ?? {};
        return { ...workload, affinity: { ...workload.affinity, [kind]: wishes } };
      }),
    words: (_, subject) => `${subject} ${words}`,
  };
}

export const podAffinity = podTerms(
  'pod-affinity',
  'podAffinity',
  'must run near other replicas that it requires (pod affinity)',
);

export const podAntiAffinity = podTerms(
  'pod-anti-affinity',
  'podAntiAffinity',
  'must run apart from other replicas (pod anti-affinity)',
);

type Constraint = NonNullable<Workload['topologySpreadConstraints']>[number];
const isHard = ({ whenUnsatisfiable = 'DoNotSchedule' }: Constraint) => whenUnsatisfiable === 'DoNotSchedule';

/** Lifted, the workload has no spread constraints that forbid anything. */
export const topologySpread: LiftRule = {
  rule: 'topology-spread',
  subjects: (question) =>
    keysWhere(question, ({ topologySpreadConstraints = [] }) => topologySpreadConstraints.some(isHard)),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) => {
      if (!subjects.has(workloadKey(workload))) return workload;
      const wishes = (workload.topologySpreadConstraints ?? []).filter((one) => !isHard(one));
      return { ...workload, topologySpreadConstraints: wishes };
    }),
  words(question, subject) {
    const workload = question.snapshot.workloads.find((one) => workloadKey(one) === subject);
    const hard = (workload?.topologySpreadConstraints ?? []).filter(isHard);
    const keys = hard.map(({ topologyKey, maxSkew }) => `${topologyKey} (maxSkew ${maxSkew})`);
    return `${subject} must stay spread over ${keys.join(', ')}`;
  },
};

/** Lifted, the workload allows spot nodes. */
export const spotAllowed: LiftRule = {
  rule: 'spot-allowed',
  subjects: (question) =>
    question.snapshot.nodes.some(({ capacityType }) => capacityType === 'spot')
      ? keysWhere(question, ({ spot }) => spot === undefined)
      : [],
  lift: (question, subjects) =>
    withWorkloads(question, (workload) =>
      subjects.has(workloadKey(workload)) && workload.spot === undefined
        ? { ...workload, spot: {} }
        : workload,
    ),
  words: (_, subject) => `${subject} does not allow spot nodes`,
};

/** Lifted, all replicas of the workload may be on spot nodes. */
export const spotShare: LiftRule = {
  rule: 'spot-share',
  subjects: (question) => keysWhere(question, ({ spot }) => spot?.maxShare !== undefined),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) =>
      subjects.has(workloadKey(workload)) && workload.spot ? { ...workload, spot: {} } : workload,
    ),
  words(question, subject) {
    const workload = question.snapshot.workloads.find((one) => workloadKey(one) === subject);
    return `at most ${workload?.spot?.maxShare} of the replicas of ${subject} may be on spot nodes`;
  },
};
