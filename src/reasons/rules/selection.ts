import { matchesAnyTerm, requiredTerms, untolerated } from '../../model/node-selection.ts';
import { byName, countReplicas } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { type Node, type Workload, workloadKey } from '../../model/snapshot.ts';
import { type LiftRule, withWorkloads } from '../lift-rule.ts';

/** What a workload demands of the node on which a replica arrives. */

const running = ({ snapshot }: Question) => snapshot.workloads.filter((one) => countReplicas(one) > 0);
const keysOf = (workloads: readonly Workload[]) => workloads.map(workloadKey).sort(byName);

function isSelected({ nodeSelector = {}, affinity }: Workload, { name, labels = {} }: Node): boolean {
  if (!Object.entries(nodeSelector).every(([key, value]) => labels[key] === value)) return false;
  const terms = requiredTerms({ affinity });
  return !terms || matchesAnyTerm(terms, { name, labels: new Map(Object.entries(labels)) });
}

/** Lifted, the workload has no node selector and no required node affinity. */
export const nodeAffinity: LiftRule = {
  rule: 'node-affinity',
  subjects: (question) =>
    keysOf(
      running(question).filter((workload) =>
        question.snapshot.nodes.some((node) => !isSelected(workload, node)),
      ),
    ),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) => {
      if (!subjects.has(workloadKey(workload))) return workload;
      const { nodeSelector: _, affinity, ...rest } = workload;
      const { nodeAffinity: __, ...others } = affinity ?? {};
      return Object.keys(others).length > 0 ? { ...rest, affinity: others } : rest;
    }),
  words(question, subject) {
    const workload = running(question).find((one) => workloadKey(one) === subject);
    const nodes = question.snapshot.nodes.filter((node) => workload && !isSelected(workload, node));
    return `${subject} selects its nodes: ${listed(nodes.map(({ name }) => name))} ${nodes.length === 1 ? 'is' : 'are'} none of them`;
  },
};

/** Lifted, the workload tolerates every taint. */
export const taintToleration: LiftRule = {
  rule: 'taint-toleration',
  subjects: (question) =>
    keysOf(
      running(question).filter(({ tolerations = [] }) =>
        question.snapshot.nodes.some(({ taints = [] }) => untolerated(taints, tolerations)),
      ),
    ),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) =>
      subjects.has(workloadKey(workload)) ? { ...workload, tolerations: [{ operator: 'Exists' }] } : workload,
    ),
  words(question, subject) {
    const { tolerations = [] } = running(question).find((one) => workloadKey(one) === subject) ?? {};
    const taints = question.snapshot.nodes.flatMap(({ name, taints: own = [] }) => {
      const taint = untolerated(own, tolerations);
      return taint ? [`${taint.key}${taint.value ? `=${taint.value}` : ''}:${taint.effect} of ${name}`] : [];
    });
    return `${subject} does not tolerate ${listed(taints)}`;
  },
};

/** Lifted, the workload takes no host ports. */
export const nodePorts: LiftRule = {
  rule: 'node-ports',
  subjects: (question) => keysOf(running(question).filter(({ hostPorts = [] }) => hostPorts.length > 0)),
  lift: (question, subjects) =>
    withWorkloads(question, (workload) => {
      if (!subjects.has(workloadKey(workload))) return workload;
      const { hostPorts: _, ...rest } = workload;
      return rest;
    }),
  words(question, subject) {
    const { hostPorts = [] } = running(question).find((one) => workloadKey(one) === subject) ?? {};
    const ports = hostPorts.map(({ hostPort, protocol = 'TCP' }) => `${hostPort}/${protocol}`);
    return `${subject} takes host port ${listed(ports)}, which is taken`;
  },
};

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  return rest > 0 ? `${names.slice(0, MOST_LISTED).join(', ')} and ${rest} more` : names.join(', ');
}
