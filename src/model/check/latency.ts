import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { type Movers, moversOf, type Present, walkCopies } from './copies.ts';
import { allExcess, latencyViolation, nearestExcess } from './latency-excess.ts';
import type { LimitedCall } from './limited-calls.ts';
import type { Network } from './network.ts';

/**
 * Rule latency, (4) of the paper, when the option `latencyIn` says: after the last slot (`end`), after every slot
 * (`slots`), or between all copies alive in a slot (`copies`). Excess in microseconds, or `unknown`.
 *
 * A slot answers for what it changes: for the pairs of which a replica moves in it; with reach `nearest` for the
 * callers that move in it, and for all callers when a callee does. All else is as the slot before left it.
 */
export function latency({ deployment, options: { latencyIn }, replay }: CheckContext): Violation[] {
  const { calls, callsOf, network } = deployment;
  const walk = walkCopies(deployment);
  const violations: Violation[] = [];
  const judge = (slot: number, workloads: Iterable<number>, look: (workload: number) => Present) => {
    const seen = new Map<number, Present>();
    const present = (workload: number): Present => {
      const copies = seen.get(workload) ?? look(workload);
      seen.set(workload, copies);
      return copies;
    };
    for (const index of callsAbout(callsOf, workloads)) {
      const call = calls[index];
      const excess = excessOf(network, call, present(call.from), present(call.to));
      if (excess > 0) violations.push(latencyViolation(slot, call.subject, excess));
    }
  };

  const moved = new Set<number>();
  for (const [index, { carried }] of replay.entries()) {
    const movers: Movers = moversOf(deployment, carried);
    if (latencyIn === 'copies') judge(index + 1, movers.keys(), (workload) => walk.during(workload, movers));
    walk.carryOut(movers);
    if (latencyIn === 'slots') judge(index + 1, movers.keys(), (workload) => walk.after(workload, movers));
    for (const workload of movers.keys()) moved.add(workload);
  }
  if (latencyIn === 'end') {
    judge(replay.length, moved, (workload) => {
      const all = walk.placed(workload);
      return { all, moving: all, lasting: all };
    });
  }
  return violations;
}

function excessOf(network: Network, call: LimitedCall, callers: Present, callees: Present): number {
  if (call.nearest) {
    const judged = callees.moving.length > 0 ? callers.all : callers.moving;
    return nearestExcess(network, call, judged, callees.lasting);
  }
  return Math.max(
    allExcess(network, call, callers.moving, callees.all),
    allExcess(network, call, callers.all, callees.moving),
  );
}

function callsAbout(callsOf: readonly (readonly number[])[], workloads: Iterable<number>): Set<number> {
  const calls = new Set<number>();
  for (const workload of workloads) for (const call of callsOf[workload]) calls.add(call);
  return calls;
}
