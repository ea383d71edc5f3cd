import { mayArrive, type Problem, released } from '../../model/problem.ts';
import type { Progress } from '../progress.ts';
import type { ScheduleRow } from '../schedule.ts';
import type { SideCounts } from '../side-rules/side-counts.ts';
import { Anchors } from './anchors.ts';
import { nodesByPriceAndLoad } from './order.ts';
import type { Sources } from './sources.ts';
import { hasRoomFor, type Supply, supplyOf, tidy } from './supply.ts';

export interface FilledSlot {
  /** Every row is of this slot. */
  rows: ScheduleRow[];
  /** Nodes and groups looked at: what the slot costs. */
  looks: number;
}

/** A slot while it is filled. */
interface Filling extends FilledSlot {
  slot: number;
  /** Free room of this slot, [node * resources + resource]. Old copies keep their transient room until it ends. */
  free: Float64Array;
  supply: Supply;
  anchors: Anchors;
  /** Of this slot, after all that is done. */
  sides: SideCounts | undefined;
  /** Moves that maxMoves still allows. */
  allowed: number;
}

/**
 * One slot of Algorithm 1: the cheapest, fullest node n_min is taken off the front of the list and filled from its
 * back, the dearest, emptiest node n_max first; then the next n_min, until the list is used up.
 */
export function fillSlot(
  problem: Problem,
  sources: Sources,
  progress: Progress,
  sides: SideCounts | undefined,
  slot: number,
): FilledSlot {
  const filling: Filling = {
    slot,
    rows: [],
    looks: problem.nodes + problem.groups,
    free: problem.capacity.map((amount, i) => amount - progress.use[i]),
    supply: supplyOf(problem, sources, progress.left),
    anchors: new Anchors(problem),
    sides,
    allowed: problem.maxMoves - progress.moves,
  };
  const { start, end, near, apart } = filling.supply;
  const list = nodesByPriceAndLoad(problem, progress);
  const givers = list.toReversed();
  for (const [first, target] of list.entries()) {
    const within = problem.location[target];
    for (let i = 0; i < list.length - 1 - first; i++) {
      const source = givers[i];
      filling.looks += 1;
      const least = problem.location[source] === within ? near : apart;
      if (start[source] === end[source] || !hasRoomFor(problem, filling.free, target, least, source))
        continue;
      if (filling.sides?.mayLeave(source, 1) === false) continue;
      if (pour(problem, sources, filling, source, target)) tidy(problem, sources, filling.supply, source);
    }
  }
  return filling;
}

/** Moves what may move and fits from one node to the other, workloads in order of their names. */
function pour(problem: Problem, sources: Sources, filling: Filling, source: number, target: number): boolean {
  const { groupWorkload, location } = problem;
  const { start, end, groups, left } = filling.supply;
  const before = filling.allowed;
  const apart = location[source] !== location[target];
  filling.looks += end[source] - start[source];
  for (let i = start[source]; i < end[source]; i++) {
    const group = groups[i];
    if (apart && sources.partnered[groupWorkload[group]]) continue;
    if (!mayArrive(problem, group, target)) continue;
    const count = Math.min(
      left[group],
      filling.allowed,
      filling.anchors.allowance(group),
      replicasThatFit(problem, filling.free, groupWorkload[group], target),
    );
    if (count <= 0) continue;
    if (filling.sides?.binds(groupWorkload[group]))
      moveOneByOne(problem, filling, filling.sides, group, target, count);
    else move(problem, filling, group, target, count);
  }
  return filling.allowed < before;
}

/** Rules node-capacity and transient-capacity: only what a replica requests is looked at. */
function replicasThatFit(problem: Problem, free: Float64Array, workload: number, target: number): number {
  const { resources, demand } = problem;
  let count = Number.POSITIVE_INFINITY;
  for (let k = 0; k < resources; k++) {
    const amount = demand[workload * resources + k];
    if (amount > 0) count = Math.min(count, Math.floor(free[target * resources + k] / amount));
  }
  // Less than nothing is free on a node that starts overcommitted.
  return Math.max(count, 0);
}

/** Moves as many replicas as the side rules allow, none of which lets the next one in. */
function moveOneByOne(
  problem: Problem,
  filling: Filling,
  sides: SideCounts,
  group: number,
  target: number,
  most: number,
): void {
  let count = 0;
  for (; count < most && sides.may(group, target, 1); count++) sides.change(group, target, 1, 1);
  if (count > 0) move(problem, filling, group, target, count);
}

function move(problem: Problem, filling: Filling, group: number, target: number, count: number): void {
  const { resources, demand, transient, groupWorkload, groupNode } = problem;
  const workload = groupWorkload[group];
  filling.rows.push([group, target, filling.slot, count]);
  filling.supply.left[group] -= count;
  filling.allowed -= count;
  filling.anchors.moved(group, count);
  for (let k = 0; k < resources; k++) {
    filling.free[target * resources + k] -= demand[workload * resources + k] * count;
    if (!transient[k]) filling.free[groupNode[group] * resources + k] += released(problem, group, k) * count;
  }
}
