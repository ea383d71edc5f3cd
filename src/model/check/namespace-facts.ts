import { desiredHealthy, type Quota, quotaResource } from '../namespace-rules.ts';
import { countReplicas } from '../placement.ts';
import { resourceUnits } from '../quantity.ts';
import { refKey, type Snapshot, type Workload, workloadKey } from '../snapshot.ts';
import { amounts } from './requests.ts';

/** Quotas and disruption budgets as the checker reads them. */
export interface NamespaceFacts {
  readonly quotas: readonly QuotaFacts[];
  readonly budgets: readonly BudgetFacts[];
  /** Positions in `budgets` of those that cover a workload, [workload]. */
  readonly budgetsOf: readonly (readonly number[])[];
}

/** One resource of one quota. */
export interface QuotaFacts {
  /** `shop/team requests.cpu` */
  readonly subject: string;
  readonly resource: string;
  /** What new copies of a slot may take together; below 0 when the quota is exceeded. */
  readonly room: bigint;
  /** What one move takes, [workload]; undefined for those of other namespaces. */
  readonly taken: readonly (bigint | undefined)[];
}

export interface BudgetFacts {
  /** namespace/name */
  readonly key: string;
  readonly healthy: number;
  /** Replicas that must stay healthy while so many more are wanted. */
  desired(more: number): number;
}

/** @param workloads in the order in which the deployment has them */
export function namespaceFacts(
  { quotas = [], disruptionBudgets = [] }: Snapshot,
  workloads: readonly Workload[],
): NamespaceFacts {
  const budgetsOf = workloads.map((): number[] => []);
  const indexOf = new Map(workloads.map((workload, index) => [workloadKey(workload), index]));
  const budgets = disruptionBudgets.map((budget, index): BudgetFacts => {
    let replicas = 0;
    for (const key of new Set(budget.workloads.map(refKey))) {
      const workload = indexOf.get(key);
      if (workload === undefined) continue;
      budgetsOf[workload].push(index);
      replicas += countReplicas(workloads[workload]);
    }
    const wanted = budget.expected ?? replicas;
    return {
      key: workloadKey(budget),
      healthy: budget.healthy ?? replicas,
      desired: (more) => desiredHealthy(budget, wanted + more),
    };
  });
  return {
    quotas: quotas.flatMap((quota) =>
      Object.keys(quota.hard).map((key) => quotaFacts(quota, key, workloads)),
    ),
    budgets,
    budgetsOf,
  };
}

function quotaFacts(quota: Quota, key: string, workloads: readonly Workload[]): QuotaFacts {
  const resource = quotaResource(key);
  const namespace = quota.namespace ?? 'default';
  let used = 0n;
  let growth = 0n;
  const taken = workloads.map((workload) => {
    if ((workload.namespace ?? 'default') !== namespace) return undefined;
    const request = amountOf(workload.requests, resource);
    const list = Array.isArray(workload.replicas) ? workload.replicas : [];
    used += request * BigInt(countReplicas(workload) - list.length);
    let most = 0n;
    for (const { requests } of list) {
      const now = requests ? amountOf(requests, resource) : request;
      const more = request > now ? request - now : 0n;
      used += now;
      growth += more;
      if (more > most) most = more;
    }
    return workload.mode === 'recreate' ? most : request;
  });
  const given = quota.used?.[key];
  if (given !== undefined) used = resourceUnits(resource, given);
  const room = resourceUnits(resource, quota.hard[key]) - used - growth;
  return { subject: `${workloadKey(quota)} ${key}`, resource, room, taken };
}

/** A pod counts as one, whatever it requests of the resource of that name. */
function amountOf(requests: Workload['requests'], resource: string): bigint {
  return resource === 'pods' ? 1n : (amounts(requests).get(resource) ?? 0n);
}
