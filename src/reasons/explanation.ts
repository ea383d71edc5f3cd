import { z } from 'zod';
import { LIMITS } from '../model/limits.ts';
import { NodeName } from '../model/names.ts';
import { MAX_WORK_LIMIT } from '../model/options.ts';
import { Plan } from '../model/plan.ts';
import { LIFT_RULES } from './lift-rules.ts';

/** The public format of reasons. */

/** Work units for all reasons of an explanation together. */
export const DEFAULT_REASONS_WORK_LIMIT = 20_000_000;

export const ReasonsRequest = z
  .strictObject({
    workLimit: z
      .int()
      .min(0)
      .max(MAX_WORK_LIMIT)
      .optional()
      .describe(
        `Work units for all reasons together, besides those of the plan. Default ${DEFAULT_REASONS_WORK_LIMIT}. What it does not reach is not \`proved\`.`,
      ),
    empty: z
      .array(NodeName)
      .meta({ maxItems: LIMITS.nodes })
      .optional()
      .describe('Nodes that are all to be emptied, whatever it costs: `demand` says what stops that.'),
  })
  .meta({ id: 'ReasonsRequest' });
export type ReasonsRequest = z.infer<typeof ReasonsRequest>;

/** Reasons that are no rule: it does not pay, and there is nowhere to go. */
export const SAVING = 'saving';
export const NOWHERE = 'nowhere';
/** A rule that chooses no other plan: it is lifted while other reasons are sought. */
export const MINIMUM_SAVING = 'minimum-saving';
const REASON_RULES: [string, ...string[]] = [
  SAVING,
  NOWHERE,
  MINIMUM_SAVING,
  ...LIFT_RULES.map(({ rule }) => rule),
];

const ReasonAmount = z
  .strictObject({
    value: z.string().describe('An exact amount.'),
    unit: z
      .string()
      .describe('What it counts: a resource, `microseconds`, `moves`, `slots`, or the currency (per hour).'),
    least: z.boolean().describe('Whether less is certainly not enough.'),
    nodes: z
      .array(z.string())
      .optional()
      .describe('The nodes that would need it, in the plan that was found.'),
  })
  .meta({ id: 'ReasonAmount', description: 'How much more of it would be enough.' });

export const Reason = z
  .strictObject({
    rule: z
      .enum(REASON_RULES)
      .describe(
        'A rule, as in violations; `saving`: it costs more than it saves; `nowhere`: nothing that can be changed helps.',
      ),
    subject: z.string().describe('What of the rule: see `docs/reasons.md`.'),
    replicas: z.array(z.string()).optional().describe('The replicas that it is about.'),
    amount: ReasonAmount.optional(),
    message: z.string(),
  })
  .meta({ id: 'Reason' });
export type Reason = z.infer<typeof Reason>;

const reasonSet = {
  reasons: z
    .array(Reason)
    .describe(
      'A smallest set: without all of them it would be so, and not without some. Of several sets the one that is easiest to change.',
    ),
  proved: z
    .boolean()
    .describe(
      'Whether that is certain. False where the work ran out: then each reason that is listed stands in the way, but there may be more.',
    ),
  rulesProved: z
    .boolean()
    .describe(
      'Whether the rules that are listed are certainly a smallest set that stops it. Where only `proved` is false, what is not known is whether it would pay without them.',
    ),
};

export const NodeReasons = z
  .strictObject({
    node: z.string(),
    state: z.enum(['emptied', 'kept']),
    slot: z.int().optional().describe('The slot in which it is emptied.'),
    reasons: reasonSet.reasons.optional(),
    proved: reasonSet.proved.optional(),
    rulesProved: reasonSet.rulesProved.optional(),
  })
  .meta({ id: 'NodeReasons', description: 'A node that hosts something before the plan or after it.' });
export type NodeReasons = z.infer<typeof NodeReasons>;

export const WorkloadReasons = z
  .strictObject({
    workload: z.string().describe('namespace/name'),
    state: z.enum(['moved', 'stays']),
    moves: z.int().describe('Replicas that move.'),
    reasons: reasonSet.reasons.optional(),
    proved: reasonSet.proved.optional(),
    rulesProved: reasonSet.rulesProved.optional(),
  })
  .meta({ id: 'WorkloadReasons' });
export type WorkloadReasons = z.infer<typeof WorkloadReasons>;

export const DemandReasons = z
  .strictObject({
    nodes: z.array(z.string()),
    possible: z.enum(['yes', 'no', 'unknown']),
    costs: z
      .strictObject({ value: z.string(), unit: z.string() })
      .meta({
        id: 'ExtraCost',
        description:
          'How much worse the best plan that does it is, in the first level of the objective that differs.',
      })
      .optional(),
    ...reasonSet,
  })
  .meta({
    id: 'DemandReasons',
    description: 'Whether the nodes of `empty` can all be emptied, and what stops it.',
  });
export type DemandReasons = z.infer<typeof DemandReasons>;

export const Relaxation = z
  .strictObject({
    rule: Reason.shape.rule,
    subject: Reason.shape.subject,
    saves: z.string().describe('How much less the best plan costs per hour than this one.'),
    proved: z.boolean().describe('Whether it is exactly that; else at least that.'),
    message: z.string(),
  })
  .meta({ id: 'Relaxation', description: 'What one step of relaxing a limit saves.' });
export type Relaxation = z.infer<typeof Relaxation>;

export const Explanation = z
  .strictObject({
    plan: Plan,
    nodes: z.array(NodeReasons).describe('Sorted by name.'),
    workloads: z.array(WorkloadReasons).describe('Those that have replicas, sorted by name.'),
    demand: DemandReasons.optional(),
    relaxations: z.array(Relaxation).describe('Limits of which one step saves something, most first.'),
    untried: z.int().describe('Limits of which a step could not be tried before the work ran out.'),
    work: z.int().describe('Work units spent on the reasons, besides those of the plan.'),
  })
  .meta({ id: 'Explanation', description: 'A plan, and why it does not do more.' });
export type Explanation = z.infer<typeof Explanation>;
