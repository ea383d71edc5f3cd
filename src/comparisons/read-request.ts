import type { z } from 'zod';
import { AMOUNT_RULES } from '../model/input/amount-rules.ts';
import { inDocumentOrder } from '../model/input/document-order.ts';
import { ErrorList } from '../model/input/error-list.ts';
import { field } from '../model/input/readable.ts';
import { hasErrors, snapshotErrors } from '../model/input/snapshot-errors.ts';
import { structureOf } from '../model/input/structure.ts';
import type { InputErrors } from '../model/input-error.ts';
import { Options } from '../model/options.ts';
import { PlanClaim } from '../model/plan.ts';
import { fieldErrors, questionErrors, readQuestion } from '../model/read-question.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { PlansToCompare, SnapshotsToCompare } from './comparison.ts';

type Plans = z.infer<typeof PlansToCompare> & { secondOptions?: Options | undefined };
type Request = Plans | z.infer<typeof SnapshotsToCompare>;

const checkPlan = structureOf(PlanClaim, AMOUNT_RULES);
const SIDES = ['first', 'second'] as const;

/** What is to be compared, from a request body. All errors at once, with pointers into the body. */
export function readComparison(body: unknown): Request | InputErrors {
  const kind = field(body, 'kind');
  if (kind === 'plans') return readPlans(body);
  if (kind === 'snapshots') return readSnapshots(body);
  const errors = fieldErrors(body, ['kind'], ['snapshot', 'options', ...SIDES]);
  if (kind !== undefined) errors.add(['kind'], 'format', () => 'expected "plans" or "snapshots"');
  return inDocumentOrder(body, '', [errors]);
}

function readPlans(given: unknown): Request | InputErrors {
  const body = withEchoedOptions(given);
  const { lists, question } = questionErrors(body, ['kind', 'snapshot', ...SIDES], ['options']);
  for (const side of SIDES) {
    const errors = new ErrorList([side]);
    const plan = field(body, side);
    if (plan !== undefined) checkPlan(plan, [], errors);
    lists.push(errors);
  }
  if (hasErrors(lists)) return inDocumentOrder(body, '', lists);
  const [first, second] = SIDES.map((side) => field(body, side) as PlanClaim);
  const secondOptions =
    field(given, 'options') === undefined ? echoedBy(second, question.snapshot) : undefined;
  return { kind: 'plans', ...question, first, second, secondOptions };
}

function readSnapshots(body: unknown): Request | InputErrors {
  const lists = [fieldErrors(body, ['kind', ...SIDES], [])];
  const parts = SIDES.map((side) => {
    const given = field(body, side);
    if (given === undefined) return undefined;
    const { lists: inSide, part } = snapshotErrors(given, [side]);
    lists.push(...inSide);
    return part;
  });
  if (hasErrors(lists)) return inDocumentOrder(body, '', lists);
  const [first, second] = parts as [Snapshot, Snapshot];
  return { kind: 'snapshots', first, second };
}

/** A request without options means those that the first plan echoes, if it echoes any. */
function withEchoedOptions(body: unknown): unknown {
  if (field(body, 'options') !== undefined) return body;
  const echoed = Options.safeParse(field(field(body, 'first'), 'options'));
  return echoed.success ? { ...(body as object), options: echoed.data } : body;
}

/** The options that a plan echoes, if they are options for this snapshot. */
function echoedBy(plan: PlanClaim, snapshot: Snapshot): Options | undefined {
  const options = Options.safeParse(plan.options);
  if (!options.success) return undefined;
  const read = readQuestion({ snapshot, options: options.data });
  return 'errors' in read ? undefined : read.options;
}
