import { z } from 'zod';
import { Options } from '../model/options.ts';
import { Plan, PlanClaim, Violation } from '../model/plan.ts';
import { Snapshot } from '../model/snapshot.ts';

/** The public format of comparisons: what is asked, and the answer. `second − first` wherever a difference is a number. */

export const PlansToCompare = z
  .strictObject({
    kind: z.literal('plans'),
    snapshot: Snapshot,
    options: Options.optional(),
    first: PlanClaim,
    second: PlanClaim,
  })
  .meta({
    id: 'PlansToCompare',
    description:
      'Two plans for one snapshot. The slots with their moves are enough. With `options` both are held to these. Without, each is held to those that it echoes; one that echoes none to those of the first, or else the defaults.',
  });

export const SnapshotsToCompare = z
  .strictObject({ kind: z.literal('snapshots'), first: Snapshot, second: Snapshot })
  .meta({ id: 'SnapshotsToCompare', description: 'Two snapshots: before and after, or two that might be.' });

export const ComparisonRequest = z
  .discriminatedUnion('kind', [PlansToCompare, SnapshotsToCompare])
  .meta({ id: 'ComparisonRequest' });

const Difference = z
  .strictObject({
    pricePerHour: Plan.shape.cost.shape.after.optional(),
    counts: z.record(z.string(), z.int()),
  })
  .meta({
    id: 'ComparedNumbers',
    description:
      'Second less first. `pricePerHour` is exact, and absent where the currencies differ. `counts` has moves, slots, downtime and nodes in use, or nodes, workloads and replicas.',
  });

const PlanSide = z
  .strictObject({
    cost: Plan.shape.cost,
    moves: z.int(),
    slots: z.int(),
    downtime: z.int(),
    nodesInUse: z.int().describe('Nodes that host something in the end.'),
    valid: z.boolean().describe('Whether the plan breaks no rule.'),
    violations: z.int(),
  })
  .meta({ id: 'ComparedPlan', description: 'Recomputed from the moves, whatever the plan states.' });

const Fate = z
  .enum(['kept', 'emptied', 'opened', 'unused'])
  .describe(
    'kept: hosts something before and after; emptied: only before; opened: only after; unused: neither.',
  );

const NodeDifference = z
  .strictObject({ node: z.string(), first: Fate, second: Fate })
  .meta({ id: 'ComparedNode' });

const WhereTo = z
  .strictObject({ to: z.string(), slot: z.int(), mode: z.string() })
  .meta({ id: 'ComparedMove', description: 'Where a replica ends, in which slot it goes there, and how.' });

const MoveDifference = z
  .strictObject({
    workload: z.string(),
    replica: z.string(),
    first: WhereTo.optional(),
    second: WhereTo.optional(),
  })
  .meta({ id: 'MoveDifference', description: 'A replica that moves differently; absent: it stays.' });

const RuleDifferences = z
  .strictObject({
    onlyFirst: z.array(Violation).describe('What only the first breaks, or breaks by another amount.'),
    onlySecond: z.array(Violation),
  })
  .meta({
    id: 'ComparedRules',
    description: 'Rules that are broken: by the plans, or by the snapshots as they are.',
  });

export const PlanComparison = z
  .strictObject({
    kind: z.literal('plans'),
    same: z.boolean().describe('Whether both make the same moves in the same slots.'),
    first: PlanSide,
    second: PlanSide,
    difference: Difference,
    nodes: z.array(NodeDifference).describe('Nodes that fare differently, sorted by name.'),
    moves: z.array(MoveDifference).describe('Sorted by workload and replica.'),
    rules: RuleDifferences,
  })
  .meta({ id: 'PlanComparison' });
export type PlanComparison = z.infer<typeof PlanComparison>;

const SnapshotSide = z
  .strictObject({
    digest: z.string(),
    currency: z.string(),
    pricePerHour: Plan.shape.cost.shape.before,
    nodes: z.int(),
    nodesInUse: z.int(),
    workloads: z.int(),
    replicas: z.int(),
  })
  .meta({ id: 'ComparedSnapshot' });

const FieldDifference = z
  .strictObject({
    pointer: z.string().describe('JSON pointer into the node or workload, in normal form.'),
    first: z.string().optional().describe('The value as JSON; absent where there is none.'),
    second: z.string().optional(),
  })
  .meta({ id: 'FieldDifference' });

const Changed = z.strictObject({ name: z.string(), fields: z.array(FieldDifference) }).meta({
  id: 'ChangedThing',
  description: 'A node, or a workload as namespace/name, and what of it changed.',
});

const Things = z
  .strictObject({ gone: z.array(z.string()), added: z.array(z.string()), changed: z.array(Changed) })
  .meta({ id: 'ComparedThings', description: 'Sorted by name.' });

export const SnapshotComparison = z
  .strictObject({
    kind: z.literal('snapshots'),
    same: z.boolean().describe('Whether both mean the same.'),
    first: SnapshotSide,
    second: SnapshotSide,
    difference: Difference,
    nodes: Things,
    workloads: Things.describe('Without where their replicas run: that is in `replicas`.'),
    replicas: z
      .array(
        z
          .strictObject({
            workload: z.string(),
            first: z.record(z.string(), z.int()),
            second: z.record(z.string(), z.int()),
          })
          .meta({ id: 'ComparedReplicas' }),
      )
      .describe('Workloads of both with other numbers of replicas on some node; only these nodes.'),
    others: z.array(FieldDifference).describe('Latency, calls and what else is no node and no workload.'),
    rules: RuleDifferences,
  })
  .meta({ id: 'SnapshotComparison' });
export type SnapshotComparison = z.infer<typeof SnapshotComparison>;

export const Comparison = z
  .discriminatedUnion('kind', [PlanComparison, SnapshotComparison])
  .meta({ id: 'Comparison' });
