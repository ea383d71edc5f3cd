import type { Instance } from './instance.ts';
import { fits, take } from './knapsack.ts';

/** A way to carry a final placement out. */
export interface Carried {
  slots: number;
  /** Slot of each mover from 1, 0 where it stays. */
  slotOf: Int32Array;
}

/** Movers whose order matters beyond which no shortest schedule is sought. */
const MAX_ORDERED = 11;

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
      for (let k = 0; k < resources; k++) if (problem.transient[k]) free[source[i] * resources + k] += demand[i * resources + k];
    }
    if (problem.latencyIn !== 'end' && !instance.latency.holds(node)) return false;
  }
  for (let i = 0; i < movers; i++) if (node[i] !== target[i]) return false;
  return moves <= problem.maxMoves && instance.latency.holds(node);
}

/** Rule latency for all copies alive in a slot: every pair of old and new copies; a callee that moves serves nobody. */
function copiesHold(instance: Instance, node: Int32Array, target: Int32Array, moving: readonly number[]): boolean {
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

/**
 * Fewest slots that carry a final placement out when latency counts in the end only; with `latencyIn: slots` and
 * `copies` a bound on them.
 *
 * A mover whose node receives nothing may as well wait for the last slot: its leaving makes room for nobody, and its
 * arriving late takes room from nobody. So only the others are ordered, by breadth first search over who has moved.
 * @returns undefined when there is no schedule; `exact` false when there were too many to order
 */
export function fewestSlots(instance: Instance, target: Int32Array, most: number): { carried: Carried | undefined; exact: boolean } {
  const { movers, source } = instance;
  const moving: number[] = [];
  const receives = new Set<number>();
  for (let i = 0; i < movers; i++) {
    if (target[i] === source[i]) continue;
    moving.push(i);
    receives.add(target[i]);
  }
  const ordered = moving.filter((i) => receives.has(source[i]));
  const waiting = moving.filter((i) => !receives.has(source[i]));
  if (ordered.length > MAX_ORDERED) return { carried: greedySlots(instance, target, ordered, waiting, most), exact: false };
  return { carried: search(instance, target, ordered, waiting, most), exact: true };
}

interface Reached {
  mask: number;
  before: Reached | undefined;
}

function search(
  instance: Instance, target: Int32Array, ordered: readonly number[], waiting: readonly number[], most: number,
): Carried | undefined {
  const { problem } = instance;
  const all = 2 ** ordered.length - 1;
  const seen = new Uint8Array(all + 1);
  let level: Reached[] = [{ mask: 0, before: undefined }];
  seen[0] = 1;
  for (let slots = 1; slots <= most && level.length > 0; slots++) {
    for (const reached of level) {
      const room = roomAfter(instance, target, ordered, reached.mask);
      const left = ordered.filter((_, j) => !(reached.mask & (1 << j)));
      if (arrive(instance, target, [...left, ...waiting], room)) return toCarried(instance, ordered, waiting, reached, slots);
    }
    const next: Reached[] = [];
    if (!problem.transient.every((kept) => kept)) {
      level = grownAtOnce(instance, target, ordered, level, seen);
      continue;
    }
    for (const reached of level) {
      const room = roomAfter(instance, target, ordered, reached.mask);
      const grow = (from: number, mask: number) => {
        for (let j = from; j < ordered.length; j++) {
          if (mask & (1 << j)) continue;
          const n = target[ordered[j]];
          const here = room.subarray(n * instance.resources, (n + 1) * instance.resources);
          if (!fits(instance.demand, instance.resources, ordered[j], here)) continue;
          take(instance.demand, instance.resources, ordered[j], here, -1);
          const grown = mask | (1 << j);
          if (!seen[grown]) {
            seen[grown] = 1;
            next.push({ mask: grown, before: reached });
          }
          grow(j + 1, grown);
          take(instance.demand, instance.resources, ordered[j], here, 1);
        }
      };
      grow(0, reached.mask);
    }
    level = next;
  }
  return undefined;
}

/** The states one slot further when some resource is given back at once: whether a set fits is seen only as a whole. */
function grownAtOnce(
  instance: Instance, target: Int32Array, ordered: readonly number[], level: readonly Reached[], seen: Uint8Array,
): Reached[] {
  const next: Reached[] = [];
  for (const before of level) {
    const room = roomAfter(instance, target, ordered, before.mask);
    for (let mask = 1; mask < seen.length; mask++) {
      if ((mask & before.mask) !== before.mask || seen[mask]) continue;
      const moving = ordered.filter((_, j) => (mask ^ before.mask) & (1 << j));
      if (!arrive(instance, target, moving, room.slice())) continue;
      seen[mask] = 1;
      next.push({ mask, before });
    }
  }
  return next;
}

/** As many as fit in every slot, largest first: a schedule, not always the shortest. */
function greedySlots(
  instance: Instance, target: Int32Array, ordered: readonly number[], waiting: readonly number[], most: number,
): Carried | undefined {
  const slotOf = new Int32Array(instance.movers);
  const size = (i: number) => instance.demand[i * instance.resources];
  let left = [...ordered].sort((a, b) => size(b) - size(a) || a - b);
  const done: number[] = [];
  for (let slot = 1; slot <= most; slot++) {
    const room = freeAfter(instance, target, done);
    if (arrive(instance, target, [...left, ...waiting], room.slice())) {
      for (const i of [...left, ...waiting]) slotOf[i] = slot;
      return { slots: slot, slotOf };
    }
    const now = left.filter((i) => {
      const here = room.slice();
      if (!arrive(instance, target, [i], here)) return false;
      room.set(here);
      return true;
    });
    if (now.length === 0) return undefined;
    for (const i of now) slotOf[i] = slot;
    done.push(...now);
    left = left.filter((i) => slotOf[i] === 0);
  }
  return undefined;
}

function toCarried(
  instance: Instance, ordered: readonly number[], waiting: readonly number[], last: Reached, slots: number,
): Carried {
  const slotOf = new Int32Array(instance.movers);
  for (const i of [...ordered, ...waiting]) slotOf[i] = slots;
  let slot = slots - 1;
  for (let reached: Reached | undefined = last; reached?.before; reached = reached.before) {
    for (const [j, i] of ordered.entries()) {
      if (reached.mask & (1 << j) && !(reached.before.mask & (1 << j))) slotOf[i] = slot;
    }
    slot -= 1;
  }
  return { slots, slotOf };
}

function roomAfter(instance: Instance, target: Int32Array, ordered: readonly number[], mask: number): Float64Array {
  return freeAfter(instance, target, ordered.filter((_, j) => mask & (1 << j)));
}

function freeAfter({ free, resources, demand, source }: Instance, target: Int32Array, moved: readonly number[]): Float64Array {
  const room = free.slice();
  for (const i of moved) {
    for (let k = 0; k < resources; k++) {
      room[source[i] * resources + k] += demand[i * resources + k];
      room[target[i] * resources + k] -= demand[i * resources + k];
    }
  }
  return room;
}

/** Takes room for all of them at once; false, with some of it taken, when it is not enough. */
function arrive(instance: Instance, target: Int32Array, items: readonly number[], room: Float64Array): boolean {
  const { problem, resources, demand, source } = instance;
  // What is not transient is given back at once.
  for (const i of items) {
    for (let k = 0; k < resources; k++) if (!problem.transient[k]) room[source[i] * resources + k] += demand[i * resources + k];
  }
  for (const i of items) {
    const here = room.subarray(target[i] * resources, (target[i] + 1) * resources);
    if (!fits(demand, resources, i, here)) return false;
    take(demand, resources, i, here, -1);
  }
  return true;
}
