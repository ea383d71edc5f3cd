import { byName } from '../model/placement.ts';

/**
 * Why a pod stays where it is. Some stand for a rule of Kubernetes that a snapshot can't say: what the rule could concern does not
 * move, so no plan can break it.
 */
const REASONS = {
  // Nobody would start the new copy, or nobody may stop the old one.
  'bare-pod': { about: 'No controller would start another copy.' },
  'owner-unknown': { about: 'Its controller is not among the objects, or of a kind that is not known here.' },
  'owner-operated': { about: 'Its owner belongs to another controller, which would put it back.' },
  job: { about: 'A Job would count the move as a failure, or start its work again.' },
  'daemon-kept': { about: 'A pod of a DaemonSet that must not be disturbed keeps its node.' },
  'opted-out': { about: 'The annotation restow.dev/movable says "false".' },
  'do-not-disrupt': { about: 'The annotation karpenter.sh/do-not-disrupt (or do-not-evict) says "true".' },
  'not-safe-to-evict': {
    about: 'The annotation cluster-autoscaler.kubernetes.io/safe-to-evict says "false".',
  },
  'system-namespace': {
    about:
      'In kube-system only what a disruption budget covers, or is safe to evict, moves (as Cluster Autoscaler has it).',
  },
  'other-scheduler': { about: 'Another scheduler than default-scheduler places it.' },
  'rollout-under-way': { about: 'Its workload is being rolled out or scaled.' },
  'not-ready': { about: 'It is not Ready: another copy may not get Ready either.' },
  'node-kept': { about: 'Somebody asked not to take its node away, or a volume binds the node.' },
  'local-volume': { about: 'Its data are on its node.' },
  'unknown-field': { about: 'Its spec has a field that is not known here and may be a rule.' },
  // Its data would not come along, or not alone.
  'single-user-volume': {
    about:
      'A volume of it can be on one node at a time, and a pod that comes and goes with its node or ends has it, too.',
  },
  'empty-dir': { about: 'A StatefulSet keeps something in an emptyDir, which a move would lose.' },
  'volume-unknown': {
    about: 'A claim or volume of it is not among the objects, or not bound.',
  },
  'volume-driver': {
    about: 'The driver of a volume of it is not on its node, or that of one in its spec not on every node.',
  },
  'volume-other': { about: 'It has a volume of a kind that is not modelled.' },
  'resource-claims': { about: 'It has claims of dynamic resource allocation.' },
  'disruption-budget': {
    about: 'Its disruption budget allows no eviction, even with one more healthy copy.',
  },
  'two-disruption-budgets': { about: 'Two disruption budgets cover it: the eviction API refuses that.' },
  quota: {
    about:
      'A quota of its namespace may have no room for the new copies, and can not be said in a snapshot, or a container does not name what the quota asks for.',
  },
  'host-port-taken': {
    about: 'What comes and goes with the nodes takes one of its host ports somewhere.',
  },
  'architecture-unknown': {
    about: 'Nodes differ in architecture or system, and its node does not say which it is.',
  },
  // Rules between pods of which one is no replica, or that a snapshot can't say.
  'pod-affinity': {
    about:
      'It requires near it a pod that comes and goes with its node or ends, or pods that are not told for sure.',
  },
  'pod-affinity-partner': {
    about:
      'A pod that comes and goes with its node or ends requires it near, or one whose term is not told for sure.',
  },
  'pod-anti-affinity': {
    about:
      'It requires away from it a pod that comes and goes with its node or ends, or pods that are not told for sure.',
  },
  'pod-anti-affinity-match': {
    about:
      'A pod that comes and goes with its node or ends requires it away, or one whose term is not told for sure.',
  },
  'topology-spread': {
    about:
      'A spread constraint of it counts pods that come and go with their nodes, or nodes where it could not run, or is more than a snapshot takes.',
  },
  'too-many-terms': { about: 'Its demands on nodes are more alternatives than a snapshot takes.' },
} as const satisfies Record<string, { about: string }>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS).sort(byName) as ReasonCode[];

export function aboutReason(code: ReasonCode): string {
  return REASONS[code].about;
}

export interface Reason {
  readonly code: ReasonCode;
  /** What stands in the way, as `PodDisruptionBudget shop/web`, when it is not the pod itself. */
  readonly object?: string;
}
