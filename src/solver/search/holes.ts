import type { Problem } from '../../model/problem.ts';
import type { Board } from './board.ts';
import { firstSlot, misfit } from './fit.ts';
import type { Weights } from './weights.ts';

const NONE = -1;
const BUCKETS = 256;
/** More locations than this share their lists: then each node is asked whether it may be reached. */
const MOST_LOCATIONS = 16;
/** Candidates that are compared per list, and nodes looked at for them. */
const CANDIDATES = 12;
const LOOKS = 300;

interface Found {
  target: number;
  slot: number;
  misfit: number;
  /** Slots later than this are of no use. */
  readonly latest: number;
}

/**
 * The nodes that replicas may go to, by location and by how much room they have: the nodes with little more room than a
 * replica needs are found without looking at the others.
 */
export class Holes {
  readonly #board: Board;
  readonly #weights: Weights;
  /** Locations told apart. */
  readonly #places: number;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #back: Int32Array;
  readonly #bucket: Int32Array;
  /** Mean request per resource that nearly all replicas request, others are 0, [resource]. */
  readonly #mean: Float64Array;
  readonly #unit: number;
  /** Nodes in the order in which they were added. */
  readonly #added: number[] = [];
  /** How many had been added when replicas of a workload from a location found no room: only later ones may have some. */
  readonly #fullFor = new Map<number, number>();
  /** Nodes looked at. */
  looks = 0;

  constructor(board: Board, weights: Weights, nodes: Iterable<number>) {
    const { problem } = board;
    this.#board = board;
    this.#weights = weights;
    this.#places = problem.locations <= MOST_LOCATIONS ? problem.locations : 1;
    this.#first = new Int32Array(weights.menus * this.#places * BUCKETS).fill(NONE);
    this.#next = new Int32Array(problem.nodes).fill(NONE);
    this.#back = new Int32Array(problem.nodes).fill(NONE);
    this.#bucket = new Int32Array(problem.nodes).fill(NONE);
    this.#mean = meanRequests(problem);
    let most = 0;
    for (let n = 0; n < problem.nodes; n++) most = Math.max(most, this.#copies(problem.capacity, n));
    this.#unit = most / (BUCKETS - 1) ** 2 || 1;
    for (const node of nodes) this.add(node);
  }

  add(node: number): void {
    this.#added.push(node);
    this.#insert(node);
  }

  #insert(node: number): void {
    const bucket = this.#listOf(node) * BUCKETS + this.#bucketOf(this.#copies(this.#board.free, node));
    const head = this.#first[bucket];
    this.#next[node] = head;
    this.#back[node] = NONE;
    if (head !== NONE) this.#back[head] = node;
    this.#first[bucket] = node;
    this.#bucket[node] = bucket;
  }

  remove(node: number): void {
    if (this.#bucket[node] === NONE) return;
    if (this.#back[node] === NONE) this.#first[this.#bucket[node]] = this.#next[node];
    else this.#next[this.#back[node]] = this.#next[node];
    if (this.#next[node] !== NONE) this.#back[this.#next[node]] = this.#back[node];
    this.#bucket[node] = NONE;
  }

  /** To be called when the room of a node has changed. */
  refresh(node: number): void {
    if (this.#bucket[node] === NONE) return;
    this.remove(node);
    this.#insert(node);
  }

  /** The node that a replica of a group fits best, and the first slot in which it may move there; −1 when there is none. */
  best(group: number, latest = this.#board.slots): [target: number, slot: number] {
    const { groupWorkload, groupNode, location, locations, demand } = this.#board.problem;
    const workload = groupWorkload[group];
    const key = workload * locations + location[groupNode[group]];
    const full = this.#fullFor.get(key);
    const { refusals } = this.#board;
    const found: Found = { target: NONE, slot: 0, misfit: Number.POSITIVE_INFINITY, latest };
    if (full === undefined) {
      const from = this.#bucketOf(this.#copies(demand, workload));
      for (const menu of this.#weights.menusFor(workload)) {
        for (let place = 0; place < this.#places; place++)
          this.#scan(group, menu * this.#places + place, from, found);
        if (found.target !== NONE) break;
      }
    } else {
      this.looks += this.#added.length - full;
      for (const node of this.#added.slice(full)) this.#compare(group, node, found);
    }
    // A node that only side rules keep closed may be open for the next replica.
    if (found.target === NONE && latest === this.#board.slots && this.#board.refusals === refusals)
      this.#fullFor.set(key, this.#added.length);
    return [found.target, found.slot];
  }

  #scan(group: number, list: number, from: number, found: Found): void {
    let candidates = 0;
    let looks = 0;
    for (let bucket = from; bucket < BUCKETS; bucket++) {
      for (let node = this.#first[list * BUCKETS + bucket]; node !== NONE; node = this.#next[node]) {
        looks += 1;
        if (looks > LOOKS || candidates === CANDIDATES) {
          this.looks += looks;
          return;
        }
        if (this.#compare(group, node, found)) candidates += 1;
      }
    }
    this.looks += looks;
  }

  /** @returns whether the node is a candidate at all */
  #compare(group: number, node: number, found: Found): boolean {
    const slot = firstSlot(this.#board, group, node, found.latest);
    if (slot === 0) return false;
    const value = misfit(this.#board, this.#weights, this.#board.problem.groupWorkload[group], node);
    if (value < found.misfit || (value === found.misfit && node < found.target)) {
      found.misfit = value;
      found.target = node;
      found.slot = slot;
    }
    return true;
  }

  #listOf(node: number): number {
    const place = this.#places === 1 ? 0 : this.#board.problem.location[node];
    return this.#weights.menuOf[node] * this.#places + place;
  }

  /** How many replicas of mean requests a row of amounts is enough for: less than a replica's own, and it can't fit. */
  #copies(amounts: Float64Array, row: number): number {
    const mean = this.#mean;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < mean.length; k++)
      if (mean[k] > 0) least = Math.min(least, amounts[row * mean.length + k] / mean[k]);
    return Number.isFinite(least) ? Math.max(0, least) : 0;
  }

  /** Finer where there is little room. Rounded down, so no node with room enough is in a lower one. */
  #bucketOf(room: number): number {
    return Math.min(BUCKETS - 1, Math.floor(Math.sqrt(room / this.#unit)));
  }
}

/** Share of the replicas that must request a resource for it to say something about most of them. */
const NEARLY_ALL = 0.9;

function meanRequests({ workloads, resources, demand, replicas }: Problem): Float64Array {
  const sum = new Float64Array(resources);
  const requesting = new Float64Array(resources);
  let all = 0;
  for (let w = 0; w < workloads; w++) {
    all += replicas[w];
    for (let k = 0; k < resources; k++) {
      const amount = demand[w * resources + k];
      sum[k] += amount * replicas[w];
      if (amount > 0) requesting[k] += replicas[w];
    }
  }
  return sum.map((total, k) => (requesting[k] >= NEARLY_ALL * all ? total / all : 0));
}
