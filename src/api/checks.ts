import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { snapshotDigest } from '../model/canonical.ts';
import { answerCheck, MAX_VIOLATIONS } from '../model/check/answer.ts';
import { Options } from '../model/options.ts';
import { Level, Plan, PlanClaim, Slot, Violation } from '../model/plan.ts';
import { readCheck } from '../model/read-question.ts';
import { Snapshot } from '../model/snapshot.ts';
import { readBody, readInput } from './body.ts';
import { example } from './examples.ts';
import { type AppEnv, BODY_PROBLEMS, jsonContent, operation, problemResponses } from './operation.ts';

const CheckRequest = z
  .strictObject({ snapshot: Snapshot, options: Options.optional(), plan: PlanClaim })
  .meta({
    id: 'CheckRequest',
    description:
      'Any plan against any snapshot. The slots with their moves are enough; every number that the plan states as well is compared. Without `options` it is checked within those that the plan echoes, or else the defaults.',
  });

const { moves: _, ...slotNumbers } = Slot.shape;
const RecomputedSlot = z.strictObject(slotNumbers).meta({ id: 'RecomputedSlot' });
const LevelValue = z
  .strictObject({ name: Level.shape.name, value: Level.shape.value })
  .meta({ id: 'LevelValue' });
const RecomputedScore = z
  .strictObject({ ...Plan.shape.objective.shape, levels: z.array(LevelValue) })
  .meta({ id: 'RecomputedScore' });

const Recomputed = z
  .strictObject({
    cost: Plan.shape.cost,
    slots: z.array(RecomputedSlot),
    objective: RecomputedScore,
    downtime: Plan.shape.downtime,
    calls: Plan.shape.calls,
    placement: Plan.shape.placement,
    returnable: Plan.shape.returnable,
    opened: Plan.shape.opened,
    unmet: Plan.shape.unmet,
  })
  .meta({
    id: 'Recomputed',
    description: 'The numbers of the plan, from the snapshot, the options and the moves alone.',
  });

const Check = z
  .strictObject({
    valid: z.boolean().describe('Whether there are no violations.'),
    violations: z
      .array(Violation)
      .meta({ maxItems: MAX_VIOLATIONS })
      .describe(`What the plan breaks, by slot, rule and subject: the first ${MAX_VIOLATIONS}.`),
    total: z.int().describe('How many violations there are in all.'),
    inherited: z.array(Violation).describe('Rules already broken at the start: no error.'),
    recomputed: Recomputed,
  })
  .meta({ id: 'Check' });

/** POST /v1/checks. */
export function checks(app: OpenAPIHono<AppEnv>): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/checks',
      operationId: 'checkPlan',
      tags: ['checks'],
      summary: 'Check a plan against a snapshot',
      description:
        'The checker reads the public formats only and shares no code with the strategies. A plan that breaks rules is a normal answer with `valid: false`.',
      request: {
        body: {
          required: true,
          content: jsonContent(CheckRequest, { snapshot: example.snapshot, plan: example.moves }),
        },
      },
      responses: {
        200: { description: 'What holds and what does not.', content: jsonContent(Check, example.check) },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    async (context) => {
      const body = await readBody(context.req.raw);
      const { snapshot, options, plan } = readInput(body, (value) => readCheck(withEchoedOptions(value)));
      const answer = answerCheck(snapshot, options, plan, await snapshotDigest(snapshot));
      return context.json<z.infer<typeof Check>>(answer);
    },
  );
}

/** A request without options asks for those that the plan echoes, if it echoes any. */
function withEchoedOptions(body: unknown): unknown {
  if (!isObject(body) || body['options'] !== undefined || !isObject(body['plan'])) return body;
  const echoed = Options.safeParse(body['plan']['options']);
  return echoed.success ? { ...body, options: echoed.data } : body;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
