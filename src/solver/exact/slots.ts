import type { LatencyMode } from '../../model/options.ts';
import { type Carried, copiesHold } from './carried-out.ts';
import type { Instance } from './instance.ts';
import { type Counter, fits, take } from './knapsack.ts';

/** Movers whose order matters, beyond which no shortest schedule is sought. */
const MAX_ORDERED = 14;
/** Sets of movers that are tried at most. */
const MAX_TRIES = 200_000;
/** Counted steps of one try. */
const STEPS_PER_TRY = 60;

export interface Fewest {
  carried: Carried | undefined;
  /** Whether no schedule of the same placement has fewer slots, or, without `carried`, there is none. */
  exact: boolean;
}

/**
 * Fewest slots that carry a final placement out.
 *
 * A mover whose node receives nothing may as well wait for the last slot: its leaving makes room for nobody, and its
 * arriving late takes room from nobody. So only the others are ordered, and those whose latency depends on who has
 * moved, by breadth first search over who has moved.
 */
export function fewestSlots(
  instance: Instance,
  target: Int32Array,
  counter: Counter,
  latencyIn = instance.problem.latencyIn,
): Fewest {
  const { movers, source, problem } = instance;
  const moving: number[] = [];
  const receives = new Set<number>();
  for (let i = 0; i < movers; i++) {
    if (target[i] === source[i]) continue;
    moving.push(i);
    receives.add(target[i]);
  }
  const ordered = orderedMovers(instance, target, moving, receives, latencyIn);
  const waiting = moving.filter((i) => !ordered.has(i));
  const schedule: Schedule = {
    instance,
    target,
    ordered: [...ordered].sort((a, b) => a - b),
    waiting,
    tries: 0,
    latencyIn,
  };
  const found = ordered.size <= MAX_ORDERED ? search(schedule, problem.maxSlots) : undefined;
  counter.steps += schedule.tries * STEPS_PER_TRY + moving.length * 200;
  const exact = ordered.size <= MAX_ORDERED && schedule.tries <= MAX_TRIES;
  return { carried: found ?? (exact ? undefined : greedySlots(schedule, problem.maxSlots)), exact };
}

/** Movers that can't simply wait for the last slot. */
function orderedMovers(
  instance: Instance,
  target: Int32Array,
  moving: readonly number[],
  receives: ReadonlySet<number>,
  latencyIn: LatencyMode,
): Set<number> {
  const { problem, latency, source } = instance;
  const ordered = new Set(moving.filter((i) => receives.has(source[i])));
  if (latencyIn === 'end') return ordered;
  if (latency.hasNearest) return new Set(moving);
  const { location, locations } = problem;
  const moves = new Set(moving);
  const clashes = latency.conflicts.filter(({ u, v, bad }) => {
    if (!moves.has(u) || !moves.has(v)) return false;
    const isBad = (g: number, h: number) => bad[location[g] * locations + location[h]] === 1;
    return isBad(target[u], source[v]) || isBad(source[u], target[v]);
  });
  if (latencyIn === 'copies') for (const { u, v } of clashes) ordered.add(u).add(v);
  for (let size = -1; size !== ordered.size; ) {
    size = ordered.size;
    for (const { u, v } of clashes) if (ordered.has(u) || ordered.has(v)) ordered.add(u).add(v);
  }
  return ordered;
}

interface Schedule {
  instance: Instance;
  target: Int32Array;
  ordered: readonly number[];
  waiting: readonly number[];
  tries: number;
  latencyIn: LatencyMode;
}

/** Who of the ordered movers has moved, and how it came to that. */
interface Reached {
  mask: number;
  before: Reached | undefined;
}

function search(schedule: Schedule, most: number): Carried | undefined {
  const { ordered, waiting } = schedule;
  const seen = new Uint8Array(2 ** ordered.length);
  let level: Reached[] = [{ mask: 0, before: undefined }];
  seen[0] = 1;
  for (let slots = 1; slots <= most && level.length > 0; slots++) {
    for (const reached of level) {
      const left = ordered.filter((_, j) => !(reached.mask & (1 << j)));
      if (mayMove(schedule, reached.mask, [...left, ...waiting])) return toCarried(schedule, reached, slots);
    }
    const next: Reached[] = [];
    for (const before of level) {
      for (const mask of followers(schedule, before.mask, seen)) {
        seen[mask] = 1;
        next.push({ mask, before });
      }
      if (schedule.tries > MAX_TRIES) return undefined;
    }
    level = next;
  }
  return undefined;
}

/** States one slot further that are new and keep every rule. */
function followers(schedule: Schedule, before: number, seen: Uint8Array): number[] {
  const { instance, target, ordered } = schedule;
  const { problem, demand, resources } = instance;
  const room = freeAfter(schedule, before);
  // A resource that is given back at once can make room within the slot: then a set is judged only as a whole.
  const prunes = problem.transient.every((kept) => kept === 1);
  const plain = prunes && schedule.latencyIn === 'end';
  const found: number[] = [];
  const grow = (from: number, mask: number) => {
    for (let j = from; j < ordered.length; j++) {
      if (before & (1 << j)) continue;
      schedule.tries += 1;
      if (schedule.tries > MAX_TRIES) return;
      const here = room.subarray(target[ordered[j]] * resources, (target[ordered[j]] + 1) * resources);
      if (prunes && !fits(demand, resources, ordered[j], here)) continue;
      take(demand, resources, ordered[j], here, -1);
      const grown = mask | (1 << j);
      if (!seen[grown]) {
        const now = ordered.filter((_, i) => (grown ^ before) & (1 << i));
        if (plain || mayMove(schedule, before, now)) found.push(grown);
      }
      grow(j + 1, grown);
      take(demand, resources, ordered[j], here, 1);
    }
  };
  grow(0, before);
  return found;
}

/** Whether these may move together when the movers of the mask have moved before. */
function mayMove(schedule: Schedule, before: number, now: readonly number[]): boolean {
  const { instance, target, ordered } = schedule;
  const { latencyIn } = schedule;
  schedule.tries += 1;
  if (!arrive(instance, target, now, freeAfter(schedule, before))) return false;
  if (latencyIn === 'end') return true;
  const node = instance.source.slice();
  for (const [j, i] of ordered.entries()) if (before & (1 << j)) node[i] = target[i];
  if (latencyIn === 'copies' && !copiesHold(instance, node, target, now)) return false;
  for (const i of now) node[i] = target[i];
  return instance.latency.holds(node);
}

/** As many as fit in every slot, largest first: a schedule, not always the shortest. */
function greedySlots({ instance, target, ordered, waiting }: Schedule, most: number): Carried | undefined {
  const slotOf = new Int32Array(instance.movers);
  const size = (i: number) => instance.demand[i * instance.resources];
  let left = [...ordered].sort((a, b) => size(b) - size(a) || a - b);
  const done: number[] = [];
  for (let slot = 1; slot <= most; slot++) {
    const room = freeOf(instance, target, done);
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

function toCarried({ instance, ordered, waiting }: Schedule, last: Reached, slots: number): Carried {
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

function freeAfter({ instance, target, ordered }: Schedule, mask: number): Float64Array {
  return freeOf(
    instance,
    target,
    ordered.filter((_, j) => mask & (1 << j)),
  );
}

/** What is free once these have moved; negative where a node is overcommitted, [node * resources + resource]. */
function freeOf(
  { free, resources, demand, source }: Instance,
  target: Int32Array,
  moved: readonly number[],
): Float64Array {
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
function arrive(
  instance: Instance,
  target: Int32Array,
  items: readonly number[],
  room: Float64Array,
): boolean {
  const { problem, resources, demand, source } = instance;
  for (const i of items) {
    for (let k = 0; k < resources; k++)
      if (!problem.transient[k]) room[source[i] * resources + k] += demand[i * resources + k];
  }
  for (const i of items) {
    const here = room.subarray(target[i] * resources, (target[i] + 1) * resources);
    if (!fits(demand, resources, i, here)) return false;
    take(demand, resources, i, here, -1);
  }
  return true;
}
