import { mayArrive, type Problem } from '../../model/problem.ts';
import type { Score } from '../levels.ts';
import { initialProgress, priceOf } from '../progress.ts';
import { type ScheduleRow, toSchedule } from '../schedule.ts';
import { type SideCounts, sideCountsOf } from '../side-rules/side-counts.ts';
import { Crossings } from './crossings.ts';
import { Room } from './room.ts';
import { Rows } from './rows.ts';

/** What counting a change of the side rules, and looking at what it changes, takes beside asking them. */
const ASKED_PER_CHANGE = 4;

/**
 * A schedule that changes row by row, with what every rule needs to say at once whether one more row breaks it. Nothing
 * here depends on how the schedule came about, so a search can go on from its rows alone.
 */
export class Board {
  readonly problem: Problem;
  readonly rows: Rows;
  readonly crossings: Crossings;
  readonly #sides: SideCounts | undefined;
  /** Slots that rows may use. */
  readonly slots: number;
  readonly #room: Room;
  /** Replicas that do not move, [group]. */
  readonly left: Int32Array;
  /** Replicas in the end, [node]. */
  readonly hosted: Int32Array;
  /** Replicas that move here, [node]. */
  readonly arrived: Int32Array;
  /** Moves in each slot, [slot − 1]. */
  readonly #movesIn: Int32Array;
  price: number;
  moves = 0;
  /** Last slot with a row. */
  last = 0;
  /** Rows changed: what the search has cost so far. */
  changes = 0;
  /** Nodes asked whether a replica fits. */
  looks = 0;
  /** Times that side rules were asked; a change takes as much work as some. */
  asked = 0;
  /** Times that only a side rule was in the way: unlike room, that may well change. */
  refusals = 0;
  readonly #journal: number[] = [];

  constructor(problem: Problem, slots: number) {
    this.problem = problem;
    this.slots = slots;
    const { use, left, hosted } = initialProgress(problem);
    this.rows = new Rows(problem.groups, problem.nodes);
    this.crossings = new Crossings(problem);
    this.#sides = sideCountsOf(problem);
    this.#room = new Room(problem, use);
    this.left = left;
    this.hosted = hosted;
    this.arrived = new Int32Array(problem.nodes);
    this.#movesIn = new Int32Array(slots);
    this.price = priceOf(problem, hosted);
  }

  /** Capacity less use in the end, [node * resources + resource]. */
  get free(): Float64Array {
    return this.#room.end;
  }

  /** Of the schedule as it would be written down: empty slots do not count. */
  score(): Score {
    let slots = 0;
    for (let slot = 0; slot < this.last; slot++) if (this.#movesIn[slot] > 0) slots += 1;
    return { price: this.price, moves: this.moves, slots };
  }

  schedule(): Int32Array {
    return toSchedule(this.rows.all());
  }

  /** Whether one more replica of a group may move to a node in a slot: every rule. */
  may(group: number, target: number, slot: number): boolean {
    return (
      this.fits(this.problem.groupWorkload[group], target, slot) &&
      this.left[group] > 0 &&
      this.isOpen(group, target) &&
      this.mayReach(group, target, slot) &&
      this.keepsSides(group, target, slot)
    );
  }

  /** Rules movable, node-not-ready, moved, max-moves and all that `mayArrive` knows. */
  isOpen(group: number, target: number): boolean {
    const { groupMovable, groupNode, maxMoves } = this.problem;
    if (!groupMovable[group] || groupNode[group] === target || this.moves >= maxMoves) return false;
    return mayArrive(this.problem, group, target);
  }

  /** Rule latency. */
  mayReach(group: number, target: number, slot: number): boolean {
    const { groupWorkload, groupNode, location } = this.problem;
    const workload = groupWorkload[group];
    if (!this.crossings.isTied(workload)) return true;
    const [start, now] = [location[groupNode[group]], location[target]];
    if (start === now) return this.crossings.allowance(workload, start, slot) > 0;
    return this.crossings.may(workload, start, now, slot, 1);
  }

  /** The budgets of a slot, which are quick to look at. */
  isWithinBudgets(group: number, slot: number): boolean {
    if (!this.#sides || this.#sides.isWithinBudgets(group, slot)) return true;
    this.refusals += 1;
    return false;
  }

  /** The side rules: budgets, floors and what is counted by domain. */
  keepsSides(group: number, target: number, slot: number): boolean {
    if (!this.#sides) return true;
    this.asked += 1;
    if (this.#sides.may(group, target, slot)) return true;
    this.refusals += 1;
    return false;
  }

  /** Rules node-capacity and transient-capacity: whether a replica of the workload has room from the slot on. */
  fits(workload: number, target: number, slot: number): boolean {
    return this.firstFit(workload, target) <= slot;
  }

  /** The first slot from which on a replica of the workload has room; it may be one after all that may be used. */
  firstFit(workload: number, target: number): number {
    return this.#room.firstFit(workload, target, this.last);
  }

  /** Moves replicas. Not asked whether they may. */
  move(group: number, target: number, slot: number, count: number): void {
    this.#change(group, target, slot, count);
    this.#journal.push(group, target, slot, count);
  }

  /**
   * Takes a replica of a row back if everything else holds without the move: the room that it left is still there, and
   * so are latency and side rules. On a node where nothing arrives there is nothing to hold.
   */
  takeBack(group: number, target: number, slot: number): boolean {
    const source = this.problem.groupNode[group];
    if (this.arrived[source] > 0 && !this.#room.isStillFree(group, slot, this.last)) return false;
    this.move(group, target, slot, -1);
    if (this.#reachesBack(group, target) && (!this.#sides || this.#sides.holds(group, target, slot)))
      return true;
    this.move(group, target, slot, 1);
    return false;
  }

  #reachesBack(group: number, target: number): boolean {
    const { groupWorkload, groupNode, location } = this.problem;
    const workload = groupWorkload[group];
    const [start, now] = [location[groupNode[group]], location[target]];
    if (!this.crossings.isTied(workload) || start === now) return true;
    return this.crossings.holdsBack(workload, start, now);
  }

  /** A point to roll back to. */
  mark(): number {
    return this.#journal.length;
  }

  rollBack(mark: number): void {
    while (this.#journal.length > mark) {
      const at = this.#journal.length - 4;
      const [group, target, slot, count] = this.#journal.slice(at);
      this.#journal.length = at;
      this.#change(group, target, slot, -count);
    }
  }

  /** Forgets how the schedule came about: no rolling back from here. */
  settle(): void {
    this.#journal.length = 0;
  }

  #change(group: number, target: number, slot: number, count: number): void {
    const { groupWorkload, groupNode, location, price } = this.problem;
    const source = groupNode[group];
    const workload = groupWorkload[group];
    this.changes += 1;
    this.rows.change(group, target, slot, count);
    this.#room.shift(group, target, slot, count);
    if (this.#sides) {
      this.asked += ASKED_PER_CHANGE;
      this.#sides.change(group, target, slot, count);
    }
    this.left[group] -= count;
    this.moves += count;
    this.#movesIn[slot - 1] += count;
    if (slot > this.last) this.last = slot;
    while (this.last > 0 && this.#movesIn[this.last - 1] === 0) this.last -= 1;
    if (this.hosted[target] === 0) this.price += price[target];
    if (this.hosted[source] === 0) this.price += price[source];
    this.arrived[target] += count;
    this.hosted[target] += count;
    this.hosted[source] -= count;
    if (this.hosted[target] === 0) this.price -= price[target];
    if (this.hosted[source] === 0) this.price -= price[source];
    this.crossings.change(workload, location[source], location[target], slot, count);
  }
}

/** A board with the rows of a schedule on it. */
export function boardOf(problem: Problem, rows: Iterable<ScheduleRow>, slots: number): Board {
  const board = new Board(problem, slots);
  for (const [group, target, slot, count] of rows) board.move(group, target, slot, count);
  board.settle();
  return board;
}
