import { WorkloadRef } from '../names.ts';
import { quotaResource } from '../namespace-rules.ts';
import { refKey } from '../snapshot.ts';
import { comesWhole, isFraction } from './amounts.ts';
import { eachDuplicate } from './duplicates.ts';
import { type ErrorList, show } from './error-list.ts';
import { budgetsOf, field, isWhole, keyOf, quotaAmountsOf, quotasOf, text, workloadsOf } from './readable.ts';

/** Quotas and disruption budgets: what their shapes do not say. */

export function duplicateNamespaceRules(snapshot: unknown, errors: ErrorList): void {
  for (const [list, elements] of [
    ['quotas', quotasOf(snapshot)],
    ['disruptionBudgets', budgetsOf(snapshot)],
  ] as const)
    eachDuplicate(elements, keyOf, (i, key, first) => {
      errors.add([list, i, 'name'], 'duplicate-name', () => `${list}[${first()}] is ${show(key)} too`);
    });
}

export function fractionalQuotas(snapshot: unknown, errors: ErrorList): void {
  for (const [q, quota] of quotasOf(snapshot).entries())
    for (const part of ['hard', 'used'] as const)
      for (const [key, quantity] of quotaAmountsOf(quota, part)) {
        const resource = quotaResource(key);
        if (isFraction(resource, quantity))
          errors.add(['quotas', q, part, key], 'fractional-resource', () => comesWhole(resource, quantity));
      }
}

/** Exactly one of the two (policy/v1, PodDisruptionBudgetSpec). */
export function budgetRules(snapshot: unknown, errors: ErrorList): void {
  for (const [b, budget] of budgetsOf(snapshot).entries()) {
    const given = ['minAvailable', 'maxUnavailable'].filter((key) => field(budget, key) !== undefined);
    const path = ['disruptionBudgets', b];
    if (given.length === 0)
      errors.add(path, 'required', () => '"minAvailable" or "maxUnavailable" is missing');
    if (given.length === 2)
      errors.add([...path, 'maxUnavailable'], 'unknown-field', () => 'there is minAvailable already');
  }
}

export function unknownBudgetWorkloads(snapshot: unknown, errors: ErrorList): void {
  const workloads = workloadsOf(snapshot);
  const known = isWhole(snapshot, 'workloads', workloads) ? new Set(workloads.map(keyOf)) : undefined;
  for (const [b, budget] of budgetsOf(snapshot).entries()) {
    const refs = field(budget, 'workloads');
    if (!Array.isArray(refs)) continue;
    const namespace = text(budget, 'namespace') ?? 'default';
    for (const [i, ref] of refs.entries()) {
      // A reference that can't be one is an error of its own.
      if (!WorkloadRef.safeParse(ref).success) continue;
      const key = refKey(ref as string);
      const path = ['disruptionBudgets', b, 'workloads', i];
      if (!key.startsWith(`${namespace}/`))
        errors.add(path, 'unknown-workload', () => {
          return `${show(key)} is not in the namespace of the budget, ${show(namespace)}`;
        });
      else if (known && !known.has(key))
        errors.add(path, 'unknown-workload', () => `there is no workload ${show(key)}`);
    }
  }
}
