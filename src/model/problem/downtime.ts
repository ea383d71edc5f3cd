import type { ResolvedOptions } from '../options.ts';
import type { Groups } from './groups.ts';
import type { Budget } from './side-rules.ts';

/** Rule max-downtime, where it can bind: recreate moves of the plan. @param recreate 1 where replicas move so, [workload] */
export function downtimeBudget(
  recreate: Uint8Array,
  { groupWorkload, groupMovable, groupCount }: Groups,
  { maxDowntime }: Pick<ResolvedOptions, 'maxDowntime'>,
): Budget[] {
  let down = 0;
  for (const [group, count] of groupCount.entries())
    if (groupMovable[group] && recreate[groupWorkload[group]]) down += count;
  if (down <= maxDowntime) return [];
  return [{ rule: 'max-downtime', over: 'plan', weight: Float64Array.from(recreate), most: maxDowntime }];
}
