import type { Violation } from '../plan.ts';
import { formatUnits } from '../quantity.ts';
import type { Deployment } from './deployment.ts';

/**
 * The cells [node * resources + resource] in which more is in use than is allocatable, as violations of `rule`.
 * @param when how the message says what was measured: `ends with`, `reaches`
 */
export function overCapacity(
  { nodes, resources, allocatable }: Deployment,
  use: readonly bigint[],
  cells: Iterable<number>,
  {
    rule,
    slot,
    verb,
  }: { rule: 'node-capacity' | 'transient-capacity' | 'headroom'; slot: number; verb: string },
): Violation[] {
  const violations: Violation[] = [];
  for (const cell of cells) {
    const limit = allocatable[cell];
    if (limit === undefined || use[cell] <= limit) continue;
    const resource = resources[cell % resources.length];
    const node = nodes[Math.floor(cell / resources.length)].name;
    violations.push({
      rule,
      slot,
      subject: `${node} ${resource}`,
      excess: formatUnits(resource, use[cell] - limit),
      message: `node ${node} ${verb} ${formatUnits(resource, use[cell])} ${resource} in use of ${formatUnits(resource, limit)} allocatable`,
    });
  }
  return violations;
}
