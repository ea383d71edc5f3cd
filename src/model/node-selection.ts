import type { NodeSelectorRequirement, NodeSelectorTerm, Taint, Toleration } from './scheduling.ts';
import type { Workload } from './snapshot.ts';

/**
 * What selectors and tolerations mean, for one node at a time: the meaning of a word of the format, like that of a
 * quantity, so checker and solvers share it. Source: component-helpers `scheduling/corev1/nodeaffinity` and
 * `scheduling/corev1/helpers.go`, apimachinery `labels/selector.go`.
 */
export interface SelectedNode {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The alternatives that a workload requires of a node; undefined when it requires none. */
export function requiredTerms({
  affinity,
}: Pick<Workload, 'affinity'>): readonly NodeSelectorTerm[] | undefined {
  return affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
}

/** Terms are alternatives; no term at all, and a term without requirements, match nothing. */
export function matchesAnyTerm(terms: readonly NodeSelectorTerm[], node: SelectedNode): boolean {
  return terms.some(({ matchExpressions = [], matchFields = [] }) => {
    if (matchExpressions.length + matchFields.length === 0) return false;
    return (
      matchExpressions.every((requirement) => meets(requirement, node.labels.get(requirement.key))) &&
      matchFields.every((requirement) => meets(requirement, node.name))
    );
  });
}

/** @param value of the label; undefined when the node does not have it */
export function meets(
  { operator, values = [] }: NodeSelectorRequirement,
  value: string | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
    case 'Lt': {
      const [label, limit] = [integer(value), integer(values[0])];
      if (label === undefined || limit === undefined) return false;
      return operator === 'Gt' ? label > limit : label < limit;
    }
  }
}

const INT64 = 2n ** 63n;

/** As Go's `strconv.ParseInt(value, 10, 64)` reads it. */
export function integer(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[+-]?\d{1,100}$/.test(text)) return undefined;
  const value = text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return value >= -INT64 && value < INT64 ? value : undefined;
}

/** The first taint that keeps a replica away; `PreferNoSchedule` keeps none away. */
export function untolerated(taints: readonly Taint[], tolerations: readonly Toleration[]): Taint | undefined {
  return taints.find(
    (taint) =>
      taint.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}

function tolerates({ key, operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== undefined && key !== taint.key) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}
