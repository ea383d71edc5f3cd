import { z } from 'zod';
import { Quantity } from './amounts.ts';
import { LIMITS } from './limits.ts';
import { PlainName, WorkloadRef } from './names.ts';

/** What Kubernetes keeps per namespace: quotas, and budgets of disruption. */

/** Keys of a quota that plans can change, and the resource that each sums up. `limits.…` and numbers of objects are not among them. */
const QUOTA_KEY =
  /^(cpu|memory|ephemeral-storage|pods|count\/pods|requests\.[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?)$/;
const QuotaAmounts = z
  .record(
    z.string().max(262).regex(QUOTA_KEY, 'not "pods", "count/pods", or requests such as "requests.cpu"'),
    Quantity,
  )
  .meta({ maxProperties: LIMITS.resources });

export const Quota = z
  .strictObject({
    namespace: PlainName.optional().describe('Default "default".'),
    name: PlainName,
    hard: QuotaAmounts.describe(
      'Most that all replicas of the namespace may request together: `requests.cpu` (or `cpu`), `requests.memory`, `pods`, `requests.nvidia.com/gpu`, …',
    ),
    used: QuotaAmounts.optional().describe(
      'What is requested now. Of what is not given, the sum over the replicas of the namespace.',
    ),
  })
  .meta({ id: 'Quota', description: 'A ResourceQuota: while old and new copies coexist, both count.' });
export type Quota = z.infer<typeof Quota>;

export const HealthyShare = z
  .union([
    z.int().min(0).max(LIMITS.replicas),
    z.string().regex(/^(\d{1,2}|100)%$/, 'not a percentage of at most 100%'),
  ])
  .meta({
    id: 'HealthyShare',
    description: 'A number of replicas, or a percentage such as "50%", rounded up.',
  });

export const DisruptionBudget = z
  .strictObject({
    namespace: PlainName.optional().describe('Default "default".'),
    name: PlainName,
    workloads: z
      .array(WorkloadRef)
      .meta({ maxItems: LIMITS.workloads })
      .describe(
        'The workloads whose replicas it covers, of its namespace. Two budgets over one replica forbid every move of it.',
      ),
    minAvailable: HealthyShare.optional(),
    maxUnavailable: HealthyShare.optional(),
    healthy: z
      .int()
      .min(0)
      .max(LIMITS.replicas)
      .optional()
      .describe(
        'Covered replicas that are Ready. Default: all. A replica that is not Ready should not be movable.',
      ),
    expected: z
      .int()
      .min(0)
      .max(LIMITS.replicas)
      .optional()
      .describe('Replicas that the covered workloads want. Default: as many as run.'),
  })
  .meta({
    id: 'DisruptionBudget',
    description: 'A PodDisruptionBudget, with one of minAvailable and maxUnavailable.',
  });
export type DisruptionBudget = z.infer<typeof DisruptionBudget>;

/** The resource whose requests a key of a quota sums up. */
export function quotaResource(key: string): string {
  if (key === 'count/pods') return 'pods';
  return key.startsWith('requests.') ? key.slice('requests.'.length) : key;
}

/**
 * Replicas that must stay healthy of so many wanted, by the arithmetic of the disruption controller
 * (pkg/controller/disruption/disruption.go, getExpectedPodCount): percentages are rounded up.
 */
export function desiredHealthy(
  { minAvailable, maxUnavailable }: Pick<DisruptionBudget, 'minAvailable' | 'maxUnavailable'>,
  wanted: number,
): number {
  if (maxUnavailable !== undefined) return Math.max(0, wanted - shareOf(maxUnavailable, wanted));
  return shareOf(minAvailable ?? 0, wanted);
}

function shareOf(share: number | string, total: number): number {
  return typeof share === 'number' ? share : Math.ceil((Number.parseInt(share, 10) * total) / 100);
}
