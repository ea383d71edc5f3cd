import { z } from 'zod';
import { Money, Quantity } from './amounts.ts';
import { LabelKey, Labels, LabelValue } from './labels.ts';
import { LIMITS } from './limits.ts';
import { LocationName, NodeName, PlainName, ResourceName, WorkloadRef } from './names.ts';
import { DisruptionBudget, Quota } from './namespace-rules.ts';
import { TopologySpreadConstraint } from './pod-scheduling.ts';
import { Affinity, HostPort, Taint, Toleration } from './scheduling.ts';
import { CAPACITY_TYPES, Spot } from './spot.ts';
import { Volume } from './volumes.ts';

/**
 * The public input format: one deployment at one instant. Names only, no indices. Unknown fields are
 * errors. Cross-references are checked in `read-snapshot.ts`.
 */

/** `surge`: the new copy is Ready before the old one goes. `recreate`: the old copy goes first. */
export const MOVE_MODES = ['surge', 'recreate'] as const;
export type MoveMode = (typeof MOVE_MODES)[number];

/** Microseconds, up to one hour. */
const Microseconds = z.int().min(0).max(3_600_000_000);

export const Node = z
  .strictObject({
    name: NodeName,
    location: LocationName.optional().describe(
      'Region, zone or the like, as latency names it. The node itself when absent.',
    ),
    pricePerHour: Money.optional().describe(
      'Price of the whole node per hour, used or not. Absent means unknown, never zero: nothing is saved by emptying the node, and it is not opened when empty.',
    ),
    currency: z
      .string()
      .optional()
      .describe('When given, it must be the currency of the snapshot: one currency per snapshot.'),
    allocatable: z
      .record(ResourceName, Quantity)
      .meta({ maxProperties: LIMITS.resources })
      .describe(
        'What replicas may use, per resource: Kubernetes status.allocatable, less what comes and goes with the node (DaemonSets). A resource not named is 0, but for `pods`: not named, it has no limit.',
      ),
    billedWhenEmpty: z
      .boolean()
      .optional()
      .describe(
        'Whether the node is paid for while it hosts nothing. An empty billed node is listed as returnable, and is in no cost. Default true.',
      ),
    capacityType: z
      .enum(CAPACITY_TYPES)
      .optional()
      .describe(
        'How the node is paid for. On `spot` nodes only replicas of workloads that allow it arrive. Default `on-demand`.',
      ),
    labels: Labels.optional(),
    taints: z.array(Taint).meta({ maxItems: LIMITS.selectorTerms }).optional(),
    unschedulable: z
      .boolean()
      .optional()
      .describe('Cordoned, or about to go: replicas may leave, none may arrive. Default false.'),
    ready: z
      .boolean()
      .optional()
      .describe(
        'false: the node does not answer, so nothing may leave or arrive, and emptying it is no option. Default true.',
      ),
  })
  .meta({ id: 'Node' });
export type Node = z.infer<typeof Node>;

const ReplicaCount = z.int().min(0).max(LIMITS.replicas);

/** By hand: how many replicas run on each node, `{"n1": 2, "n2": 1}`. */
export const ReplicaCounts = z
  .record(NodeName, ReplicaCount)
  .meta({ id: 'ReplicaCounts', maxProperties: LIMITS.nodes });

const MovableReason = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'Why it may not move, in words: no rule, only quoted in reasons. Without `movable: false` it says nothing.',
  );

export const PlacedReplica = z
  .strictObject({
    node: NodeName,
    name: PlainName.optional(),
    movable: z
      .boolean()
      .optional()
      .describe('false: this one stays, whatever the workload says. Default true.'),
    movableReason: MovableReason.optional(),
    requests: z
      .record(ResourceName, Quantity)
      .meta({ maxProperties: LIMITS.resources })
      .optional()
      .describe(
        'What this one requests where it runs, in place of what the workload says: a pod that runs may differ from its template. Once moved, it requests what the workload says.',
      ),
    volumes: z
      .array(Volume)
      .meta({ maxItems: LIMITS.volumes })
      .optional()
      .describe('Of this one alone, as replicas of a StatefulSet have.'),
  })
  .meta({ id: 'PlacedReplica' });
export type PlacedReplica = z.infer<typeof PlacedReplica>;

/** One by one. Either every replica of a workload has a name or none has. */
export const ReplicaList = z.array(PlacedReplica).meta({ id: 'ReplicaList', maxItems: LIMITS.replicas });

export const Workload = z
  .strictObject({
    namespace: PlainName.optional().describe('Default "default".'),
    name: PlainName,
    requests: z
      .record(ResourceName, Quantity)
      .meta({ maxProperties: LIMITS.resources })
      .describe('What one replica requests. A resource not named is 0, but for `pods`, which is 1.'),
    replicas: z
      .union([ReplicaCounts, ReplicaList])
      .describe(
        'Where the replicas run: counts per node, or a list. Replicas without names are called name-0, name-1, … by sorted node.',
      )
      .meta({ id: 'Replicas' }),
    movable: z.boolean().optional().describe('Whether a plan may move its replicas. Default true.'),
    movableReason: MovableReason.optional(),
    mode: z
      .enum(MOVE_MODES)
      .optional()
      .describe(
        'How its replicas move. `surge` (default): the new copy is Ready before the old one goes. `recreate`: the old copy goes first, as with a StatefulSet, `strategy: Recreate` or a volume of one user; moves only with the option `allowRecreate`.',
      ),
    priority: z
      .int()
      .min(-2_147_483_648)
      .max(2_147_483_647)
      .optional()
      .describe(
        'Priority of its pods; the option `ignorePriorityBelow` makes placeholders of low ones. Default 0.',
      ),
    labels: Labels.optional().describe('Of its replicas, by which other workloads select them.'),
    spot: Spot.optional(),
    nodeSelector: z
      .record(LabelKey, LabelValue)
      .meta({ maxProperties: LIMITS.labels })
      .optional()
      .describe('Labels that a node must have for a replica to arrive there.'),
    affinity: Affinity.optional(),
    tolerations: z.array(Toleration).meta({ maxItems: LIMITS.selectorTerms }).optional(),
    volumes: z
      .array(Volume)
      .meta({ maxItems: LIMITS.volumes })
      .optional()
      .describe('Of every replica. One of a single user rules out old and new copies together.'),
    hostPorts: z.array(HostPort).meta({ maxItems: LIMITS.hostPorts }).optional(),
    topologySpreadConstraints: z
      .array(TopologySpreadConstraint)
      .meta({ maxItems: LIMITS.selectorTerms })
      .optional(),
  })
  .meta({ id: 'Workload' });
export type Workload = z.infer<typeof Workload>;

/** Whether latencies and limits are one way or round trip. They are compared as they are: both must be the same. */
export const LATENCY_MEASURES = ['round-trip', 'one-way'] as const;

export const Latency = z
  .strictObject({
    measure: z
      .enum(LATENCY_MEASURES)
      .optional()
      .describe(
        'What the microseconds of `pairs` and of every call limit mean: `round-trip` (default) or `one-way`. Both must be the same measure; Restow compares them and converts nothing.',
      ),
    symmetric: z
      .boolean()
      .optional()
      .describe('Whether a pair also holds the other way round unless that one is given too. Default true.'),
    pairs: z
      .array(
        z
          .strictObject({ from: LocationName, to: LocationName, microseconds: Microseconds })
          .meta({ id: 'LatencyPair' }),
      )
      .meta({ maxItems: LIMITS.latencyPairs })
      .describe(
        'Latency between locations. Within one location it is 0 unless given. A pair not given is unknown, never zero.',
      ),
  })
  .meta({ id: 'Latency' });

/** Whether a limit holds between all pairs of replicas, or each caller needs one callee within it. */
export const REACHES = ['all', 'nearest'] as const;

export const Call = z
  .strictObject({
    from: WorkloadRef.describe('The calling workload.'),
    to: WorkloadRef.describe('The called workload.'),
    maxLatencyMicroseconds: Microseconds.optional().describe(
      'Latency limit, in the measure of `latency`. Absent: no limit.',
    ),
    reach: z
      .enum(REACHES)
      .optional()
      .describe(
        '`all` (default): the limit holds between all pairs of replicas. `nearest`: each calling replica needs one callee within it.',
      ),
    stress: Quantity.optional().describe('Traffic between the two, in bytes per second.'),
  })
  .meta({ id: 'Call' });
export type Call = z.infer<typeof Call>;

export const ResourceRule = z
  .strictObject({
    transient: z
      .boolean()
      .describe(
        'true: during its slot a moving replica uses the resource on both nodes (the default of every resource). false: the old node has it back at once.',
      ),
  })
  .meta({ id: 'ResourceRule' });

/** Currency of a snapshot that names none. */
export const DEFAULT_CURRENCY = 'USD';

export const Snapshot = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'not an ISO 4217 code such as USD')
      .optional()
      .describe('ISO 4217 code of every price. Default USD.'),
    nodes: z.array(Node).meta({ maxItems: LIMITS.nodes }),
    workloads: z.array(Workload).meta({ maxItems: LIMITS.workloads }),
    resources: z.record(ResourceName, ResourceRule).meta({ maxProperties: LIMITS.resources }).optional(),
    latency: Latency.optional(),
    calls: z.array(Call).meta({ maxItems: LIMITS.calls }).optional(),
    quotas: z.array(Quota).meta({ maxItems: LIMITS.namespaceRules }).optional(),
    disruptionBudgets: z.array(DisruptionBudget).meta({ maxItems: LIMITS.namespaceRules }).optional(),
  })
  .meta({ id: 'Snapshot', description: 'A running deployment at one instant.' });
export type Snapshot = z.infer<typeof Snapshot>;

/** `namespace/name`: how plans, calls and messages name a workload. */
export function workloadKey(workload: { namespace?: string | undefined; name: string }): string {
  return `${workload.namespace ?? 'default'}/${workload.name}`;
}

/** The key that a reference means: `cart` is `default/cart`. */
export function refKey(ref: string): string {
  return ref.includes('/') ? ref : `default/${ref}`;
}
