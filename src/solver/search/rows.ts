import type { ScheduleRow } from '../schedule.ts';

const NONE = -1;
const FIRST_SIZE = 1024;

/**
 * The rows of a schedule that changes: found by group and by target in time that does not grow with the schedule. Rows
 * are held in lists of no meaningful order; whoever decides by their order sorts them first (`inOrder`).
 */
export class Rows {
  #group = new Int32Array(FIRST_SIZE);
  #target = new Int32Array(FIRST_SIZE);
  #slot = new Int32Array(FIRST_SIZE);
  #count = new Int32Array(FIRST_SIZE);
  /** Next and previous row of the same group, and of the same target. */
  #nextOfGroup = new Int32Array(FIRST_SIZE);
  #backOfGroup = new Int32Array(FIRST_SIZE);
  #nextOfTarget = new Int32Array(FIRST_SIZE);
  #backOfTarget = new Int32Array(FIRST_SIZE);
  readonly #firstOfGroup: Int32Array;
  readonly #firstOfTarget: Int32Array;
  /** Rows given back, to be used again. */
  readonly #unused: number[] = [];
  #rows = 0;

  constructor(groups: number, nodes: number) {
    this.#firstOfGroup = new Int32Array(groups).fill(NONE);
    this.#firstOfTarget = new Int32Array(nodes).fill(NONE);
  }

  /** Adds replicas to a row, which is made when there is none, or takes some off it. */
  change(group: number, target: number, slot: number, count: number): void {
    let row = this.#firstOfGroup[group];
    while (row !== NONE && (this.#target[row] !== target || this.#slot[row] !== slot))
      row = this.#nextOfGroup[row];
    if (row === NONE) row = this.#insert(group, target, slot);
    this.#count[row] += count;
    if (this.#count[row] === 0) this.#delete(row);
  }

  /** Rows that move replicas of a group away. */
  leaving(group: number): ScheduleRow[] {
    const rows: ScheduleRow[] = [];
    for (let row = this.#firstOfGroup[group]; row !== NONE; row = this.#nextOfGroup[row])
      rows.push(this.#read(row));
    return inOrder(rows);
  }

  /** Rows that move replicas to a node. */
  arriving(target: number): ScheduleRow[] {
    const rows: ScheduleRow[] = [];
    for (let row = this.#firstOfTarget[target]; row !== NONE; row = this.#nextOfTarget[row])
      rows.push(this.#read(row));
    return inOrder(rows);
  }

  *all(): Generator<ScheduleRow> {
    for (let target = 0; target < this.#firstOfTarget.length; target++) yield* this.arriving(target);
  }

  #read(row: number): ScheduleRow {
    return [this.#group[row], this.#target[row], this.#slot[row], this.#count[row]];
  }

  #insert(group: number, target: number, slot: number): number {
    const row = this.#unused.pop() ?? this.#rows++;
    if (row === this.#group.length) this.#grow();
    this.#group[row] = group;
    this.#target[row] = target;
    this.#slot[row] = slot;
    this.#count[row] = 0;
    link(this.#nextOfGroup, this.#backOfGroup, this.#firstOfGroup, group, row);
    link(this.#nextOfTarget, this.#backOfTarget, this.#firstOfTarget, target, row);
    return row;
  }

  #delete(row: number): void {
    unlink(this.#nextOfGroup, this.#backOfGroup, this.#firstOfGroup, this.#group[row], row);
    unlink(this.#nextOfTarget, this.#backOfTarget, this.#firstOfTarget, this.#target[row], row);
    this.#unused.push(row);
  }

  #grow(): void {
    const doubled = (list: Int32Array) => {
      const larger = new Int32Array(list.length * 2);
      larger.set(list);
      return larger;
    };
    this.#group = doubled(this.#group);
    this.#target = doubled(this.#target);
    this.#slot = doubled(this.#slot);
    this.#count = doubled(this.#count);
    this.#nextOfGroup = doubled(this.#nextOfGroup);
    this.#backOfGroup = doubled(this.#backOfGroup);
    this.#nextOfTarget = doubled(this.#nextOfTarget);
    this.#backOfTarget = doubled(this.#backOfTarget);
  }
}

function inOrder(rows: ScheduleRow[]): ScheduleRow[] {
  return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

function link(next: Int32Array, back: Int32Array, first: Int32Array, list: number, row: number): void {
  const head = first[list];
  next[row] = head;
  back[row] = NONE;
  if (head !== NONE) back[head] = row;
  first[list] = row;
}

function unlink(next: Int32Array, back: Int32Array, first: Int32Array, list: number, row: number): void {
  if (back[row] === NONE) first[list] = next[row];
  else next[back[row]] = next[row];
  if (next[row] !== NONE) back[next[row]] = back[row];
}
