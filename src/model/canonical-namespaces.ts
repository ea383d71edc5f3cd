import { type DisruptionBudget, type Quota, quotaResource } from './namespace-rules.ts';
import { byName, sortedRecord } from './placement.ts';
import { formatUnits, resourceUnits } from './quantity.ts';
import { refKey, type Snapshot, workloadKey } from './snapshot.ts';

/** The normal form of quotas and disruption budgets: sorted, with their namespaces, and without what says nothing. */
export function canonicalNamespaceRules({
  quotas = [],
  disruptionBudgets = [],
}: Snapshot): Pick<Snapshot, 'quotas' | 'disruptionBudgets'> {
  const limiting = quotas.filter(({ hard }) => Object.keys(hard).length > 0);
  const covering = disruptionBudgets.filter(({ workloads }) => workloads.length > 0);
  return {
    ...(limiting.length > 0 && { quotas: sorted(limiting.map(canonicalQuota)) }),
    ...(covering.length > 0 && { disruptionBudgets: sorted(covering.map(canonicalBudget)) }),
  };
}

function sorted<T extends { namespace?: string | undefined; name: string }>(list: T[]): T[] {
  return list.sort((a, b) => byName(workloadKey(a), workloadKey(b)));
}

function canonicalQuota({ namespace, name, hard, used = {} }: Quota): Quota {
  const looked = Object.entries(used).filter(([key]) => key in hard);
  return {
    namespace: namespace ?? 'default',
    name,
    hard: amounts(Object.entries(hard)),
    ...(looked.length > 0 && { used: amounts(looked) }),
  };
}

function amounts(entries: [string, string | number][]): Record<string, string> {
  return sortedRecord(
    entries.map(([key, amount]) => {
      const resource = quotaResource(key);
      return [key, formatUnits(resource, resourceUnits(resource, amount))] as const;
    }),
  );
}

function canonicalBudget({ namespace, name, workloads, ...rest }: DisruptionBudget): DisruptionBudget {
  const { minAvailable, maxUnavailable, healthy, expected } = rest;
  return {
    namespace: namespace ?? 'default',
    name,
    workloads: [...new Set(workloads.map(refKey))].sort(byName),
    ...(minAvailable !== undefined && { minAvailable }),
    ...(maxUnavailable !== undefined && { maxUnavailable }),
    ...(healthy !== undefined && { healthy }),
    ...(expected !== undefined && { expected }),
  };
}
