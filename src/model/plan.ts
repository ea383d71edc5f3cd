import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { NodeName } from './names.ts';
import { ResolvedBudgets } from './options/budgets.ts';
import { Headroom } from './options/headroom.ts';
import { ResolvedNodes } from './options/node-choice.ts';
import { Openable } from './options/openable.ts';
import { IgnorePriorityBelow } from './options/placeholders.ts';
import { Pools } from './options/pools.ts';
import { LATENCY_MODES, LexicographicObjective, STRATEGY_CHOICES } from './options.ts';
import { MOVE_MODES } from './snapshot.ts';

/**
 * The public output format. A plan is data: it can be checked, previewed, applied to a snapshot
 * (`apply-plan.ts`) and inverted. Money is a decimal string, quantities are strings.
 */

const Amount = z
  .string()
  .max(64)
  .regex(/^-?\d+(\.\d+)?$/, 'not a plain decimal')
  .meta({ id: 'Amount', description: 'An exact decimal.', examples: ['0.192'] });

export const Move = z
  .strictObject({
    workload: z.string().max(600).describe('namespace/name'),
    replica: z
      .string()
      .max(600)
      .describe(
        'Its name, or `<workload>-<i>` where the snapshot gives no names: replicas counted through the sorted nodes.',
      ),
    from: NodeName,
    to: NodeName,
    mode: z.enum(MOVE_MODES),
  })
  .meta({ id: 'Move' });
export type Move = z.infer<typeof Move>;

export const PeakUse = z
  .strictObject({ resource: z.string(), node: z.string(), used: z.string(), allocatable: z.string() })
  .meta({
    id: 'PeakUse',
    description:
      'The fullest node of a resource during a slot: highest used / allocatable, both copies counted, 0 / 0 being 0 and a use of what the node does not have above all; of equal ones the first by name.',
  });
export type PeakUse = z.infer<typeof PeakUse>;

export const Slot = z
  .strictObject({
    moves: z
      .array(Move)
      .meta({ maxItems: LIMITS.moves })
      .describe('Moves that run together. The next slot starts when all are done.'),
    emptied: z
      .array(z.string())
      .describe(
        'Nodes that host something before this slot and nothing from its end to the end of the plan, sorted by name.',
      ),
    cost: Amount.describe(
      'Price per hour of the nodes in use after the slot: what you pay if you stop here.',
    ),
    peakCost: Amount.describe(
      'Price per hour of the nodes that host any copy during the slot, those that are left in it included.',
    ),
    downtime: z.int().describe('Replicas that are down once in the slot: its moves of mode `recreate`.'),
    peakUse: z
      .array(PeakUse)
      .describe('One per resource that replicas request and some node limits, sorted by resource.'),
  })
  .meta({ id: 'Slot' });
export type Slot = z.infer<typeof Slot>;

/**
 * Stable names of the rules, in the order in which violations are listed. Each is one function in `check/`, one in every
 * solver, one row in `docs/model.md`.
 */
export const RULES = [
  'node-capacity',
  'latency',
  'transient-capacity',
  'moved',
  'slot-used',
  'one-move',
  'contiguous',
  'movable',
  'priced-target',
  'node-unschedulable',
  'node-not-ready',
  'node-affinity',
  'taint-toleration',
  'node-ports',
  'pod-affinity',
  'pod-anti-affinity',
  'topology-spread',
  'keep-spread',
  'excluded',
  'drain',
  'nodes-per-slot',
  'replicas-per-slot',
  'workload-per-slot',
  'headroom',
  'pool-minimum',
  'spot-allowed',
  'spot-share',
  'minimum-saving',
  'volume-node-affinity',
  'volume-restrictions',
  'resource-quota',
  'disruption-budget',
  'surge',
  'max-moves',
  'max-downtime',
  'claims',
  'saving-curve',
] as const;
export type Rule = (typeof RULES)[number];

export const Violation = z
  .strictObject({
    rule: z.enum(RULES),
    slot: z.int().describe('Number of the slot, from 1; 0: the start, or the plan as a whole.'),
    subject: z
      .string()
      .describe(
        'What breaks the rule: `n1 cpu`, `default/web -> default/cart`, `default/web web-0`, a node, an option, or a JSON pointer into the plan.',
      ),
    excess: z
      .string()
      .describe(
        'By how much: an exact amount in the unit of the rule, `unknown` for a latency that is, or "1".',
      ),
    message: z.string(),
  })
  .meta({ id: 'Violation' });
export type Violation = z.infer<typeof Violation>;

export const WARNING_CODES = [
  'all-pinned',
  'best-effort',
  'no-latency',
  'no-price',
  'placeholder',
  'tiny-request',
  'unused-latency',
  'unused-resource',
  'minimum-saving',
  'rejected-by-check',
  'engine-failed',
] as const;
export const Warning = z
  .strictObject({ code: z.enum(WARNING_CODES), subject: z.string(), message: z.string() })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof Warning>;

export const LEVEL_NAMES = ['undrained', 'weighted', 'price', 'moves', 'slots'] as const;
export const Level = z
  .strictObject({
    name: z.enum(LEVEL_NAMES),
    value: Amount,
    bound: Amount.describe('No plan within the echoed options is below this.'),
    gap: Amount.describe('(value − bound) / value, rounded up to 6 decimals; 0 when equal.'),
  })
  .meta({ id: 'Level' });
export type Level = z.infer<typeof Level>;

/** What we have. */
export const STATUSES = ['optimal', 'feasible', 'infeasible', 'unknown'] as const;
/** Why the search stopped. `strategy-end`: the strategy had nothing more to try, and proves nothing. */
export const STOPPED_BY = ['proof', 'strategy-end', 'work-limit', 'stopped'] as const;

export const ResolvedWeighted = z
  .strictObject({ kind: z.literal('weighted'), alpha: Amount })
  .meta({ id: 'ResolvedWeighted' });
export const ResolvedOptionsEcho = z
  .strictObject({
    objective: z
      .discriminatedUnion('kind', [ResolvedWeighted, LexicographicObjective])
      .meta({ id: 'ResolvedObjective' }),
    maxSlots: z.int(),
    maxMoves: z.int(),
    latencyIn: z.enum(LATENCY_MODES),
    strategy: z.enum(STRATEGY_CHOICES),
    workLimit: z.int(),
    exclude: z
      .strictObject({
        nodes: z.array(z.string()).meta({ maxItems: LIMITS.nodes }),
        workloads: z.array(z.string()).meta({ maxItems: LIMITS.workloads }),
      })
      .meta({ id: 'ResolvedExclusion' }),
    allowRecreate: z.boolean(),
    maxDowntime: z.int(),
    keepSpread: z.boolean(),
    savingCurve: z.boolean(),
    budgets: ResolvedBudgets.optional(),
    keep: ResolvedNodes.optional(),
    drain: ResolvedNodes.optional(),
    headroom: Headroom.optional(),
    pools: Pools.optional(),
    openable: Openable.optional(),
    minimumSaving: z
      .strictObject({ plan: Amount.optional(), perMove: Amount.optional() })
      .meta({ id: 'ResolvedMinimumSaving' })
      .optional(),
    ignorePriorityBelow: IgnorePriorityBelow.optional(),
  })
  .meta({ id: 'ResolvedOptions', description: 'The options in force: what is not in force is left out.' });

export const CurvePoint = z
  .strictObject({
    adds: z
      .array(z.int().min(0))
      .meta({ maxItems: LIMITS.moves })
      .describe(
        'Moves that this point adds to those of the points before, by their place in the plan, counted from 0 through its slots.',
      ),
    moves: z.int(),
    slots: z.int().describe('Slots that are left when those without moves are dropped.'),
    cost: Amount.describe('Price per hour of the nodes in use after these moves.'),
  })
  .meta({
    id: 'CurvePoint',
    description:
      'A part of the plan that is a plan by itself: the moves of this point and of all points before, each in its slot.',
  });
export type CurvePoint = z.infer<typeof CurvePoint>;

export const NodePrice = z
  .strictObject({ node: z.string(), pricePerHour: Amount.optional() })
  .meta({ id: 'NodePrice' });

export const WorkloadPlacement = z
  .strictObject({ workload: z.string(), nodes: z.record(z.string(), z.int()) })
  .meta({ id: 'WorkloadPlacement' });

export const Plan = z
  .strictObject({
    status: z.enum(STATUSES).describe('What we have: proved optimal within the echoed options, or feasible.'),
    stoppedBy: z.enum(STOPPED_BY).describe('Why the search stopped.'),
    strategy: z.string().describe('The strategy that ran.'),
    options: ResolvedOptionsEcho,
    binding: z.array(z.string()).describe('Options that may keep the answer from being cheaper.'),
    slots: z.array(Slot),
    cost: z
      .strictObject({
        currency: z.string(),
        before: Amount.describe(
          'Price per hour of the nodes in use now. Nodes without a price are not in it.',
        ),
        after: Amount,
        saved: Amount,
        savedPercent: Amount.describe('Rounded down to 2 decimals.'),
        peak: Amount.describe('Highest price per hour on the way.'),
      })
      .meta({ id: 'Cost' }),
    objective: z
      .strictObject({
        moves: z.int(),
        slots: z.int(),
        price: Amount,
        disruption: Amount.optional().describe('α · (moves + slots), for the weighted objective.'),
        levels: z
          .array(Level)
          .describe(
            'One level for `weighted`; price, moves and slots for `lexicographic`. With the option `drain`, first how many of its nodes stay in use (`undrained`); the other levels then compare plans that leave no more.',
          ),
      })
      .meta({ id: 'Score' }),
    downtime: z.int().describe('Replicas that are down once, while they move: moves of mode `recreate`.'),
    calls: z.strictObject({ limited: z.int(), keptBefore: z.int(), keptAfter: z.int() }).meta({
      id: 'LatencyKept',
      description: 'Calls with a latency limit, and how many keep it everywhere (unknown is not kept).',
    }),
    placement: z
      .array(WorkloadPlacement)
      .describe('Where every replica runs in the end: all workloads, sorted by name.'),
    returnable: z
      .array(NodePrice)
      .describe(
        'Nodes that host nothing at the start but are billed, sorted by name: they can be given back without a move. Not in any cost.',
      ),
    opened: z
      .array(NodePrice)
      .optional()
      .describe('With the option `openable`: the new nodes that host something in the end, sorted by name.'),
    inherited: z
      .array(Violation)
      .describe('Rules already broken at the start. A plan never makes them worse.'),
    unmet: z
      .array(Violation)
      .optional()
      .describe(
        'With the option `drain`: nodes that the plan does not empty, with the replicas left as excess. Proved impossible where the bound of the level `undrained` says so.',
      ),
    warnings: z.array(Warning),
    violations: z
      .array(Violation)
      .optional()
      .describe(
        'Rules that the plan of a baseline breaks; its status is then `infeasible`. Any other plan breaks none.',
      ),
    savingCurve: z
      .array(CurvePoint)
      .meta({ maxItems: LIMITS.curvePoints })
      .optional()
      .describe(
        'With the option `savingCurve`: ever larger parts of the plan, each cheaper than the ones before, from staying on. Not the optimum for each number of moves.',
      ),
    work: z.int().describe('Work units spent.'),
    snapshotDigest: z.string().describe('SHA-256 of the canonical snapshot.'),
    questionDigest: z
      .string()
      .describe('SHA-256 of canonical snapshot, resolved options and solver version.'),
    solverVersion: z.string(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

/** A plan to be checked: slots of moves are enough; every number it claims as well is recomputed and compared. */
const SlotClaim = z
  .strictObject({ ...Slot.partial().shape, moves: z.array(Move).meta({ maxItems: LIMITS.moves }) })
  .meta({ id: 'SlotClaim' });
export const PlanClaim = z
  .strictObject({ ...Plan.partial().shape, slots: z.array(SlotClaim).meta({ maxItems: LIMITS.slots }) })
  .meta({ id: 'PlanClaim' });
export type PlanClaim = z.infer<typeof PlanClaim>;
