type Json = Record<string, unknown>;

const ZONE = 'topology.kubernetes.io/zone';

/** Parts of pod specs in shorthand, of a pod of 1 cpu that is called `web`. */

export function withSpec(spec: Json): { spec: Json; template: Json } {
  const template = { containers: [{ name: 'main', resources: { requests: { cpu: '1' } } }], ...spec };
  return { spec, template };
}

export function apart(app: string, more: Json = {}): Json {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname', ...more };
  return { requiredDuringSchedulingIgnoredDuringExecution: [term] };
}

export function required(matchExpressions: Json[]): Json {
  return { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } };
}

export function terms(requirement: Json): Json {
  return { affinity: { nodeAffinity: required([requirement]) } };
}

/** A spread constraint of pods called `web` over zones, at most one more in any than in another. */
export function over(more: Json = {}) {
  const labelSelector = { matchLabels: { app: 'web' } };
  const constraint = { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector };
  return { topologySpreadConstraints: [{ ...constraint, ...more }] };
}
