import { byName } from '../model/placement.ts';
import { aboutReason, type ReasonCode } from './reasons.ts';
import { keyOf, type PlacedWorkload } from './workloads.ts';

/** Why replicas of a workload stay where they are. */
export interface Immovable {
  /** `namespace/name`, as in the snapshot. */
  workload: string;
  reason: ReasonCode;
  /** What stands in the way, when it is not the pod itself. */
  object?: string;
  /** The replicas that it keeps; absent when it keeps all of the workload. */
  replicas?: string[];
  message: string;
}

/** Every reason there is, not only the first: all must go before the workload can. By workload, reason, object. */
export function immovableOf(workloads: readonly PlacedWorkload[]): Immovable[] {
  return workloads.flatMap((all) => {
    const kept = new Map<string, { reason: ReasonCode; object: string | undefined; replicas: string[] }>();
    for (const [i, { pod }] of all.pods.entries())
      for (const { code, object } of all.reasons[i]) {
        const key = `${code}\u0000${object ?? ''}`;
        const entry = kept.get(key) ?? { reason: code, object, replicas: [] };
        kept.set(key, entry);
        if (entry.replicas.at(-1) !== pod.name) entry.replicas.push(pod.name);
      }
    return [...kept]
      .sort((a, b) => byName(a[0], b[0]))
      .map(([, { reason, object, replicas }]) => ({
        workload: keyOf(all),
        reason,
        ...(object !== undefined && { object }),
        ...(replicas.length < all.pods.length && { replicas }),
        message: aboutReason(reason),
      }));
  });
}
