import { checkPlan } from '../../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../../src/model/options.ts';
import type { Move, PlanClaim, Rule } from '../../../src/model/plan.ts';
import type { Node, Snapshot, Workload } from '../../../src/model/snapshot.ts';

/** A plan in shorthand: per slot its moves, `a-0 n1>n2` or `a-0 n1>n2 recreate`; the replica a-0 is one of `default/a`. */
export function planOf(...slots: string[][]): PlanClaim {
  return { slots: slots.map((moves) => ({ moves: moves.map(moveOf) })) };
}

function moveOf(text: string): Move {
  const [replica, way, mode] = text.split(' ');
  const [from, to] = way.split('>');
  return {
    workload: `default/${replica.replace(/-\d+$/, '')}`,
    replica,
    from,
    to,
    mode: mode === 'recreate' ? 'recreate' : 'surge',
  };
}

/** Nodes in shorthand: a name with what is allocatable on it; all cost 1 per hour. */
export function nodesOf(nodes: Record<string, Node['allocatable']>): Node[] {
  return Object.entries(nodes).map(([name, allocatable]) => ({ name, pricePerHour: 1, allocatable }));
}

/** A workload in shorthand: what one replica requests, and how many are on each node. */
export function workloadOf(
  name: string,
  requests: Workload['requests'],
  replicas: Record<string, number>,
): Workload {
  return { name, requests, replicas };
}

/** What a plan breaks of one rule, as `slot: subject by excess`. */
export function broken(rule: Rule, snapshot: Snapshot, plan: PlanClaim, options: Options = {}): string[] {
  return violations(snapshot, plan, options).flatMap((violation) =>
    violation.rule === rule ? [`${violation.slot}: ${violation.subject} by ${violation.excess}`] : [],
  );
}

export function violations(snapshot: Snapshot, plan: PlanClaim, options: Options = {}) {
  return checkPlan(snapshot, resolveOptions(snapshot, options), plan).violations;
}
