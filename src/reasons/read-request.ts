import { inDocumentOrder } from '../model/input/document-order.ts';
import { ErrorList, show } from '../model/input/error-list.ts';
import { field, isWhole, nodesOf, text } from '../model/input/readable.ts';
import { hasErrors } from '../model/input/snapshot-errors.ts';
import { structureOf } from '../model/input/structure.ts';
import type { InputErrors } from '../model/input-error.ts';
import { type Question, questionErrors } from '../model/read-question.ts';
import { ReasonsRequest } from './explanation.ts';

const checkStructure = structureOf(ReasonsRequest, new Map());

/** A request body `{ "snapshot": …, "options"?: …, "reasons"?: … }`. All errors at once, with pointers into the body. */
export function readExplanationRequest(
  body: unknown,
): (Question & { reasons: ReasonsRequest }) | InputErrors {
  const { lists, question } = questionErrors(body, ['snapshot'], ['options', 'reasons']);
  const given = field(body, 'reasons');
  const reasons = (given === undefined ? {} : given) as ReasonsRequest;
  const errors = new ErrorList(['reasons']);
  checkStructure(reasons, [], errors);
  if (errors.total === 0) unknownNodes(field(body, 'snapshot'), reasons, errors);
  lists.push(errors);
  return hasErrors(lists) ? inDocumentOrder(body, '', lists) : { ...question, reasons };
}

function unknownNodes(snapshot: unknown, { empty = [] }: ReasonsRequest, errors: ErrorList): void {
  const nodes = nodesOf(snapshot);
  if (!isWhole(snapshot, 'nodes', nodes)) return;
  const known = new Set(nodes.map((node) => text(node, 'name')));
  for (const [i, name] of empty.entries())
    if (!known.has(name)) errors.add(['empty', i], 'unknown-node', () => `there is no node ${show(name)}`);
}
