import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { hostedInTheEnd } from './unmet.ts';

/**
 * Rule pool-minimum: in the end at least so many of the pool's nodes host something. Excess in nodes, for the plan as a
 * whole.
 */
export function poolMinimum({ deployment, options: { pools = [] }, replay }: CheckContext): Violation[] {
  const hosted = hostedInTheEnd(deployment, replay);
  return pools.flatMap(({ name, selector, minimum }): Violation[] => {
    const inUse = deployment.nodes.filter(
      ({ labels }, n) =>
        hosted[n] > 0 && Object.entries(selector).every(([key, value]) => labels.get(key) === value),
    ).length;
    if (inUse >= minimum) return [];
    const message = `${inUse} nodes of the pool ${name} are in use in the end, its minimum is ${minimum}`;
    return [{ rule: 'pool-minimum', slot: 0, subject: name, excess: String(minimum - inUse), message }];
  });
}
