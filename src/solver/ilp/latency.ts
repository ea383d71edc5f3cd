import type { Draft } from './draft.ts';
import { allowsAll, allowsNearest, isSplit } from './latency-limits.ts';
import { Population, type ReplicaClass } from './population.ts';
import { Sum } from './sum.ts';

/**
 * Rule latency (4) over classes: the replicas of a workload, told apart by their start location only in calls with a
 * breach or an unknown at the start, because only there does what is allowed depend on it. A column q says "some
 * replica of the class is in one of these locations"; for a class of one replica (or a pinned one) the moves say it.
 *
 * It holds for the end in mode `end` and in the relaxation, and for every slot in `slots` and `copies`
 * (`population.ts` has what counts as being somewhere in a slot).
 */
export function latency(draft: Draft): void {
  const { problem, moves } = draft;
  const onlyEnd = draft.relaxed || problem.latencyIn === 'end';
  const population = new Population(draft);
  for (let call = 0; call < problem.callFrom.length; call++) {
    draft.program.effort(population.startPairs(problem.callFrom[call], problem.callTo[call]));
    const split = isSplit(problem, call);
    for (let slot = onlyEnd ? moves.slots : 1; slot <= moves.slots; slot++) {
      if (problem.callNearest[call]) nearest(draft, population, call, split, slot);
      else all(draft, population, call, split, slot);
    }
  }
}

/**
 * Reach `all`: where a class has a replica, the other has none in any location that the pair of classes may not
 * combine with it. Locations with the same forbidden ones share a row:
 *
 *   |V| · [U has one in G] + Σ (replicas of V in the locations forbidden from G) ≤ |V|
 *
 * Either side may be U. One of them is enough; both make a tighter relaxation and are had where they cost no column.
 */
function all(draft: Draft, population: Population, call: number, split: boolean, slot: number): void {
  const { problem } = draft;
  for (const caller of population.classes(problem.callFrom[call], split)) {
    for (const callee of population.classes(problem.callTo[call], split)) {
      const allowed = allowsAll(problem, call, caller, callee);
      const forbids = (from: number, to: number) => !allowed(from, to);
      const backward = population.needsNoColumn(callee);
      if (population.needsNoColumn(caller) || !backward)
        exclude(draft, population, caller, callee, forbids, slot);
      if (backward) exclude(draft, population, callee, caller, (to, from) => forbids(from, to), slot);
    }
  }
}

function exclude(
  draft: Draft,
  population: Population,
  present: ReplicaClass,
  absent: ReplicaClass,
  forbids: (place: number, other: number) => boolean,
  slot: number,
): void {
  for (const { from, to } of population.alike(present, absent, forbids)) {
    if (to.length === 0) continue;
    const row = population
      .alive(absent, to, slot)
      .addSum(population.hasOne(present, from, slot), absent.size);
    draft.program.atMost(row, absent.size);
  }
}

/**
 * Reach `nearest`: where a class of callers has a replica, at least one callee is in a location allowed from there.
 *
 *   [U has one in G] ≤ Σ (callees in the locations allowed from G)
 */
function nearest(draft: Draft, population: Population, call: number, split: boolean, slot: number): void {
  const { problem, program } = draft;
  const [callee] = population.classes(problem.callTo[call], false);
  for (const caller of population.classes(problem.callFrom[call], split)) {
    const allows = allowsNearest(problem, call, caller, callee);
    for (const { from, to } of population.alike(caller, callee, allows)) {
      const present = population.hasOne(caller, from, slot);
      program.atMost(new Sum().addSum(present, 1).addSum(population.staying(callee, to, slot), -1), 0);
    }
  }
}
