import type { Reassignment } from './read.ts';

/**
 * The hard rules of the challenge, from its own numbers alone: nothing here knows snapshots, plans or our checker.
 * Broken capacities by machine and resource, in words; the other three rules, which Restow does not have, are counted.
 */
export interface Verdict {
  /** Rules capacity and transient usage. */
  broken: string[];
  /** Two processes of a service on one machine; services in too few locations; services away from what they need. */
  beyond: { conflicts: number; spreads: number; dependencies: number };
}

export function evaluate(instance: Reassignment, assignment: readonly number[]): Verdict {
  return { broken: overloads(instance, assignment), beyond: beyond(instance, assignment) };
}

function overloads(
  { transient, machines, processes, assignment: start }: Reassignment,
  assignment: readonly number[],
): string[] {
  const usage = machines.map(({ capacity }) => capacity.map(() => 0));
  for (const [p, { requirement }] of processes.entries()) {
    for (const [r, amount] of requirement.entries()) {
      usage[assignment[p]][r] += amount;
      // A transient resource is also used where the process comes from.
      if (transient[r] && start[p] !== assignment[p]) usage[start[p]][r] += amount;
    }
  }
  return usage.flatMap((used, m) =>
    used.flatMap((amount, r) =>
      amount > machines[m].capacity[r]
        ? [`machine ${m} uses ${amount} of ${machines[m].capacity[r]} of resource ${r}`]
        : [],
    ),
  );
}

function beyond(
  { machines, services, processes }: Reassignment,
  assignment: readonly number[],
): Verdict['beyond'] {
  const hosts = services.map(() => [] as number[]);
  for (const [p, { service }] of processes.entries()) hosts[service].push(assignment[p]);
  const places = (service: number, kind: 'location' | 'neighbourhood') =>
    new Set(hosts[service].map((m) => machines[m][kind]));
  const found = { conflicts: 0, spreads: 0, dependencies: 0 };
  for (const [s, { spreadMin, dependsOn }] of services.entries()) {
    found.conflicts += hosts[s].length - new Set(hosts[s]).size;
    if (places(s, 'location').size < spreadMin) found.spreads += 1;
    for (const other of dependsOn) {
      if (!places(s, 'neighbourhood').isSubsetOf(places(other, 'neighbourhood'))) found.dependencies += 1;
    }
  }
  return found;
}
