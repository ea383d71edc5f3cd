import { byName } from '../placement.ts';
import type { Violation } from '../plan.ts';
import type { Deployment } from './deployment.ts';
import { latencyViolation, plainExcess } from './latency-excess.ts';
import { overCapacity } from './over-capacity.ts';

/**
 * Rules that are broken at the start, slot 0: nodes with more in use than allocatable, and limited calls beyond
 * their plain limit. No error; a plan may not make them worse.
 */
export function inheritedViolations(deployment: Deployment): Violation[] {
  const { network, calls, workloads, use } = deployment;
  const over = overCapacity(deployment, use, use.keys(), {
    rule: 'node-capacity',
    slot: 0,
    verb: 'starts with',
  });
  const late = calls.flatMap((call): Violation[] => {
    const callers = new Set(workloads[call.from].counts.map(({ node }) => network.of[node]));
    const excess = plainExcess(network, call, callers, call.calleeStarts);
    return excess > 0 ? [latencyViolation(0, call.subject, excess)] : [];
  });
  return [...over.sort((a, b) => byName(a.subject, b.subject)), ...late];
}
