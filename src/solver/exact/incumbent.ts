import type { Problem, Schedule } from '../../model/problem.ts';
import { better, evaluate, type Score } from '../levels.ts';
import { rowsOf, type ScheduleRow, toSchedule } from '../schedule.ts';
import { type Carried, isCarriedOut } from './carried-out.ts';
import { type Instance, toInstance, type Weights } from './instance.ts';
import type { Counter } from './knapsack.ts';
import { mayBeEnd } from './side-rules.ts';
import { fewestSlots } from './slots.ts';

/** The best plan so far. */
export interface Incumbent {
  schedule: Schedule;
  score: Score;
  /** Its weighted value. */
  value: number;
}

export function toIncumbent(problem: Problem, weights: Weights, schedule: Schedule): Incumbent {
  const score = evaluate(problem, schedule);
  return {
    schedule,
    score,
    value: weights.price * score.price + weights.move * score.moves + weights.slot * score.slots,
  };
}

/**
 * Takes a final placement when it can be carried out and is better than what there is.
 * @returns whether no other schedule of the same placement can be better
 */
export function offer(
  tree: { instance: Instance; best: Incumbent; latencyBinds: boolean },
  target: Int32Array,
  counter: Counter,
): boolean {
  const { instance } = tree;
  const { problem } = instance;
  const everywhere = instance.source.slice();
  everywhere.set(target);
  if (!instance.latency.holds(everywhere) || !mayBeEnd(instance, target)) return true;
  const { carried, exact } = fewestSlots(instance, target, counter);
  if (problem.latencyIn !== 'end' && !tree.latencyBinds) {
    const atEnd = fewestSlots(instance, target, counter, 'end').carried;
    tree.latencyBinds = atEnd !== undefined && (!carried || carried.slots > atEnd.slots);
  }
  if (!carried) return exact;
  if (!isCarriedOut(instance, target, carried)) return false;
  const found = toIncumbent(problem, instance.weights, toRows(instance, target, carried));
  if (better(problem, found.score, tree.best.score)) tree.best = found;
  return exact;
}

/** Whether a schedule that another strategy made keeps every rule. */
export function isFeasible(problem: Problem, schedule: Schedule): boolean {
  const instance = toInstance(problem);
  const target = instance.source.slice(0, instance.movers);
  const slotOf = new Int32Array(instance.movers);
  const next = new Map<number, number>();
  for (const [i, group] of instance.group.subarray(0, instance.movers).entries())
    if (!next.has(group)) next.set(group, i);
  let slots = 0;
  for (const [group, node, slot, count] of rowsOf(schedule)) {
    slots = Math.max(slots, slot);
    for (let copy = 0; copy < count; copy++) {
      const i = next.get(group) ?? -1;
      if (i < 0 || instance.group[i] !== group) return false;
      next.set(group, i + 1);
      target[i] = node;
      slotOf[i] = slot;
    }
  }
  return slots === 0 || isCarriedOut(instance, target, { slots, slotOf });
}

function toRows({ movers, source, group }: Instance, target: Int32Array, { slotOf }: Carried): Schedule {
  const rows: ScheduleRow[] = [];
  for (let i = 0; i < movers; i++)
    if (target[i] !== source[i]) rows.push([group[i], target[i], slotOf[i], 1]);
  return toSchedule(rows);
}
