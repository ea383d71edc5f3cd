import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { type CopyClass, type Movers, moversOf, walkCopies } from './copies.ts';
import { latencyExcess, latencyViolation } from './latency-excess.ts';

/**
 * Rule latency, (4) of the paper, when the option `latencyIn` says: after the last slot (`end`), after every slot
 * (`slots`), or between all copies alive in a slot (`copies`). A call is looked at in the slots that move one of its
 * two workloads: any other slot leaves it as it was. Excess in microseconds, or `unknown`.
 */
export function latency({ deployment, options: { latencyIn }, replay }: CheckContext): Violation[] {
  const { calls, callsOf, network } = deployment;
  const walk = walkCopies(deployment);
  const violations: Violation[] = [];
  const judge = (slot: number, call: number, callers: CopyClass[], callees: CopyClass[]) => {
    const excess = latencyExcess(network, calls[call], callers, callees);
    if (excess > 0) violations.push(latencyViolation(slot, calls[call].subject, excess));
  };
  const judgePlaced = (slot: number, workloads: Iterable<number>) => {
    for (const call of callsAbout(callsOf, workloads)) {
      judge(slot, call, walk.placed(calls[call].from), walk.placed(calls[call].to));
    }
  };
  const judgeAlive = (slot: number, movers: Movers) => {
    for (const call of callsAbout(callsOf, movers.keys())) {
      const { from, to, nearest } = calls[call];
      judge(
        slot,
        call,
        walk.alive(from, movers),
        nearest ? walk.resting(to, movers) : walk.alive(to, movers),
      );
    }
  };
  const moved = new Set<number>();
  for (const [index, { carried }] of replay.entries()) {
    const movers = moversOf(deployment, carried);
    if (latencyIn === 'copies') judgeAlive(index + 1, movers);
    walk.carryOut(movers);
    if (latencyIn === 'slots') judgePlaced(index + 1, movers.keys());
    for (const workload of movers.keys()) moved.add(workload);
  }
  if (latencyIn === 'end') judgePlaced(replay.length, moved);
  return violations;
}

function callsAbout(callsOf: readonly (readonly number[])[], workloads: Iterable<number>): Set<number> {
  const calls = new Set<number>();
  for (const workload of workloads) for (const call of callsOf[workload]) calls.add(call);
  return calls;
}
