import { type CheckResult, prepareCheck } from '../model/check/index.ts';
import { formatMoney, money } from '../model/decimal.ts';
import { inForce } from '../model/options/in-force.ts';
import { type Options, resolveOptions } from '../model/options.ts';
import { byName, occupiedNodes } from '../model/placement.ts';
import type { PlanClaim } from '../model/plan.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { PlanComparison } from './comparison.ts';
import { ruleDifferences } from './rules.ts';

/**
 * Two plans for one snapshot, side by side: by their moves, and by what the checker recomputes.
 * @param secondOptions that the second is held to, where they are not those of the first
 */
export function comparePlans(
  snapshot: Snapshot,
  options: Options,
  first: PlanClaim,
  second: PlanClaim,
  secondOptions?: Options,
): PlanComparison {
  const resolved = resolveOptions(snapshot, options);
  const check = prepareCheck(snapshot, resolved);
  const checkSecond = secondOptions ? prepareCheck(snapshot, resolveOptions(snapshot, secondOptions)) : check;
  const [a, b] = [sideOf(check(first)), sideOf(checkSecond(second))];
  const moves = moveDifferences(first, second);
  const price = money(b.side.cost.after) - money(a.side.cost.after);
  const counts = {
    moves: b.side.moves - a.side.moves,
    slots: b.side.slots - a.side.slots,
    downtime: b.side.downtime - a.side.downtime,
    nodesInUse: b.side.nodesInUse - a.side.nodesInUse,
  };
  return {
    kind: 'plans',
    same: moves.length === 0,
    first: a.side,
    second: b.side,
    difference: { pricePerHour: formatMoney(price), counts },
    nodes: nodeDifferences(inForce(snapshot, resolved), a.used, b.used),
    moves,
    rules: ruleDifferences(a.violations, b.violations),
  };
}

function sideOf({ violations, recomputed: { cost, objective, downtime, placement } }: CheckResult) {
  const used = new Set(placement.flatMap(({ nodes }) => Object.keys(nodes)));
  const side = {
    cost,
    moves: objective.moves,
    slots: objective.slots,
    downtime,
    nodesInUse: used.size,
    valid: violations.length === 0,
    violations: violations.length,
  };
  return { side, used, violations };
}

function nodeDifferences(snapshot: Snapshot, first: ReadonlySet<string>, second: ReadonlySet<string>) {
  const before = occupiedNodes(snapshot);
  const fate = (node: string, after: ReadonlySet<string>) => {
    if (before.has(node)) return after.has(node) ? 'kept' : 'emptied';
    return after.has(node) ? 'opened' : 'unused';
  };
  // Plans may open nodes that do not exist yet.
  const names = new Set([...snapshot.nodes.map(({ name }) => name), ...first, ...second]);
  return [...names]
    .map((node) => ({ node, first: fate(node, first), second: fate(node, second) }) as const)
    .filter(({ first: one, second: other }) => one !== other)
    .sort((a, b) => byName(a.node, b.node));
}

type WhereTo = NonNullable<PlanComparison['moves'][number]['first']>;

function moveDifferences(first: PlanClaim, second: PlanClaim): PlanComparison['moves'] {
  const [a, b] = [lastMoves(first), lastMoves(second)];
  return [...new Set([...a.keys(), ...b.keys()])].sort(byName).flatMap((key) => {
    const [one, other] = [a.get(key), b.get(key)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [workload, replica] = JSON.parse(key) as [string, string];
    return [{ workload, replica, ...(one && { first: one }), ...(other && { second: other }) }];
  });
}

/** The last move of each replica, by workload and replica. */
function lastMoves({ slots }: PlanClaim): Map<string, WhereTo> {
  const found = new Map<string, WhereTo>();
  for (const [at, { moves }] of slots.entries())
    for (const { workload, replica, to, mode } of moves)
      found.set(JSON.stringify([workload, replica]), { to, slot: at + 1, mode });
  return found;
}
