import type { LabelSelector, LabelSelectorRequirement } from 'kubernetes-types/meta/v1';
import { meets } from '../model/node-selection.ts';
import type { NodeSelectorRequirement } from '../model/scheduling.ts';
import type { Claimed } from './claimed.ts';
import { isLabelKey, isLabelValue } from './label-syntax.ts';

/** All of them hold. No requirement at all matches everything. */
export type Selector = readonly NodeSelectorRequirement[];

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** @returns undefined for a selector that is absent: it matches nothing. Faults are those of `metav1.LabelSelectorAsSelector`. */
export function readSelector(selector: Claimed<LabelSelector>): Selector | undefined {
  if (!selector.isGiven) return undefined;
  const requirements: NodeSelectorRequirement[] = [];
  for (const key of selector.keys())
    if (key !== 'matchLabels' && key !== 'matchExpressions')
      selector.fault('selector', 'a label selector has matchLabels and matchExpressions alone');
  for (const [key, value] of selector.at('matchLabels').texts()) {
    if (!isLabelKey(key) || !isLabelValue(value)) selector.at('matchLabels').fault('selector', 'not a label');
    requirements.push({ key, operator: 'In', values: [value] });
  }
  for (const expression of selector.at('matchExpressions').list())
    requirements.push(...readExpression(expression));
  return requirements;
}

function readExpression(expression: Claimed<LabelSelectorRequirement>): NodeSelectorRequirement[] {
  const key = expression.needed('key').text();
  const operator = OPERATORS.find((known) => known === expression.needed('operator').text());
  const values = expression.at('values').textList();
  if (operator === undefined) expression.fault('selector', `not one of ${OPERATORS.join(', ')}`);
  else if ((operator === 'In' || operator === 'NotIn') !== values.length > 0)
    expression.fault('selector', 'In and NotIn need values, the others take none');
  else if ((key !== undefined && !isLabelKey(key)) || !values.every(isLabelValue))
    expression.fault('selector', 'not the key or the value of a label');
  else if (key !== undefined) return [{ key, operator, values }];
  return [];
}

/** Source: apimachinery `labels/selector.go`, Requirement.Matches. */
export function matches(selector: Selector | undefined, labels: ReadonlyMap<string, string>): boolean {
  return selector?.every((requirement) => meets(requirement, labels.get(requirement.key))) ?? false;
}
