import type { NodeSelector, PodSpec } from 'kubernetes-types/core/v1';
import { integer } from '../model/node-selection.ts';
import {
  NODE_SELECTOR_OPERATORS,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  TAINT_EFFECTS,
  type Toleration,
} from '../model/scheduling.ts';
import type { Claimed } from './claimed.ts';
import { isLabelValue } from './label-syntax.ts';
import type { Warnings } from './warnings.ts';

/** What a pod demands of a node by itself. */
export interface NodeDemands {
  readonly nodeSelector: ReadonlyMap<string, string>;
  /** Alternatives; undefined when any node will do, empty when none will. */
  readonly terms: readonly NodeSelectorTerm[] | undefined;
  readonly tolerations: readonly Toleration[];
}

export function readDemands(spec: Claimed<PodSpec>, warnings: Warnings): NodeDemands {
  const required = spec
    .at('affinity')
    .at('nodeAffinity')
    .at('requiredDuringSchedulingIgnoredDuringExecution');
  return {
    nodeSelector: spec.at('nodeSelector').texts(),
    terms: required.isGiven ? readTerms(required) : undefined,
    tolerations: readTolerations(spec, warnings),
  };
}

/**
 * Terms that can match. One without requirements, that compares with what is no number, or that has a value which no label has, even
 * with NotIn, matches nothing and is left out (component-helpers, nodeSelectorRequirementsAsSelector).
 */
export function readTerms(selector: Claimed<NodeSelector>): NodeSelectorTerm[] {
  const terms: NodeSelectorTerm[] = [];
  for (const term of selector.needed('nodeSelectorTerms').list()) {
    const matchExpressions = term.at('matchExpressions').list().flatMap(readRequirement);
    const matchFields = term.at('matchFields').list().flatMap(readRequirement);
    if (matchExpressions.length + matchFields.length === 0) continue;
    if (matchExpressions.some(isHopeless)) continue;
    terms.push({
      ...(matchExpressions.length > 0 && { matchExpressions }),
      ...(matchFields.length > 0 && { matchFields }),
    });
  }
  return terms;
}

function isHopeless({ operator, values = [] }: NodeSelectorRequirement): boolean {
  if (!values.every(isLabelValue)) return true;
  return (operator === 'Gt' || operator === 'Lt') && integer(values[0]) === undefined;
}

function readRequirement(
  requirement: Claimed<{ key: string; operator: string; values?: string[] }>,
): NodeSelectorRequirement[] {
  const key = requirement.needed('key').text();
  const operator = NODE_SELECTOR_OPERATORS.find((known) => known === requirement.needed('operator').text());
  const values = requirement.at('values').textList();
  if (operator === undefined)
    requirement.fault('selector', `the operator is not one of ${NODE_SELECTOR_OPERATORS.join(', ')}`);
  if (key === undefined || operator === undefined) return [];
  return [{ key, operator, ...(values.length > 0 && { values }) }];
}

/** Leaving one out makes a pod less tolerant, never more. */
function readTolerations(spec: Claimed<PodSpec>, warnings: Warnings): Toleration[] {
  return spec
    .at('tolerations')
    .list()
    .flatMap((toleration): Toleration[] => {
      const operator = toleration.at('operator').text() || 'Equal';
      const key = toleration.at('key').text() || undefined;
      const value = toleration.at('value').text() || undefined;
      const effectText = toleration.at('effect').text() || undefined;
      const effect = TAINT_EFFECTS.find((known) => known === effectText);
      const isKnown = operator === 'Exists' || (operator === 'Equal' && key !== undefined);
      if (!isKnown || (effectText !== undefined && effect === undefined)) {
        warnings.add('unknown-toleration', 'Pod spec.tolerations', toleration.origin.title);
        return [];
      }
      return [
        {
          ...(key !== undefined && { key }),
          ...(operator === 'Exists' && { operator }),
          ...(value !== undefined && operator === 'Equal' && { value }),
          ...(effect !== undefined && { effect }),
        },
      ];
    });
}

/** The terms of which each matches where one of `a` and one of `b` does. */
export function both(
  a: readonly NodeSelectorTerm[] | undefined,
  b: readonly NodeSelectorTerm[] | undefined,
): readonly NodeSelectorTerm[] | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a.flatMap((one) => b.map((other) => joined(one, other)));
}

function joined(one: NodeSelectorTerm, other: NodeSelectorTerm): NodeSelectorTerm {
  const matchExpressions = [...(one.matchExpressions ?? []), ...(other.matchExpressions ?? [])];
  const matchFields = [...(one.matchFields ?? []), ...(other.matchFields ?? [])];
  return {
    ...(matchExpressions.length > 0 && { matchExpressions }),
    ...(matchFields.length > 0 && { matchFields }),
  };
}
