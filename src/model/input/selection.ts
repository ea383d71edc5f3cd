import { demandsOnNodes } from '../canonical-selection.ts';
import { LabelValue } from '../labels.ts';
import { LIMITS } from '../limits.ts';
import { integer } from '../node-selection.ts';
import { NODE_SELECTOR_OPERATORS } from '../scheduling.ts';
import type { Snapshot } from '../snapshot.ts';
import { type ErrorList, type Path, show } from './error-list.ts';
import { field, text, workloadsOf } from './readable.ts';

/** What the shapes of `scheduling.ts` do not say: which operator takes which values (core/v1 validation). */

const REQUIRED = ['affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'];
const PREFERRED = ['affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution'];

export function selectorRequirements(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const terms = field(REQUIRED.reduce(field, workload), 'nodeSelectorTerms');
    nodeSelectorTerms(terms, ['workloads', w, ...REQUIRED, 'nodeSelectorTerms'], errors);
    const preferred = PREFERRED.reduce(field, workload);
    for (const [t, term] of elements(preferred))
      nodeTerm(field(term, 'preference'), ['workloads', w, ...PREFERRED, t, 'preference'], errors);
  }
}

/** @param terms alternatives, of which there must be one */
export function nodeSelectorTerms(terms: unknown, path: Path, errors: ErrorList): void {
  if (Array.isArray(terms) && terms.length === 0)
    errors.add(path, 'required', () => 'at least one term is needed');
  for (const [t, term] of elements(terms)) nodeTerm(term, [...path, t], errors);
}

function elements(list: unknown): [number, unknown][] {
  return Array.isArray(list) ? [...list.slice(0, LIMITS.selectorTerms).entries()] : [];
}

function nodeTerm(term: unknown, path: Path, errors: ErrorList): void {
  for (const kind of ['matchExpressions', 'matchFields'] as const)
    requirements(term, kind, [...path, kind], errors);
}

type Kind = 'matchExpressions' | 'matchFields';

function requirements(term: unknown, kind: Kind, path: Path, errors: ErrorList): void {
  const list = field(term, kind);
  if (kind === 'matchExpressions') expressionFaults(list, path, errors);
  else fieldFaults(list, path, errors);
}

function fieldFaults(list: unknown, path: Path, errors: ErrorList): void {
  for (const [i, requirement] of elements(list)) {
    const wrong = fieldFault(requirement);
    if (wrong !== undefined) errors.add([...path, i], 'selector', () => wrong);
  }
}

/**
 * Of a selector of nodes or of workloads.
 * @param operators that it takes: another is found by the structure
 */
export function expressionFaults(
  list: unknown,
  path: Path,
  errors: ErrorList,
  operators: readonly string[] = NODE_SELECTOR_OPERATORS,
): void {
  for (const [i, requirement] of elements(list)) {
    const wrong = operators.includes(text(requirement, 'operator') ?? '') && expressionFault(requirement);
    if (wrong) errors.add([...path, i], 'selector', () => wrong);
  }
}

function valuesOf(requirement: unknown): readonly unknown[] {
  const values = field(requirement, 'values');
  return Array.isArray(values) ? values : [];
}

function fieldFault(requirement: unknown): string | undefined {
  const operator = text(requirement, 'operator');
  if (text(requirement, 'key') !== 'metadata.name') return 'the only field to match is "metadata.name"';
  if (operator !== 'In' && operator !== 'NotIn') return 'a field takes the operators In and NotIn';
  return valuesOf(requirement).length === 1 ? undefined : 'a field takes exactly one value';
}

function expressionFault(requirement: unknown): string | undefined {
  const operator = text(requirement, 'operator');
  const values = valuesOf(requirement);
  // A term with such a value matches no node, not even with NotIn (component-helpers, nodeSelectorRequirementsAsSelector).
  const odd = values.find((value) => typeof value === 'string' && !LabelValue.safeParse(value).success);
  if (odd !== undefined) return `not a label value: ${show(odd)}`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? undefined : `${operator} needs values`;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? undefined : `${operator} takes no values`;
    case 'Gt':
    case 'Lt':
      return values.length === 1 && integer(String(values[0])) !== undefined
        ? undefined
        : `${operator} needs exactly one whole number`;
    default:
      return undefined;
  }
}

export function tolerationFields(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const tolerations = field(workload, 'tolerations');
    if (!Array.isArray(tolerations)) continue;
    for (const [i, toleration] of tolerations.slice(0, LIMITS.selectorTerms).entries()) {
      const isExists = field(toleration, 'operator') === 'Exists';
      const path = ['workloads', w, 'tolerations', i];
      if (isExists && (text(toleration, 'value') ?? '') !== '')
        errors.add(path, 'selector', () => `Exists takes no value, found ${show(text(toleration, 'value'))}`);
      else if (!isExists && field(toleration, 'key') === undefined)
        errors.add(path, 'selector', () => 'without a key, the operator must be Exists');
    }
  }
}

/** Checker and solvers keep one number per node for each different demand of workloads on nodes. */
export function tooManyArrivals({ nodes, workloads }: Snapshot, errors: ErrorList): void {
  const demands = new Set<string>();
  for (const workload of workloads) {
    const all = JSON.stringify([demandsOnNodes(workload), workload.volumes]);
    demands.add(all);
    if (!Array.isArray(workload.replicas)) continue;
    for (const { volumes } of workload.replicas) if (volumes) demands.add(all + JSON.stringify(volumes));
  }
  const cells = demands.size * nodes.length;
  if (cells <= LIMITS.arrivals) return;
  errors.add(['workloads'], 'too-many', () => {
    return `${demands.size} different demands on nodes × nodes are ${cells} cells; at most ${LIMITS.arrivals} are taken`;
  });
}
