import type { Instance } from './instance.ts';

/** A way to carry a final placement out. */
export interface Carried {
  slots: number;
  /** Slot of each mover from 1, 0 where it stays. */
  slotOf: Int32Array;
}

/** Whether a schedule keeps every rule in every slot. The last word on each plan of this strategy. */
export function isCarriedOut(instance: Instance, target: Int32Array, { slots, slotOf }: Carried): boolean {
  const { problem, movers, resources, demand, source } = instance;
  if (slots > problem.maxSlots) return false;
  let moves = 0;
  const node = instance.source.slice();
  const free = instance.free.slice();
  const room = (n: number) => free.subarray(n * resources, (n + 1) * resources);
  for (let slot = 1; slot <= slots; slot++) {
    const moving: number[] = [];
    for (let i = 0; i < movers; i++) if (slotOf[i] === slot) moving.push(i);
    if (moving.length === 0) return false;
    moves += moving.length;
    for (const i of moving) {
      for (let k = 0; k < resources; k++) {
        free[target[i] * resources + k] -= demand[i * resources + k];
        if (!problem.transient[k]) free[source[i] * resources + k] += demand[i * resources + k];
      }
    }
    for (const i of moving) {
      for (let k = 0; k < resources; k++) {
        if (demand[i * resources + k] > 0 && room(target[i])[k] < 0) return false;
      }
      if (problem.closed[target[i]] || target[i] === source[i]) return false;
    }
    if (problem.latencyIn === 'copies' && !copiesHold(instance, node, target, moving)) return false;
    for (const i of moving) {
      node[i] = target[i];
      for (let k = 0; k < resources; k++)
        if (problem.transient[k]) free[source[i] * resources + k] += demand[i * resources + k];
    }
    if (problem.latencyIn !== 'end' && !instance.latency.holds(node)) return false;
  }
  for (let i = 0; i < movers; i++) if (node[i] !== target[i]) return false;
  return moves <= problem.maxMoves && instance.latency.holds(node);
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
