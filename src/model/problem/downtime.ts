import type { ResolvedOptions } from '../options.ts';
import type { Budget } from './side-rules.ts';

/** Rule max-downtime: recreate moves of the plan. @param recreate 1 where replicas move so, [workload] */
export function downtimeBudget(
  recreate: Uint8Array,
  { maxDowntime }: Pick<ResolvedOptions, 'maxDowntime'>,
): Budget {
  const weight = new Map([...recreate.entries()].filter(([, is]) => is > 0));
  return { rule: 'max-downtime', over: 'plan', weight, most: maxDowntime };
}
