import { LIMITS } from '../limits.ts';
import { countReplicas } from '../placement.ts';
import { PodIndex } from '../pod-index.ts';
import { LABEL_SELECTOR_OPERATORS } from '../pod-scheduling.ts';
import { labelled, podDemands, selectorOfSpread, selectorOfTerm } from '../pod-selection.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ErrorList, Path } from './error-list.ts';
import { field, text, workloadsOf } from './readable.ts';
import { expressionFaults } from './selection.ts';

/** What the shapes of `pod-scheduling.ts` do not say (core/v1 and apimachinery validation). */

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function podSelectors(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const at = (...steps: string[]) => ({
      value: steps.reduce(field, workload),
      path: ['workloads', w, ...steps],
    });
    for (const kind of ['podAffinity', 'podAntiAffinity']) {
      selectorsOf(at('affinity', kind, REQUIRED), [], errors);
      selectorsOf(at('affinity', kind, PREFERRED), ['podAffinityTerm'], errors);
    }
    const constraints = at('topologySpreadConstraints');
    selectorsOf(constraints, [], errors);
    spreadFields(constraints, errors);
  }
}

interface Place {
  readonly value: unknown;
  readonly path: Path;
}

function listAt({ value, path }: Place): Place[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, LIMITS.selectorTerms).map((element, i) => ({ value: element, path: [...path, i] }));
}

function selectorsOf(list: Place, within: readonly string[], errors: ErrorList): void {
  for (const { value, path } of listAt(list)) {
    const steps = [...within, 'labelSelector', 'matchExpressions'];
    expressionFaults(steps.reduce(field, value), [...path, ...steps], errors, LABEL_SELECTOR_OPERATORS);
  }
}

/** Kubernetes refuses both: the second constraint of a kind, and domains wanted of a wish. */
function spreadFields(constraints: Place, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const { value, path } of listAt(constraints)) {
    const [key, when] = [text(value, 'topologyKey'), text(value, 'whenUnsatisfiable')];
    if (when === 'ScheduleAnyway' && field(value, 'minDomains') !== undefined)
      errors.add(
        [...path, 'minDomains'],
        'selector',
        () => 'only a constraint DoNotSchedule takes minDomains',
      );
    if (key === undefined || when === undefined) continue;
    if (seen.has(`${key} ${when}`))
      errors.add(path, 'duplicate-pair', () => `there is another constraint ${when} for ${key}`);
    seen.add(`${key} ${when}`);
  }
}

/** Checker and solvers keep a list of those that each different selector selects, and count their replicas. */
export function tooManyPodMatches({ workloads }: Snapshot, errors: ErrorList): void {
  const selectors = new Map<string, ReturnType<typeof selectorOfTerm>>();
  for (const workload of workloads) {
    const { namespace = 'default' } = workload;
    const { affinityTerms, antiAffinityTerms, constraints } = podDemands(workload);
    const all = [
      ...[...affinityTerms, ...antiAffinityTerms].map((term) => selectorOfTerm(term, namespace)),
      ...constraints.map((constraint) => selectorOfSpread(constraint, namespace)),
    ];
    for (const selector of all) selectors.set(selector.key, selector);
  }
  if (selectors.size === 0) return;
  const index = new PodIndex(workloads.map(labelled));
  const sizes = workloads.map((workload) => 1 + countReplicas(workload));
  let total = 0;
  for (const selector of selectors.values()) for (const w of index.candidates(selector)) total += sizes[w];
  if (total <= LIMITS.podMatches) return;
  errors.add(['workloads'], 'too-many', () => {
    return `${selectors.size} different selectors of workloads look at ${total} workloads and replicas; at most ${LIMITS.podMatches} are taken`;
  });
}
