import { canonicalSnapshot } from '../../src/model/canonical.ts';
import { withOpenable } from '../../src/model/options/openable.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Question } from '../../src/model/read-question.ts';
import type { Explanation, Reason } from '../../src/reasons/explanation.ts';
import { lift } from '../../src/reasons/lift-rules.ts';

/** What an explanation claims, one by one. */
export interface Claim {
  kind: 'empty' | 'move';
  /** The node, or the workload as namespace/name. */
  name: string;
  reasons: readonly Reason[];
  proved: boolean;
}

export function claimsOf({ nodes, workloads }: Explanation): Claim[] {
  return [
    ...nodes.map(({ node, reasons, proved }) => ({ kind: 'empty' as const, name: node, reasons, proved })),
    ...workloads.map(({ workload, reasons, proved }) => ({
      kind: 'move' as const,
      name: workload,
      reasons,
      proved,
    })),
  ].flatMap(({ kind, name, reasons, proved }) =>
    reasons === undefined ? [] : [{ kind, name, reasons, proved: proved ?? false }],
  );
}

/** Dearer than any deployment of the tests. */
const SURCHARGE = 100_000;

/** The question without some of the reasons. To lift `saving` is to make keeping the node dearer than all else. */
export function without(question: Question, { kind, name }: Claim, lifted: readonly Reason[]): Question {
  const obstacles = lifted.filter(({ rule }) => rule !== 'saving');
  const free = lift(question, obstacles);
  if (obstacles.length === lifted.length || kind === 'move') return free;
  const nodes = free.snapshot.nodes.map((node) =>
    node.name === name ? { ...node, pricePerHour: SURCHARGE } : node,
  );
  // The bill of a node that stays anyway counts nothing.
  const keep = { nodes: (free.options.keep?.nodes ?? []).filter((node) => node !== name) };
  return { snapshot: { ...free.snapshot, nodes }, options: { ...free.options, keep } };
}

/** Every proper subset where there are few, else all but one. */
export function properSubsets(reasons: readonly Reason[]): Reason[][] {
  if (reasons.length > 4) return reasons.map((_, at) => reasons.filter((__, i) => i !== at));
  const count = 2 ** reasons.length - 1;
  return Array.from({ length: count }, (_, mask) => reasons.filter((__, i) => mask & (1 << i)));
}

/** The question with α as it is in force, and with nodes that may be opened as nodes. */
export function fixedQuestion({ snapshot, options }: Question, plan: Plan): Question {
  const { openable: _, ...rest } = options;
  const { objective, openable } = plan.options;
  return {
    snapshot: withOpenable(canonicalSnapshot(snapshot), openable),
    options: { ...rest, objective },
  };
}
