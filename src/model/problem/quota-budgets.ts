import { gcd } from '../decimal.ts';
import { type Quota, quotaResource } from '../namespace-rules.ts';
import { resourceUnits } from '../quantity.ts';
import type { Snapshot, Workload } from '../snapshot.ts';
import type { RunningWorkload } from './groups.ts';
import { requestUnits } from './resources.ts';
import type { Budget } from './side-rules.ts';

/**
 * Rule resource-quota, per quota and resource: what the new copies of a slot take ≤ hard − used − what all replicas of the
 * namespace will request more once they have started anew.
 */
export function quotaBudgets({ quotas = [] }: Snapshot, running: readonly RunningWorkload[]): Budget[] {
  return quotas.flatMap((quota) =>
    Object.keys(quota.hard).flatMap((key): Budget[] => {
      const taken = running.map(({ workload }) =>
        isOf(workload, quota) ? takenOf(workload, quotaResource(key)) : undefined,
      );
      const unit = taken.reduce((all, one) => gcd(all, one?.weight ?? 0n), 0n);
      if (unit === 0n) return [];
      const room = roomOf(quota, key, taken);
      return [
        {
          rule: 'resource-quota',
          over: 'slot',
          weight: new Map(
            taken.flatMap((one, w) => (one && one.weight > 0n ? [[w, Number(one.weight / unit)]] : [])),
          ),
          // Never below what a double holds exactly: weights add up to less than that.
          most:
            room < 0n
              ? 0
              : Number(room / unit > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : room / unit),
        },
      ];
    }),
  );
}

interface Taken {
  /** Of one move. */
  weight: bigint;
  /** Of all replicas now, and more once they have started anew. */
  now: bigint;
  growth: bigint;
}

function isOf({ namespace = 'default' }: Workload, quota: Quota): boolean {
  return namespace === (quota.namespace ?? 'default');
}

function takenOf(workload: Workload, resource: string): Taken {
  const request = unitsOf(workload, resource);
  const { replicas } = workload;
  if (!Array.isArray(replicas)) {
    const count = Object.values(replicas).reduce((sum, each) => sum + each, 0);
    return { weight: workload.mode === 'recreate' ? 0n : request, now: request * BigInt(count), growth: 0n };
  }
  let [now, growth, most] = [0n, 0n, 0n];
  for (const { requests } of replicas) {
    const own = requests ? unitsOf({ ...workload, requests }, resource) : request;
    const more = request > own ? request - own : 0n;
    now += own;
    growth += more;
    if (more > most) most = more;
  }
  return { weight: workload.mode === 'recreate' ? most : request, now, growth };
}

/** A pod counts as one, whatever it requests of the resource of that name. */
function unitsOf(workload: Workload, resource: string): bigint {
  return resource === 'pods' ? 1n : requestUnits(workload, resource);
}

function roomOf({ hard, used }: Quota, key: string, taken: readonly (Taken | undefined)[]): bigint {
  const resource = quotaResource(key);
  const given = used?.[key];
  let [now, growth] = [0n, 0n];
  for (const one of taken) {
    now += one?.now ?? 0n;
    growth += one?.growth ?? 0n;
  }
  return (
    resourceUnits(resource, hard[key]) - (given === undefined ? now : resourceUnits(resource, given)) - growth
  );
}
