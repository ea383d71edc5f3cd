import type { LabelSelector } from 'kubernetes-types/meta/v1';
import { meets } from '../model/node-selection.ts';
import type { NodeSelectorRequirement } from '../model/scheduling.ts';
import type { Claimed } from './claimed.ts';

/** All of them hold. No requirement at all matches everything. */
export type Selector = readonly NodeSelectorRequirement[];

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** @returns undefined for a selector that is absent: it matches nothing */
export function readSelector(selector: Claimed<LabelSelector>): Selector | undefined {
  if (!selector.isGiven) return undefined;
  const requirements: NodeSelectorRequirement[] = [];
  for (const key of selector.keys())
    if (key !== 'matchLabels' && key !== 'matchExpressions')
      selector.fault('selector', 'a label selector has matchLabels and matchExpressions alone');
  for (const [key, value] of selector.at('matchLabels').texts())
    requirements.push({ key, operator: 'In', values: [value] });
  for (const expression of selector.at('matchExpressions').list()) {
    const key = expression.needed('key').text();
    const operator = OPERATORS.find((known) => known === expression.needed('operator').text());
    const values = expression.at('values').textList();
    if (operator === undefined) expression.fault('selector', `not one of ${OPERATORS.join(', ')}`);
    else if ((operator === 'In' || operator === 'NotIn') !== values.length > 0)
      expression.fault('selector', 'In and NotIn need values, the others take none');
    else if (key !== undefined) requirements.push({ key, operator, values });
  }
  return requirements;
}

/** Source: apimachinery `labels/selector.go`, Requirement.Matches. */
export function matches(selector: Selector | undefined, labels: ReadonlyMap<string, string>): boolean {
  return selector?.every((requirement) => meets(requirement, labels.get(requirement.key))) ?? false;
}
