import type { Move, PlanClaim } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Reassignment } from './read.ts';

const processName = (p: number) => `process-${p}`;
const machineName = (m: number) => `machine-${m}`;

/**
 * A machine is a node of price 1, in the region of its location and the zone of its neighbourhood; a process is a workload
 * of one replica. Only what the challenge flags is transient. Its rules of conflict, spread and dependency are left out.
 */
export function reassignmentSnapshot({ transient, machines, processes, assignment }: Reassignment): Snapshot {
  const amounts = (list: readonly number[]) => Object.fromEntries(list.map((amount, r) => [`r${r}`, amount]));
  return {
    nodes: machines.map(({ neighbourhood, location, capacity }, m) => ({
      name: machineName(m),
      location: `region-${location}/zone-${neighbourhood}`,
      pricePerHour: 1,
      allocatable: amounts(capacity),
    })),
    workloads: processes.map(({ requirement }, p) => ({
      name: processName(p),
      requests: amounts(requirement),
      replicas: { [machineName(assignment[p])]: 1 },
    })),
    resources: Object.fromEntries(
      transient.map((isTransient, r) => [`r${r}`, { transient: isTransient }] as const),
    ),
  };
}

/** The plan of one slot that makes an assignment of another. */
export function planTo({ assignment: start }: Reassignment, assignment: readonly number[]): PlanClaim {
  const moves = assignment.flatMap((m, p): Move[] =>
    m === start[p]
      ? []
      : [
          {
            workload: `default/${processName(p)}`,
            replica: `${processName(p)}-0`,
            from: machineName(start[p]),
            to: machineName(m),
            mode: 'surge',
          },
        ],
  );
  return { slots: moves.length > 0 ? [{ moves }] : [] };
}

/** The assignment that a plan ends in, from the names of its moves. */
export function assignmentAfter({ assignment: start }: Reassignment, { slots }: PlanClaim): number[] {
  const assignment = [...start];
  const number = (text: string) => Number(text.slice(text.lastIndexOf('-') + 1));
  for (const { workload, to } of slots.flatMap(({ moves }) => moves))
    assignment[number(workload)] = number(to);
  return assignment;
}
