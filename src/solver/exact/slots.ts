import type { LatencyMode } from '../../model/options.ts';
import { type Carried, copiesHold } from './carried-out.ts';
import type { Instance } from './instance.ts';
import { type Counter, fits, take } from './knapsack.ts';
import { type Order, orderOf } from './ordered.ts';
import { domainHolds, withinBudgets } from './side-rules.ts';

/** Movers whose order matters, beyond which no shortest schedule is sought. */
const MAX_ORDERED = 14;
/** Sets of movers that are tried at most. */
const MAX_TRIES = 200_000;
/** Counted steps of one try, and of one copy or domain that a rule counts in it. */
const STEPS_PER_TRY = 60;
const STEPS_PER_COUNT = 4;

export interface Fewest {
  carried: Carried | undefined;
  /** Whether no schedule of the same placement has fewer slots, or, without `carried`, there is none. */
  exact: boolean;
}

/**
 * Fewest slots that carry a final placement out: breadth first over who of the ordered movers has moved. With too many of
 * them, one slot for all, or a schedule made greedily, which is shortest where no order can be shorter.
 */
export function fewestSlots(
  instance: Instance,
  target: Int32Array,
  counter: Counter,
  latencyIn = instance.problem.latencyIn,
): Fewest {
  const { problem } = instance;
  const order = orderOf(instance, target, latencyIn);
  const { ordered, waiting, rules } = order;
  const schedule: Schedule = { ...order, instance, target, tries: 0, latencyIn };
  const found = ordered.length <= MAX_ORDERED ? search(schedule, problem.maxSlots) : undefined;
  const judged = rules.reduce((sum, { counted, rule }) => sum + counted.length + rule.domains, 0);
  const isSearched = ordered.length <= MAX_ORDERED && schedule.tries <= MAX_TRIES;
  const carried = found ?? (isSearched ? undefined : greedySlots(schedule, problem.maxSlots));
  counter.steps +=
    schedule.tries * (STEPS_PER_TRY + STEPS_PER_COUNT * judged) + (ordered.length + waiting.length) * 200;
  const isShortest = carried !== undefined && carried.slots <= Math.max(order.leastSlots, 2);
  return { carried, exact: isSearched || isShortest };
}

interface Schedule extends Order {
  instance: Instance;
  target: Int32Array;
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
  const { demand, resources, givesFirst } = instance;
  const room = freeAfter(schedule, before);
  // A resource that is given back at once can make room within the slot: then a set is judged only as a whole.
  const prunes = !givesFirst.includes(1);
  const limited = isLimited(schedule);
  const plain = prunes && schedule.latencyIn === 'end' && !limited;
  const movedIn = (mask: number) => ordered.filter((_, i) => (mask ^ before) & (1 << i));
  const mayGrow = (mask: number) =>
    !limited || keepsLimits(schedule, nodesAfter(schedule, before), movedIn(mask), true);
  const mayFollow = (mask: number) => !seen[mask] && (plain || mayMove(schedule, before, movedIn(mask)));
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
      if (mayGrow(grown)) {
        if (mayFollow(grown)) found.push(grown);
        grow(j + 1, grown);
      }
      take(demand, resources, ordered[j], here, 1);
    }
  };
  grow(0, before);
  return found;
}

/** Whether these may move together when the movers of the mask have moved before. */
function mayMove(schedule: Schedule, before: number, now: readonly number[]): boolean {
  schedule.tries += 1;
  if (!arrive(schedule.instance, schedule.target, now, freeAfter(schedule, before))) return false;
  return mayBeApart(schedule, nodesAfter(schedule, before), now);
}

/** The same without looking at room. @param node where every item is before the slot; it is changed */
function mayBeApart(schedule: Schedule, node: Int32Array, now: readonly number[]): boolean {
  const { instance, target, latencyIn } = schedule;
  if (isLimited(schedule) && !keepsLimits(schedule, node, now, false)) return false;
  if (latencyIn === 'end') return true;
  if (latencyIn === 'copies' && !copiesHold(instance, node, target, now)) return false;
  for (const i of now) node[i] = target[i];
  return instance.latency.holds(node);
}

/** Whether rules about several replicas matter to the order at all. */
function isLimited({ rules, instance: { problem } }: Schedule): boolean {
  return (
    rules.length > 0 ||
    problem.sourcesPerSlot < Infinity ||
    problem.budgets.some(({ over }) => over === 'slot')
  );
}

/** @param growing says no only where more moves in the same slot would not be allowed either */
function keepsLimits(
  { instance, target, rules }: Schedule,
  node: Int32Array,
  moving: readonly number[],
  growing: boolean,
): boolean {
  if (!withinBudgets(instance, moving)) return false;
  const step = { node, target, moving };
  return rules.every((judged) => domainHolds(instance, judged, step, growing));
}

function nodesAfter({ instance, target, ordered }: Schedule, mask: number): Int32Array {
  const node = instance.source.slice();
  for (const [j, i] of ordered.entries()) if (mask & (1 << j)) node[i] = target[i];
  return node;
}

/** As many as may move in every slot, largest first: a schedule, not always the shortest. */
function greedySlots(schedule: Schedule, most: number): Carried | undefined {
  const { instance, target, ordered, waiting } = schedule;
  const slotOf = new Int32Array(instance.movers);
  const size = (i: number) => instance.demand[i * instance.resources];
  let left = [...ordered].sort((a, b) => size(b) - size(a) || a - b);
  const done: number[] = [];
  const node = instance.source.slice();
  for (let slot = 1; slot <= most; slot++) {
    const room = freeOf(instance, target, done);
    const may = (now: readonly number[]) => {
      schedule.tries += 1;
      return arrive(instance, target, now, room.slice()) && mayBeApart(schedule, node.slice(), now);
    };
    if (may([...left, ...waiting])) {
      for (const i of [...left, ...waiting]) slotOf[i] = slot;
      return { slots: slot, slotOf };
    }
    const now: number[] = [];
    for (const i of left) if (may([...now, i])) now.push(i);
    if (now.length === 0) return undefined;
    for (const i of now) {
      slotOf[i] = slot;
      node[i] = target[i];
    }
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
  { free, resources, demand, release, source }: Instance,
  target: Int32Array,
  moved: readonly number[],
): Float64Array {
  const room = free.slice();
  for (const i of moved) {
    for (let k = 0; k < resources; k++) {
      room[source[i] * resources + k] += release[i * resources + k];
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
  const { resources, demand, release, givesFirst, source } = instance;
  for (const i of items) {
    for (let k = 0; k < resources; k++) {
      const at = i * resources + k;
      if (givesFirst[at]) room[source[i] * resources + k] += release[at];
    }
  }
  for (const i of items) {
    const here = room.subarray(target[i] * resources, (target[i] + 1) * resources);
    if (!fits(demand, resources, i, here)) return false;
    take(demand, resources, i, here, -1);
  }
  return true;
}
