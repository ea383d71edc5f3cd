import type { InstanceTypeName } from './instance-types.ts';

/** Lowest and highest value of a uniform draw, both included. */
export type Range = readonly [low: number, high: number];

/** A kind of node: every location has all kinds in turn. */
export interface NodeSize {
  cpuMilli: number;
  memoryMi: number;
  /** Multiplies the price of the node's location. */
  priceFactor: number;
}

/** How a workload starts, beside the paper's way. */
export type Start = 'feasible' | 'overcommitted' | 'latency-breaking';

/**
 * What a generated deployment looks like. The defaults are the paper's evaluation (Disruption-aware Microservice
 * Re-orchestration for Cost-efficient Multi-cloud Deployments, section V); where its Table I is lost, nodes have
 * 8 cpu and 1.6 Gi of memory and delays and limits lie in 20–100 ms.
 */
export interface WorkloadParameters {
  /** Any whole number of at most 2^53. */
  seed: number;
  /** A: applications, each a random call tree. */
  applications: number;
  /** M: microservices of each application. */
  microservices: number;
  /** N */
  nodes: number;
  /** R: nodes are spread over the locations in turn; location r has price r = 1..R. */
  locations: number;
  /** `unit`: P_n is the price of the location; `capacity`: that times the node's cpu. */
  pricing: 'unit' | 'capacity';
  sizes: readonly NodeSize[];
  /** Real kinds of nodes at real prices instead of `pricing` and `sizes`, unless empty; locations are regions then. */
  instanceTypes: readonly InstanceTypeName[];
  /** Requests of one replica, in milli-cores and Mi. */
  cpuMilli: Range;
  memoryMi: Range;
  /** Replicas of a microservice. Each is placed on its own. */
  replicas: Range;
  /** Share of all cpu in use, in percent: requests are drawn again until it lies within. */
  occupancyPercent: Range;
  /** Latency between two locations, symmetric, and limit of a call, in microseconds. */
  delayMicroseconds: Range;
  limitMicroseconds: Range;
  /** Devices of a third resource on every node, and the percentage of microservices that request one. */
  devices: { perNode: number; percent: number } | undefined;
  /**
   * `overcommitted`: replicas are placed without looking at capacity. `latency-breaking`: limits are drawn without
   * looking at the placement. Both are only allowed to happen; a draw may be free of breaches.
   */
  start: Start;
}

export const PAPER_PARAMETERS: WorkloadParameters = {
  seed: 1,
  applications: 8,
  microservices: 4,
  nodes: 10,
  locations: 2,
  pricing: 'unit',
  sizes: [{ cpuMilli: 8000, memoryMi: 1638, priceFactor: 1 }],
  instanceTypes: [],
  cpuMilli: [500, 2500],
  memoryMi: [205, 307],
  replicas: [1, 1],
  occupancyPercent: [50, 70],
  delayMicroseconds: [20_000, 100_000],
  limitMicroseconds: [20_000, 100_000],
  devices: undefined,
  start: 'feasible',
};
