import type { Node, Workload } from '../../src/model/snapshot.ts';
import { isSelected, isTolerated } from './selection.ts';

/** Selectors of workloads and topology keys once more, sharing nothing with `src/model`. */

export type Demands = Pick<
  Workload,
  'namespace' | 'labels' | 'nodeSelector' | 'affinity' | 'tolerations' | 'topologySpreadConstraints'
>;

type Selector = { matchLabels?: Record<string, string>; matchExpressions?: Expression[] } | undefined;
type Expression = { key: string; operator: string; values?: string[] };
export type Term = {
  labelSelector?: Selector;
  namespaces?: string[];
  namespaceSelector?: object;
  topologyKey: string;
};

export const spaceOf = ({ namespace }: Demands): string => namespace ?? 'default';

function picks(selector: Selector, labels: Record<string, string | undefined> = {}): boolean {
  if (!selector) return false;
  for (const [key, value] of Object.entries(selector.matchLabels ?? {}))
    if (labels[key] !== value) return false;
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    const label = labels[key];
    const isListed = label !== undefined && values.includes(label);
    const holds = {
      In: isListed,
      NotIn: !isListed,
      Exists: label !== undefined,
      DoesNotExist: label === undefined,
    };
    if (!holds[operator as keyof typeof holds]) return false;
  }
  return true;
}

export function termPicks(term: Term, holder: Demands, other: Demands): boolean {
  const listed = term.namespaces ?? [];
  const spaces = listed.length === 0 ? [spaceOf(holder)] : listed;
  const isSpace = term.namespaceSelector !== undefined || spaces.includes(spaceOf(other));
  return isSpace && picks(term.labelSelector, other.labels);
}

export function required({ affinity }: Demands, kind: 'podAffinity' | 'podAntiAffinity'): Term[] {
  return (affinity?.[kind]?.requiredDuringSchedulingIgnoredDuringExecution ?? []) as Term[];
}

export function place(node: Node, key: string): string | undefined {
  const value = node.labels?.[key];
  return value === undefined && key === 'kubernetes.io/hostname' ? node.name : value;
}

export type Constraint = NonNullable<Workload['topologySpreadConstraints']>[number];

export function constraintsOf({ topologySpreadConstraints = [] }: Demands): Constraint[] {
  return topologySpreadConstraints.filter((one) => one.whenUnsatisfiable === 'DoNotSchedule');
}

/** Nobody by a selector that would pick everybody: kube-scheduler does not count by it. */
export function constraintPicks(constraint: Constraint, holder: Demands, other: Demands): boolean {
  const { matchLabels = {}, matchExpressions = [] } = constraint.labelSelector ?? {};
  if (Object.keys(matchLabels).length + matchExpressions.length === 0) return false;
  return spaceOf(holder) === spaceOf(other) && picks(constraint.labelSelector as Selector, other.labels);
}

/** Whether the constraint counts the node at all. */
export function isCounted(constraint: Constraint, holder: Demands, node: Node): boolean {
  for (const { topologyKey } of constraintsOf(holder))
    if (place(node, topologyKey) === undefined) return false;
  if (constraint.nodeAffinityPolicy !== 'Ignore' && !isSelected(holder, node)) return false;
  return constraint.nodeTaintsPolicy !== 'Honor' || isTolerated(holder, node);
}
