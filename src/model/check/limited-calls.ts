import { byName } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';
import { refKey } from '../snapshot.ts';
import type { WorkloadFacts } from './deployment.ts';

/** A call that the rule `latency` is about: it has a limit, and both workloads have replicas. */
export interface LimitedCall {
  readonly from: number;
  readonly to: number;
  /** The limit d in microseconds. */
  readonly limit: number;
  readonly nearest: boolean;
  /** How violations name it: `default/web -> default/cart`. */
  readonly subject: string;
  /** Distinct locations of the callees at the start. */
  readonly calleeStarts: ReadonlySet<number>;
}

/** Sorted by caller, then callee. */
export function limitedCalls(
  snapshot: Snapshot,
  workloads: readonly WorkloadFacts[],
  workloadIndex: ReadonlyMap<string, number>,
  locationOfNode: readonly number[],
): LimitedCall[] {
  const calls: LimitedCall[] = [];
  for (const { from, to, maxLatencyMicroseconds: limit, reach } of snapshot.calls ?? []) {
    const [caller, callee] = [
      workloadIndex.get(refKey(from)) as number,
      workloadIndex.get(refKey(to)) as number,
    ];
    const starts = workloads[callee].counts;
    if (limit === undefined || starts.length === 0 || workloads[caller].counts.length === 0) continue;
    calls.push({
      from: caller,
      to: callee,
      limit,
      nearest: reach === 'nearest',
      subject: `${refKey(from)} -> ${refKey(to)}`,
      calleeStarts: new Set(starts.map(({ node }) => locationOfNode[node])),
    });
  }
  return calls.sort((a, b) => byName(a.subject, b.subject));
}
