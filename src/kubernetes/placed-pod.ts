import type { Volume } from '../model/volumes.ts';
import type { Amounts } from './amounts.ts';
import type { NodeDemands } from './node-demands.ts';
import type { Owner } from './owners.ts';
import type { ClusterPod } from './pod.ts';
import type { PodRules } from './pod-rules.ts';
import type { Reason } from './reasons.ts';

/** A pod that is a replica of a workload: where it is, what it takes, and what keeps it. */
export interface PlacedPod {
  readonly pod: ClusterPod;
  readonly node: string;
  readonly owner: Owner;
  /** What leaves: the running pod. */
  readonly running: Amounts;
  /** What arrives: of each resource the larger of what the template requests and what admission may have made of it, as it runs. */
  readonly requests: Amounts;
  readonly demands: NodeDemands;
  readonly rules: PodRules;
  /** Volumes that one node can have at a time. */
  readonly volumes: readonly Volume[];
  /** None: it may move. */
  readonly reasons: readonly Reason[];
}
