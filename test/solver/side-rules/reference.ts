import type { DomainRule } from '../../../src/model/problem/side-rules.ts';
import type { Problem, Schedule } from '../../../src/model/problem.ts';
import { rowsOf } from '../../../src/solver/schedule.ts';

/** The side rules of a whole schedule by their definitions, replica by replica: slow, and shares nothing with the solver. */

interface Replica {
  readonly workload: number;
  /** Node before slot t: [t − 1]. */
  readonly at: number[];
}

/** What a schedule breaks, in words; empty when it keeps all side rules. */
export function brokenSideRules(problem: Problem, schedule: Schedule): string[] {
  const slots = Math.max(0, ...Array.from(rowsOf(schedule), ([, , slot]) => slot));
  const replicas = replicasOf(problem, schedule, slots);
  const broken: string[] = [];
  for (let slot = 1; slot <= slots; slot++) {
    const moved = replicas.filter(({ at }) => at[slot] !== at[slot - 1]);
    for (const [i, rule] of problem.domainRules.entries())
      if (!holdsIn(problem, rule, replicas, moved, slot)) broken.push(`rule ${i} ${rule.form} slot ${slot}`);
    for (const [i, { over, weight, most }] of problem.budgets.entries())
      if (over === 'slot' && sum(moved, weight) > most) broken.push(`budget ${i} slot ${slot}`);
    const sources = new Set(moved.map(({ at }) => at[slot - 1]));
    if (sources.size > problem.sourcesPerSlot) broken.push(`sources slot ${slot}`);
  }
  const moved = replicas.filter(({ at }) => at[slots] !== at[0]);
  for (const [i, { over, weight, most }] of problem.budgets.entries())
    if (over === 'plan' && sum(moved, weight) > most) broken.push(`budget ${i}`);
  for (const [i, { nodes, least }] of problem.floors.entries()) {
    const hosting = nodes.filter((node) => replicas.some(({ at }) => at[slots] === node)).length;
    if (hosting < least) broken.push(`floor ${i}`);
  }
  return broken;
}

function sum(moved: readonly Replica[], weight: ReadonlyMap<number, number>): number {
  return moved.reduce((total, { workload }) => total + (weight.get(workload) ?? 0), 0);
}

function replicasOf(problem: Problem, schedule: Schedule, slots: number): Replica[] {
  const { groups, groupCount, groupNode, groupWorkload } = problem;
  const replicas: Replica[] = [];
  for (let group = 0; group < groups; group++) {
    const ends = [...rowsOf(schedule)].filter(([g]) => g === group);
    const targets = ends.flatMap(([, target, slot, count]) =>
      Array.from({ length: count }, () => [target, slot]),
    );
    for (let i = 0; i < groupCount[group]; i++) {
      const [target, slot] = targets[i] ?? [groupNode[group], 0];
      const at = Array.from({ length: slots + 1 }, (_, t) =>
        slot > 0 && t >= slot ? target : groupNode[group],
      );
      replicas.push({ workload: groupWorkload[group], at });
    }
  }
  return replicas;
}

function holdsIn(
  { recreate }: Problem,
  rule: DomainRule,
  replicas: readonly Replica[],
  moved: readonly Replica[],
  slot: number,
): boolean {
  const { domainOf, domains } = rule;
  const before = ({ at }: Replica) => domainOf[at[slot - 1]];
  const after = ({ at }: Replica) => domainOf[at[slot]];
  const moves = ({ at }: Replica) => at[slot] !== at[slot - 1];
  const counted = replicas.filter(({ workload }) => rule.counted.includes(workload));
  const most = Array.from({ length: domains }, (_, d) =>
    counted.reduce((copies, replica) => {
      const isWithin = before(replica) === d && after(replica) === d;
      if (isWithin && moves(replica) && !recreate[replica.workload]) return copies + 2;
      return copies + (before(replica) === d || after(replica) === d ? 1 : 0);
    }, 0),
  );
  const fewest = Array.from(
    { length: domains },
    (_, d) =>
      counted.filter(
        (replica) =>
          before(replica) === d && after(replica) === d && !(moves(replica) && recreate[replica.workload]),
      ).length,
  );
  const end = Array.from({ length: domains }, (_, d) => counted.filter((r) => after(r) === d).length);
  return moved.every((replica) => {
    const d = after(replica);
    if (d < 0 || !rule.subjects.includes(replica.workload)) return true;
    if (rule.form === 'at-most') return (rule.when === 'during' ? most[d] : end[d]) <= rule.most;
    if (rule.form === 'partner') return fewest[d] >= 1;
    if (rule.isLow && most[d] > rule.maxSkew) return false;
    const own = (other: number) =>
      counted.includes(replica) && before(replica) === other && !recreate[replica.workload] ? 1 : 0;
    return fewest.every((count, other) => other === d || most[d] - (count + own(other)) <= rule.maxSkew);
  });
}
