/** Sizes above which input is refused. Guards of our own: the platform's 128 MB are not enforced locally. */
export const LIMITS = {
  nodes: 20_000,
  workloads: 200_000,
  replicas: 300_000,
  calls: 200_000,
  latencyPairs: 500_000,
  /** Locations that latency pairs name and nodes are in: the delay matrix is dense. */
  latencyLocations: 2_000,
  resources: 64,
  /** Requested resources × (nodes + workloads): these tables are dense. */
  amounts: 2_000_000,
  /** Labels of a node or workload, and values of a selector's requirement. */
  labels: 250,
  selectorValues: 1_000,
  /** Requirements of a term, terms of an affinity, taints and tolerations. */
  selectorTerms: 100,
  /** Quotas and disruption budgets. */
  namespaceRules: 50_000,
  /** Volumes of a workload, and of a replica. */
  volumes: 20,
  /** Host ports of a workload. */
  hostPorts: 20,
  /** Different rules for where replicas may run × nodes: that table is dense. */
  arrivals: 20_000_000,
  /** Workloads and replicas that all different selectors of workloads look at, by the first of their labels that is rare. */
  podMatches: 20_000_000,
  /** Node pools with a minimum, or that may be opened. */
  pools: 1_000,
  /** Slots of a plan to be checked. The answer has numbers for each. */
  slots: 2_000,
  /** Points of a saving curve: each is a plan to be checked. */
  curvePoints: 20,
  /** Moves in each slot: as many as there may be replicas. */
  moves: 300_000,
} as const;
