import { AMOUNT_RULES } from './input/amount-rules.ts';
import { inDocumentOrder } from './input/document-order.ts';
import { ErrorList, kindOf } from './input/error-list.ts';
import { openedTwice } from './input/openable.ts';
import { contradictions, duplicatePools, unknownNames } from './input/option-names.ts';
import { optionsErrors } from './input/options-errors.ts';
import { moneyRange } from './input/ranges.ts';
import { field } from './input/readable.ts';
import { hasErrors, snapshotErrors } from './input/snapshot-errors.ts';
import { structureOf } from './input/structure.ts';
import type { InputErrors } from './input-error.ts';
import type { Options } from './options.ts';
import { PlanClaim } from './plan.ts';
import type { Snapshot } from './snapshot.ts';

/** What is asked: a snapshot and the user's choices. */
export interface Question {
  snapshot: Snapshot;
  options: Options;
}

const checkPlan = structureOf(PlanClaim, AMOUNT_RULES);

/** A question from a request body `{ "snapshot": …, "options"?: … }`. All errors at once, with pointers into the body. */
export function readQuestion(body: unknown): Question | InputErrors {
  const { lists, question } = questionErrors(body, ['snapshot'], ['options']);
  return hasErrors(lists) ? inDocumentOrder(body, '', lists) : question;
}

/**
 * A plan to be checked and the question it is for, from a request body `{ "snapshot": …, "options"?: …, "plan": … }`.
 * Whether the plan fits the snapshot is for the check to say, not an error of the input.
 */
export function readCheck(body: unknown): (Question & { plan: PlanClaim }) | InputErrors {
  const { lists, question } = questionErrors(body, ['snapshot', 'plan'], ['options']);
  const plan = field(body, 'plan');
  const errors = new ErrorList(['plan']);
  if (plan !== undefined) checkPlan(plan, [], errors);
  lists.push(errors);
  return hasErrors(lists) ? inDocumentOrder(body, '', lists) : { ...question, plan: plan as PlanClaim };
}

/** @returns the question, to be used only when no list has an error */
export function questionErrors(body: unknown, required: readonly string[], optional: readonly string[]) {
  const lists = [fieldErrors(body, required, optional)];
  const input = field(body, 'snapshot');
  const given = field(body, 'options');
  const options = given === undefined ? {} : given;
  const inOptions = optionsErrors(options, ['options']);
  lists.push(inOptions);
  if (input === undefined)
    return { lists, question: { snapshot: { nodes: [], workloads: [] }, options } as Question };
  const { lists: inSnapshot, part, indexOf } = snapshotErrors(input, ['snapshot']);
  lists.push(...inSnapshot);
  const question: Question = { snapshot: part, options: options as Options };
  if (inOptions.total === 0) {
    const inNames = new ErrorList(['options']);
    unknownNames(input, question.options, inNames);
    lists.push(inNames);
    for (const check of [duplicatePools, openedTwice, contradictions]) {
      const errors = new ErrorList(['options']);
      check(question.options, errors, input);
      lists.push(errors);
    }
    const inMoney = new ErrorList();
    moneyRange(question.snapshot, question.options, indexOf, inMoney);
    lists.push(inMoney);
  }
  return { lists, question };
}

/** What a body lacks, and what it should not have. */
export function fieldErrors(
  body: unknown,
  required: readonly string[],
  optional: readonly string[],
): ErrorList {
  const errors = new ErrorList();
  if (kindOf(body) !== 'object') {
    errors.add([], 'type', () => `expected an object, found ${kindOf(body)}`);
    return errors;
  }
  const fields = [...required, ...optional];
  for (const key of required) {
    if (field(body, key) === undefined) errors.add([], 'required', () => `"${key}" is missing`);
  }
  for (const key of Object.keys(body as object)) {
    if (!fields.includes(key))
      errors.add([key], 'unknown-field', () => `no such field; there are ${fields.join(', ')}`);
  }
  return errors;
}
