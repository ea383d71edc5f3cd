import type { LatencyMode, ResolvedOptions } from './options.ts';
import type { SideRules } from './problem/side-rules.ts';

/**
 * A snapshot as the solvers see it: indices and exact integers in typed arrays, built once by
 * `toProblem` (`to-problem.ts`), never changed. Nodes, workloads, resources and locations are sorted by name, so
 * equal questions give equal problems and "the lower index" is "the first by name".
 *
 * Replicas of one workload on one node that all may move, or all may not, are interchangeable: such a *group* is
 * (workload, node, movable, count).
 * Integers are divided by their greatest common divisor and are all below 2^53, sums included.
 *
 * Left out, because they change no answer: workloads without replicas, resources that no replica requests, `pods` when
 * no node limits it.
 */
export interface Problem extends SideRules {
  readonly nodes: number;
  readonly workloads: number;
  readonly resources: number;
  /** The first so many are what replicas request; the others say who excludes whom on a node (rule node-ports). */
  readonly requested: number;
  readonly groups: number;

  readonly nodeNames: readonly string[];
  /** namespace/name */
  readonly workloadNames: readonly string[];
  readonly resourceNames: readonly string[];

  /**
   * What the objective counts for a node in use, in money units per hour, [node]: its bill, 0 where the options keep it,
   * and the surcharge on top where they drain it.
   */
  readonly price: Float64Array;
  /** Money units per hour, [node]; 0 where the price is unknown. */
  readonly bill: Float64Array;
  /** 1 where the bill is paid whatever happens, [node]. */
  readonly kept: Uint8Array;
  /** 1 where the node hosts something at the start and is to be emptied whatever it saves, [node]. */
  readonly drained: Uint8Array;
  /** Money units that a drained node in use costs on top: more than all else together. 0 where none is drained. */
  readonly surcharge: number;
  /** 1 where the price is known, [node]. */
  readonly priced: Uint8Array;
  /** Rules about where a replica may arrive that look at it and the node alone: class of each, [group]. */
  readonly arrivalClass: Int32Array;
  /** 1 where replicas of the class may arrive, [class * nodes + node]. */
  readonly arrivable: Uint8Array;
  /** 1 where any replica may arrive, [node]. */
  readonly open: Uint8Array;
  /** 1 where nothing is and nothing may arrive, [node]. */
  readonly closed: Uint8Array;
  /** Location of each node, [node]. */
  readonly location: Int32Array;
  readonly locations: number;

  /**
   * Allocatable less headroom, [node * resources + resource]: rounded down to whole units (use comes in no smaller steps) and clamped
   * to use at the start plus the demand of all replicas (use never exceeds that), so that it is always small.
   */
  readonly capacity: Float64Array;
  /** Use at the start, [node * resources + resource]. May exceed capacity: an inherited breach. */
  readonly use: Float64Array;
  /** Request of one replica that arrives, [workload * resources + resource]. */
  readonly demand: Float64Array;
  /** What one replica uses where it starts, [group * resources + resource]; undefined where that is `demand` everywhere. */
  readonly release: Float64Array | undefined;
  /** 1 where both copies count during the slot, [resource]. */
  readonly transient: Uint8Array;

  /** Replicas, [workload]. */
  readonly replicas: Int32Array;

  /** Groups sorted by workload, then node, the movable one first, [group]. */
  readonly groupWorkload: Int32Array;
  readonly groupNode: Int32Array;
  readonly groupCount: Int32Array;
  /** 1 where its replicas may move: rules movable and node-not-ready, [group]. */
  readonly groupMovable: Uint8Array;
  /** Groups of workload w are groupStart[w] … groupStart[w+1]-1, [workload + 1]. */
  readonly groupStart: Int32Array;
  /** Name of replica i = 0 … groupCount-1 of a group, in the order in which they are moved. Made on demand. */
  replicaName(group: number, i: number): string;

  /** Calls with a latency limit whose two workloads both have replicas, sorted by from, then to. */
  readonly callFrom: Int32Array;
  readonly callTo: Int32Array;
  /** Microseconds, [call]. */
  readonly callLimit: Float64Array;
  /** 1: each calling replica needs one callee within the limit (`nearest`), [call]. */
  readonly callNearest: Uint8Array;
  /** Microseconds from location g to h; -1 when unknown. */
  delay(g: number, h: number): number;

  /** Replicas that may move, over all workloads. */
  readonly movableReplicas: number;
  /** α in money units (0 for the lexicographic objective, which has none). */
  readonly alpha: number;
  /** 10⁻¹² of the currency in one money unit. */
  readonly moneyUnit: bigint;
  /** Own units (milli-cores, bytes) in one unit of each resource, [resource]. */
  readonly resourceUnit: readonly bigint[];

  readonly objective: 'weighted' | 'lexicographic';
  readonly maxSlots: number;
  readonly maxMoves: number;
  readonly latencyIn: LatencyMode;
  /**
   * Money units that a plan costs on top when no replica of the workload moves; no snapshot asks for it, `src/reasons/`
   * does. `exact` and `ilp` honour it; to the others it is only part of a plan's price.
   */
  readonly stayPrice?: { readonly workload: number; readonly price: number };
}

/** Whether a replica of the group may arrive on the node, as far as the two alone decide. */
export function mayArrive({ arrivalClass, arrivable, nodes }: Problem, group: number, node: number): boolean {
  return arrivable[arrivalClass[group] * nodes + node] === 1;
}

/** What one replica of the group gives back where it starts. */
export function released(problem: Problem, group: number, resource: number): number {
  const { release, demand, resources, groupWorkload } = problem;
  return release
    ? release[group * resources + resource]
    : demand[groupWorkload[group] * resources + resource];
}

/**
 * What a strategy decides: rows of [group, target node, slot from 1, replicas], flat. All are surge moves. Sorted by
 * slot, group, target; the slots used are 1..T without a hole.
 */
export type Schedule = Int32Array;
export const SCHEDULE_ROW = 4;

export type { ResolvedOptions };
