import type {
  Affinity,
  Container,
  NodeAffinity,
  NodeSelectorTerm,
  NodeSpec,
  PodAffinityTerm,
  PodSpec,
  TopologySpreadConstraint,
} from 'kubernetes-types/core/v1';
import type { PodDisruptionBudgetSpec } from 'kubernetes-types/policy/v1';
import type { Claimed } from './claimed.ts';
import type { Warnings } from './warnings.ts';

/**
 * The fields that are known of what decides where a pod may run: those of the types (the compiler keeps the lists complete), and those
 * that Kubernetes has got since. A field beyond them may be a rule that is not known here.
 */
type Fields<T> = Readonly<Record<keyof T, 1>>;

const POD_SPEC: Fields<PodSpec & SincePodSpec> = {
  activeDeadlineSeconds: 1,
  affinity: 1,
  automountServiceAccountToken: 1,
  containers: 1,
  dnsConfig: 1,
  dnsPolicy: 1,
  enableServiceLinks: 1,
  ephemeralContainers: 1,
  hostAliases: 1,
  hostIPC: 1,
  hostNetwork: 1,
  hostPID: 1,
  hostUsers: 1,
  hostname: 1,
  hostnameOverride: 1,
  imagePullSecrets: 1,
  initContainers: 1,
  nodeName: 1,
  nodeSelector: 1,
  os: 1,
  overhead: 1,
  preemptionPolicy: 1,
  priority: 1,
  priorityClassName: 1,
  readinessGates: 1,
  resourceClaims: 1,
  resources: 1,
  restartPolicy: 1,
  runtimeClassName: 1,
  schedulerName: 1,
  schedulingGates: 1,
  securityContext: 1,
  serviceAccount: 1,
  serviceAccountName: 1,
  setHostnameAsFQDN: 1,
  shareProcessNamespace: 1,
  subdomain: 1,
  terminationGracePeriodSeconds: 1,
  tolerations: 1,
  topologySpreadConstraints: 1,
  volumes: 1,
};

/** Pod-level resources (1.32) and the host name's override (1.34). */
export interface SincePodSpec {
  resources?: Container['resources'];
  hostnameOverride?: string;
}

const CONTAINER: Fields<Container & { restartPolicyRules?: unknown }> = {
  args: 1,
  command: 1,
  env: 1,
  envFrom: 1,
  image: 1,
  imagePullPolicy: 1,
  lifecycle: 1,
  livenessProbe: 1,
  name: 1,
  ports: 1,
  readinessProbe: 1,
  resizePolicy: 1,
  resources: 1,
  restartPolicy: 1,
  restartPolicyRules: 1,
  securityContext: 1,
  startupProbe: 1,
  stdin: 1,
  stdinOnce: 1,
  terminationMessagePath: 1,
  terminationMessagePolicy: 1,
  tty: 1,
  volumeDevices: 1,
  volumeMounts: 1,
  workingDir: 1,
};

const AFFINITY: Fields<Affinity> = { nodeAffinity: 1, podAffinity: 1, podAntiAffinity: 1 };
const KINDS_OF_AFFINITY: Fields<NodeAffinity> = {
  preferredDuringSchedulingIgnoredDuringExecution: 1,
  requiredDuringSchedulingIgnoredDuringExecution: 1,
};
const NODE_TERM: Fields<NodeSelectorTerm> = { matchExpressions: 1, matchFields: 1 };
const POD_TERM: Fields<PodAffinityTerm> = {
  labelSelector: 1,
  matchLabelKeys: 1,
  mismatchLabelKeys: 1,
  namespaceSelector: 1,
  namespaces: 1,
  topologyKey: 1,
};
const SPREAD: Fields<TopologySpreadConstraint> = {
  labelSelector: 1,
  matchLabelKeys: 1,
  maxSkew: 1,
  minDomains: 1,
  nodeAffinityPolicy: 1,
  nodeTaintsPolicy: 1,
  topologyKey: 1,
  whenUnsatisfiable: 1,
};
const NODE_SPEC: Fields<NodeSpec> = {
  configSource: 1,
  externalID: 1,
  podCIDR: 1,
  podCIDRs: 1,
  providerID: 1,
  taints: 1,
  unschedulable: 1,
};
const BUDGET_SPEC: Fields<PodDisruptionBudgetSpec> = {
  maxUnavailable: 1,
  minAvailable: 1,
  selector: 1,
  unhealthyPodEvictionPolicy: 1,
};

function unknown(value: Claimed<unknown>, known: object, what: string, warnings: Warnings): boolean {
  let any = false;
  for (const key of value.keys()) {
    if (Object.hasOwn(known, key)) continue;
    any = true;
    warnings.add('unknown-field', `${what}.${key.slice(0, 100)}`, value.origin.title);
  }
  return any;
}

/** Whether a pod's spec says something that may be a rule and is not known; each such field is warned of. */
export function hasUnknownFields(spec: Claimed<PodSpec>, warnings: Warnings): boolean {
  const found: boolean[] = [];
  const look = (value: Claimed<unknown>, known: object, what: string) =>
    found.push(unknown(value, known, what, warnings));
  look(spec, POD_SPEC, 'Pod spec');
  for (const container of [...spec.at('containers').list(), ...spec.at('initContainers').list()])
    unknown(container, CONTAINER, 'Container', warnings);
  const affinity = spec.at('affinity');
  look(affinity, AFFINITY, 'Affinity');
  const nodes = affinity.at('nodeAffinity');
  look(nodes, KINDS_OF_AFFINITY, 'NodeAffinity');
  const required = nodes.at('requiredDuringSchedulingIgnoredDuringExecution');
  look(required, { nodeSelectorTerms: 1 }, 'NodeSelector');
  for (const term of required.at('nodeSelectorTerms').list()) look(term, NODE_TERM, 'NodeSelectorTerm');
  for (const key of ['podAffinity', 'podAntiAffinity'] as const) {
    const pods = affinity.at(key);
    look(pods, KINDS_OF_AFFINITY, 'PodAffinity');
    for (const term of pods.at('requiredDuringSchedulingIgnoredDuringExecution').list())
      look(term, POD_TERM, 'PodAffinityTerm');
  }
  for (const constraint of spec.at('topologySpreadConstraints').list())
    look(constraint, SPREAD, 'TopologySpreadConstraint');
  return found.includes(true);
}

export function warnOfNodeFields(spec: Claimed<NodeSpec>, warnings: Warnings): void {
  unknown(spec, NODE_SPEC, 'Node spec', warnings);
}

export function hasUnknownBudgetFields(spec: Claimed<PodDisruptionBudgetSpec>, warnings: Warnings): boolean {
  return unknown(spec, BUDGET_SPEC, 'PodDisruptionBudget spec', warnings);
}
