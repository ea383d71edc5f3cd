import { mayArrive } from '../../model/problem.ts';
import type { Instance } from './instance.ts';
import { domainHolds, mayBeEnd, withinBudgets } from './side-rules.ts';

/** A way to carry a final placement out. */
export interface Carried {
  slots: number;
  /** Slot of each mover from 1, 0 where it stays. */
  slotOf: Int32Array;
}

/** Whether a schedule keeps every rule in every slot. The last word on each plan of this strategy. */
export function isCarriedOut(instance: Instance, target: Int32Array, { slots, slotOf }: Carried): boolean {
  const { problem, movers } = instance;
  if (slots > problem.maxSlots || !mayBeEnd(instance, target)) return false;
  const node = instance.source.slice();
  const free = instance.free.slice();
  const all = Array.from({ length: movers }, (_, i) => i);
  for (let slot = 1; slot <= slots; slot++) {
    const moving = all.filter((i) => slotOf[i] === slot);
    if (moving.length === 0 || moving.some((i) => !mayArrive(problem, instance.group[i], target[i])))
      return false;
    if (!hasRoom(instance, target, moving, free) || !withinBudgets(instance, moving)) return false;
    const step = { node, target, moving };
    if (!instance.rules.every((judged) => domainHolds(instance, judged, step))) return false;
    if (problem.latencyIn === 'copies' && !copiesHold(instance, node, target, moving)) return false;
    for (const i of moving) node[i] = target[i];
    if (problem.latencyIn !== 'end' && !instance.latency.holds(node)) return false;
  }
  const arrived = all.every((i) => node[i] === target[i]);
  return arrived && instance.latency.holds(node);
}

/** Rule transient-capacity for one slot; `free` is what is free before it, and after it when the answer is true. */
function hasRoom(
  instance: Instance,
  target: Int32Array,
  moving: readonly number[],
  free: Float64Array,
): boolean {
  const { resources, demand, release, givesFirst, source } = instance;
  const giveBack = (i: number, first: number) => {
    for (let k = 0; k < resources; k++) {
      const at = i * resources + k;
      if (givesFirst[at] === first) free[source[i] * resources + k] += release[at];
    }
  };
  for (const i of moving) {
    for (let k = 0; k < resources; k++) free[target[i] * resources + k] -= demand[i * resources + k];
    giveBack(i, 1);
  }
  for (const i of moving) {
    for (let k = 0; k < resources; k++) {
      if (demand[i * resources + k] > 0 && free[target[i] * resources + k] < 0) return false;
    }
  }
  for (const i of moving) giveBack(i, 0);
  return true;
}

/** Rule latency for all copies alive in a slot: every pair of old and new copies; a callee that moves serves nobody. */
export function copiesHold(
  instance: Instance,
  node: Int32Array,
  target: Int32Array,
  moving: readonly number[],
): boolean {
  const still = new Uint8Array(node.length).fill(1);
  for (const i of moving) still[i] = 0;
  const after = node.slice();
  for (const i of moving) after[i] = target[i];
  if (!instance.latency.holds(node, still) || !instance.latency.holds(after, still)) return false;
  const mixed = node.slice();
  for (const i of moving) {
    mixed[i] = target[i];
    if (!instance.latency.pairsHold(mixed)) return false;
    for (const j of moving) {
      if (j === i) continue;
      mixed[j] = target[j];
      if (!instance.latency.pairsHold(mixed)) return false;
      mixed[j] = node[j];
    }
    mixed[i] = node[i];
  }
  return true;
}
